// SPDX-License-Identifier: MIT
#include "analysis/libraries/rollback/find_message.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "analysis/facts/digest.h"
#include "analysis/libraries/rollback/methods.h"
#include "analysis/message/calls/parsed_call.h"

namespace godot::analysis {
namespace {

/// Copies a message's inputs and hashes into the arena. At most 255 of each.
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
                                .digest = facts::digest(bytes_.subspan(input.begin, input.length)),
                                .bytes = bytes_.subspan(input.begin, input.length)};
  }
  void hash(const rollback::StateHash& hash) override {
    hashes_[hashes_count_++] = {.tick = hash.tick, .hash = hash.hash};
  }

  void copy(const Arena& arena, RollbackMessage& message) const {
    message.next_input = next_input_;
    message.next_hash = next_hash_;
    message.inputs = arena.copied<RollbackInput>(std::span(inputs_).first(inputs_count_));
    message.hashes = arena.copied<RollbackHash>(std::span(hashes_).first(hashes_count_));
  }

 private:
  static constexpr std::size_t most = 255;  // the count is a byte

  std::span<const std::uint8_t> bytes_;
  std::array<RollbackInput, most> inputs_;
  std::array<RollbackHash, most> hashes_;
  std::size_t inputs_count_ = 0;
  std::size_t hashes_count_ = 0;
  std::uint32_t next_input_ = 0;
  std::uint32_t next_hash_ = 0;
};

/// A quick check: false for most messages of most games, which then are not parsed.
bool may_have(const LibraryMessage& message, RollbackMemory& memory) {
  if (message.bytes.captured.empty()) return false;
  const multiplayer::Api api = message.options.api;
  const multiplayer::CommandType type = multiplayer::command_type(api, message.bytes.captured[0]);
  const bool may_call = type == multiplayer::CommandType::remote_call || type == multiplayer::CommandType::system ||
                        api == multiplayer::Api::named;
  if (!memory.has_calls && (may_call || type == multiplayer::CommandType::simplify_path))
    memory.has_calls = names_rollback(message.bytes.captured, api);
  return memory.has_calls && may_call;
}

void set_ends(const LibraryMessage& message, const ParsedCall& call, RollbackCommand& command) {
  command.route = call.route;
  RollbackMessage& mine = command.message;
  mine.game = game_of(call.route.source);
  mine.source = rollback_peer(call.route.source);
  mine.target = rollback_peer(call.route.target);
  mine.link = call.route.source.link;
  mine.frame = message.frame;
  mine.index = message.message.index;
  mine.time = message.time;
}

/// Pings stay calls; their answer says how long it took.
const RollbackCommand* ping_in(const LibraryMessage& message, const ParsedCall& call, bool is_answer,
                               RollbackMemory& memory, bool is_new) {
  std::int64_t time = 0;
  if (call.count != 1 || !rollback_ping_time(ParsedCall::bytes_of(message.bytes, call.arguments[0]).captured, time))
    return nullptr;
  RollbackCommand& command = message.host.arena.make(RollbackCommand{.is_ping = true});
  set_ends(message, call, command);
  RollbackMessage& mine = command.message;
  mine.what = is_answer ? RollbackMessage::What::answer : RollbackMessage::What::ping;
  mine.ping_time = time;
  if (is_new) memory.learn_ping(mine);
  command.known = memory.recall(mine);
  return &command;
}

const RollbackCommand* inputs_in(const LibraryMessage& message, const ParsedCall& call, bool must_fit,
                                 RollbackMemory& memory, bool is_new) {
  const Buffer bytes = ParsedCall::bytes_of(message.bytes, call.arguments[0]);
  if (bytes.captured.size() < bytes.reported) return nullptr;
  const bool fits = rollback::fits(bytes);
  if (!fits && must_fit) return nullptr;
  RollbackCommand& command = message.host.arena.make(RollbackCommand{.reads = fits, .bytes = bytes});
  command.begin = call.arguments[0].begin;
  command.node = call.path.empty() ? "NetworkAdaptor" : message.host.shown(call.path);
  command.route = call.route;
  if (!fits) return &command;
  command.options.dialect = &multiplayer::dialect_of(message.options);
  set_ends(message, call, command);
  RollbackMessage& mine = command.message;
  mine.dialect = command.options.dialect;
  Content content(bytes.captured);
  (void)rollback::validate(bytes, command.options, &content);
  content.copy(message.host.arena, mine);
  if (is_new) memory.learn(mine);
  command.known = memory.recall(mine);
  return &command;
}

}  // namespace

const RollbackCommand* rollback_command(const LibraryMessage& message, RollbackMemory& memory, bool learns) {
  if (!may_have(message, memory)) return nullptr;
  const ParsedCall call = parse_call(message.bytes, message.options, message.context());
  const bool is_new = learns && !message.message.repeated;
  switch (const RollbackCall what = rollback_call(call)) {
    case RollbackCall::none:
    case RollbackCall::other: break;
    case RollbackCall::start:
      if (is_new) memory.start(game_of(call.route.source));
      break;
    case RollbackCall::ping:
    case RollbackCall::answer: return ping_in(message, call, what == RollbackCall::answer, memory, is_new);
    case RollbackCall::inputs:
    case RollbackCall::maybe_inputs:
      return inputs_in(message, call, what == RollbackCall::maybe_inputs, memory, is_new);
  }
  return nullptr;
}

}  // namespace godot::analysis
