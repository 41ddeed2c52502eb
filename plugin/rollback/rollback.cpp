// SPDX-License-Identifier: GPL-2.0-or-later
// godot-rollback-netcode, on top of the multiplayer: registered with it, see plugin/multiplayer/uppers.h.
#include <algorithm>
#include <array>
#include <memory>
#include <new>

#include "analysis/facts/attribution.h"
#include "analysis/facts/digest.h"
#include "analysis/names/names.h"
#include "analysis/rollback/memory.h"
#include "analysis/rollback/methods.h"
#include "codec/rollback/walk.h"
#include "plugin/core/fields.h"
#include "plugin/core/from_to.h"
#include "plugin/core/items.h"
#include "plugin/core/joined.h"
#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/preferences.h"
#include "plugin/core/time.h"
#include "plugin/multiplayer/peer_labels.h"
#include "plugin/multiplayer/uppers.h"
#include "plugin/rollback/annotator.h"
#include "plugin/rollback/generated.h"

namespace godot::plugin {
namespace {

analysis::RollbackMemory* memory = nullptr;

extern "C" {
static void end_rollback() {
  delete memory;
  memory = nullptr;
}
static void begin_rollback() {
  end_rollback();
  memory = new analysis::RollbackMemory;
}
}

/// A message, as recognise() leaves it for the others; in packet scope.
struct Found {
  bool reads = false;    ///< false: the bytes of a serializer that the game has replaced
  bool is_ping = false;  ///< or its answer; then it does not read
  Buffer bytes;
  Offset begin = 0;  ///< of these in the message
  analysis::Route route;
  rollback::Options options;
  analysis::RollbackMessage message;
  bool known = false;  ///< the first pass has learned it
  const char* node = "";
};
LEFT_BY_LONGJMP(Found, analysis::ParsedCall);

/// Copies a message's inputs and hashes into packet scope. At most 255 of each.
class Content final : public rollback::PacketSink {
 public:
  explicit Content(std::span<const std::uint8_t> bytes) noexcept : bytes_(bytes) {}

  void inputs_requested(const rollback::Requested& requested) override { next_input_ = requested.next_tick; }
  void hashes_requested(const rollback::Requested& requested) override { next_hash_ = requested.next_tick; }
  void input(const rollback::Input& input) override {
    inputs_[inputs_count_++] = {.tick = input.tick,
                                .hash = input.hash,
                                .has_hash = input.has_hash,
                                .by_node = input.by_node,
                                .digest = analysis::facts::digest(bytes_.subspan(input.begin, input.length)),
                                .bytes = bytes_.subspan(input.begin, input.length)};
  }
  void hash(const rollback::StateHash& hash) override {
    hashes_[hashes_count_++] = {.tick = hash.tick, .hash = hash.hash};
  }

  void copy(wmem_allocator_t* pool, analysis::RollbackMessage& message) const {
    message.next_input = next_input_;
    message.next_hash = next_hash_;
    message.inputs = copy_of(pool, std::span(inputs_).first(inputs_count_));
    message.hashes = copy_of(pool, std::span(hashes_).first(hashes_count_));
  }

 private:
  static constexpr std::size_t most = 255;  // the count is a byte

  template <class T>
  static std::span<const T> copy_of(wmem_allocator_t* pool, std::span<const T> from) {
    auto* to = static_cast<T*>(wmem_alloc(pool, std::max<std::size_t>(from.size_bytes(), 1)));
    std::uninitialized_copy(from.begin(), from.end(), to);
    return {to, from.size()};
  }

  std::span<const std::uint8_t> bytes_;
  std::array<analysis::RollbackInput, most> inputs_;
  std::array<analysis::RollbackHash, most> hashes_;
  std::size_t inputs_count_ = 0;
  std::size_t hashes_count_ = 0;
  std::uint32_t next_input_ = 0;
  std::uint32_t next_hash_ = 0;
};
LEFT_BY_LONGJMP(Content);

/// A quick check: false for most messages of most games, which then are not parsed.
bool may_have(const UpperMessage& message) {
  if (!proto_is_protocol_enabled(find_protocol_by_id(protocols.rollback)) || message.bytes.captured.empty())
    return false;
  const multiplayer::CommandType type = multiplayer::command_type(message.options.api, message.bytes.captured[0]);
  const bool may_call = type == multiplayer::CommandType::remote_call || type == multiplayer::CommandType::system ||
                        message.options.api == multiplayer::Api::named;
  if (!memory->has_calls && (may_call || type == multiplayer::CommandType::simplify_path))
    memory->has_calls = analysis::names_rollback(message.bytes.captured, message.options.api);
  return memory->has_calls && may_call;
}

void set_ends(const UpperMessage& message, const analysis::ParsedCall& call, analysis::RollbackMessage& mine) {
  mine.game = analysis::game_of(call.route.source);
  mine.source = analysis::rollback_peer(call.route.source);
  mine.target = analysis::rollback_peer(call.route.target);
  mine.link = call.route.source.link;
  mine.frame = message.pinfo->num;
  mine.index = message.message.index;
  mine.time = capture_time(message.pinfo);
}

/// Pings stay calls; their answer says how long it took.
const void* recognise_ping(const UpperMessage& message, const analysis::ParsedCall& call, analysis::RollbackCall what,
                           bool is_new) {
  std::int64_t time = 0;
  if (call.count != 1 ||
      !analysis::rollback_ping_time(analysis::ParsedCall::bytes_of(message.bytes, call.arguments[0]), time))
    return nullptr;
  auto* found = new (wmem_alloc(message.pinfo->pool, sizeof(Found))) Found;
  found->is_ping = true;
  found->route = call.route;
  analysis::RollbackMessage& mine = found->message;
  set_ends(message, call, mine);
  using What = analysis::RollbackMessage::What;
  mine.what = what == analysis::RollbackCall::ping ? What::ping : What::answer;
  mine.ping_time = time;
  if (is_new) memory->learn_ping(mine);
  found->known = memory->recall(mine);
  return found;
}

const void* recognise(const UpperMessage& message, bool learns) {
  if (!may_have(message)) return nullptr;
  const analysis::ParsedCall call = analysis::parse_call(message.bytes, message.options, message.context());
  const analysis::RollbackCall what = analysis::rollback_call(call);
  if (what == analysis::RollbackCall::none || what == analysis::RollbackCall::other) return nullptr;
  const bool is_new = learns && !message.message.repeated;
  if (what == analysis::RollbackCall::start) {
    if (is_new) memory->start(analysis::game_of(call.route.source));
    return nullptr;
  }
  if (what == analysis::RollbackCall::ping || what == analysis::RollbackCall::answer)
    return recognise_ping(message, call, what, is_new);
  const Buffer bytes(analysis::ParsedCall::bytes_of(message.bytes, call.arguments[0]));
  const bool fits = rollback::fits(bytes);
  if (!fits && what == analysis::RollbackCall::maybe_inputs) return nullptr;
  auto* found = new (wmem_alloc(message.pinfo->pool, sizeof(Found))) Found;
  found->reads = fits;
  found->bytes = bytes;
  found->begin = call.arguments[0].begin;
  found->route = call.route;
  found->node = call.path.empty() ? "NetworkAdaptor" : utf8_text(message.pinfo, call.path);
  if (!fits) return found;
  found->options = {.dialect = &multiplayer::dialect_of(message.options)};
  analysis::RollbackMessage& mine = found->message;
  set_ends(message, call, mine);
  mine.dialect = found->options.dialect;
  Content content(bytes.captured);
  (void)rollback::validate(bytes, found->options, &content);
  content.copy(message.pinfo->pool, mine);
  if (is_new) memory->learn(mine);
  found->known = memory->recall(mine);
  return found;
}

multiplayer::KnownValue known_value(const void* /*found*/) { return {}; }

const Found& found_of(const void* found) { return *static_cast<const Found*>(found); }

/// Inputs, those that were sent before, and hashes are parts of their own: the rest are counts and sizes.
void add_parts(const UpperMessage&, const void* found_before, Collector& collector, analysis::facts::Item& item) {
  const Found& found = found_of(found_before);
  if (found.is_ping) item.library = &found.message;
  if (!found.reads) return;
  item.kind = analysis::facts::Kind::rollback;
  item.library = &found.message;
  if (item.message != 0) return;  // the cost of fragments belongs to the datagram

  class Sizes final : public rollback::PacketSink {
   public:
    explicit Sizes(const Found& found) : found_(found) {}
    void input(const rollback::Input& input) override {
      const analysis::RollbackMatch::Place here{found_.message.frame, found_.message.index};
      const auto first = found_.known ? memory->match(found_.message).first_sent(found_.message, input.tick) : here;
      (first == here ? sizes[0] : sizes[1]) += input.length;
    }
    void hash(const rollback::StateHash&) override { sizes[2] += sizeof(std::uint32_t); }
    std::array<std::uint32_t, 3> sizes = {};

   private:
    const Found& found_;
  };
  Sizes sizes(found);
  (void)rollback::validate(found.bytes, found.options, &sizes);
  constexpr const char* members[] = {"inputs", "inputs (again)", "state hashes"};
  const std::uint64_t all = std::uint64_t{item.own} + item.protocol;
  std::uint64_t own = 0;
  analysis::facts::Part* part = item.parts;  // the multiplayer's, reused for the first one
  for (std::size_t i = 0; i != sizes.sizes.size(); ++i) {
    if (sizes.sizes[i] == 0) continue;
    analysis::facts::Part& mine = part != nullptr ? *part : collector.part(item);
    part = nullptr;
    mine = {.next = mine.next, .node = interned(found.node), .member = interned(members[i]), .own = sizes.sizes[i]};
    own += sizes.sizes[i];
  }
  if (own == 0 || own > all) return;
  item.own = static_cast<std::uint32_t>(own);
  item.protocol = static_cast<std::uint32_t>(all - own);
  analysis::facts::Division headers(item.protocol, own);
  for (analysis::facts::Part* each = item.parts; each != nullptr; each = each->next)
    each->protocol = headers.next(each->own);
}

void show_ping(const UpperMessage& message, const Found& found, proto_tree* tree) {
  const analysis::RollbackMessage& mine = found.message;
  if (tree == nullptr || !found.known || mine.other_frame == 0) return;
  proto_tree* call = proto_item_get_subtree(tree->last_child);
  if (call == nullptr) return;
  const bool is_answer = mine.what == analysis::RollbackMessage::What::answer;
  const ItemRange range = {message.tvb, 0};
  add_generated_number(
      call, header_field(is_answer ? RollbackField::rollback_answer_to : RollbackField::rollback_answered_in), range,
      mine.other_frame);
  if (!is_answer || mine.round_trip < 0) return;
  constexpr std::int64_t second = 1'000'000'000;
  const nstime_t time = {static_cast<time_t>(mine.round_trip / second), static_cast<int>(mine.round_trip % second)};
  add_generated_time(call, header_field(RollbackField::rollback_round_trip), range, time);
}

UpperLine show(const UpperMessage& message, const void* found_before, proto_tree* tree) {
  const Found& found = found_of(found_before);
  packet_info* pinfo = message.pinfo;
  if (found.is_ping) {
    show_ping(message, found, tree);
    return {.text = nullptr};
  }
  if (!found.reads) {
    if (tree != nullptr) expert_add_info(pinfo, tree->last_child, expert(RollbackExpert::another_serializer));
    return {.text = nullptr};
  }
  const analysis::RollbackMatch* match = found.known ? &memory->match(found.message) : nullptr;
  RollbackAnnotator annotator(message, found.message, match, found.begin);
  TreeSink sink(message.tvb, static_cast<int>(found.begin), found.bytes.captured.size(), pinfo, tree, display(),
                *found.options.dialect, nullptr, &annotator);
  annotator.show_in(sink);
  (void)rollback::walk(found.bytes, found.options, sink, &annotator);
  const char* problem = annotator.report();
  annotator.remark();
  const char* text = annotator.text();
  if (proto_tree* own = proto_item_get_subtree(sink.root_item()); own != nullptr) {
    const auto begin = static_cast<int>(found.begin);
    const auto length = static_cast<int>(found.bytes.captured.size());
    const ItemRange all = {message.tvb, begin, length};
    add_generated_text(own, header_field(RollbackField::rollback_text), all, text);
    if (found.known)
      add_generated_number(own, header_field(RollbackField::rollback_match), {message.tvb, begin}, found.message.match);
    if (ends_wanted(tree)) add_ends(own, message.tvb, pinfo, ends_of(pinfo, message.message, found.route));
    append_label(sink.root_item(), {", ", text});
  }
  return {.text = joined(pinfo->pool, {"rollback ", text}), .problem = problem};
}

const analysis::RollbackMethods methods;
constexpr Upper upper = {.recognise = recognise, .known_value = known_value, .add_parts = add_parts, .show = show};

}  // namespace
void register_rollback() {
  register_rows<RollbackField, RollbackExpert>();
  register_init_routine(begin_rollback);
  register_cleanup_routine(end_rollback);
  register_upper(upper);
  godot::analysis::names::add_source(methods);
}

}  // namespace godot::plugin
