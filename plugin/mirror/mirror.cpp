// SPDX-License-Identifier: GPL-2.0-or-later
// The dissector of `godot.mirror`: records that a running game has written of its own multiplayer, in exported PDUs.
#include <algorithm>
#include <cstring>
#include <limits>
#include <map>
#include <new>
#include <tuple>

#include "analysis/mirror/knowledge.h"
#include "codec/mirror/fields.h"
#include "codec/mirror/walk.h"
#include "plugin/core/buffer.h"
#include "plugin/core/fields.h"
#include "plugin/core/follow.h"
#include "plugin/core/items.h"
#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/preferences.h"
#include "plugin/core/tree_sink.h"
#include "plugin/mirror/generated.h"
#include "plugin/multiplayer/columns.h"
#include "plugin/multiplayer/multiplayer.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {
namespace {

using mirror::Kind;
using mirror::Tag;

analysis::Knowledge& knowledge() {
  static analysis::Knowledge all;
  return all;
}

/// The links of a mirrored peer, one for each other peer: game, own id (which may change), the other end.
using Way = std::tuple<std::uint64_t, std::int32_t, std::int32_t>;
std::map<Way, analysis::Link*>& links() {
  static std::map<Way, analysis::Link*> all;
  return all;
}

/// The connections of an exported file: first frame, connect data and number of each in its original capture.
using CarriedWay = std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>;
std::map<CarriedWay, analysis::Link*>& carried_links() {
  static std::map<CarriedWay, analysis::Link*> all;
  return all;
}

extern "C" {
void forget_mirrors() {
  carried_links().clear();
  knowledge().forget();
  links().clear();
}
}

/// Collects the facts of a record, in packet scope.
class RecordFacts final : public mirror::Listener {
 public:
  explicit RecordFacts(packet_info* pinfo) : pinfo_(pinfo) {}

  mirror::Head its_head;
  mirror::Message its_message;
  bool has_message = false;
  mirror::Carried its_carried;
  bool has_carried = false;
  const char* path = nullptr;
  const char* script = nullptr;
  const char* engine = nullptr;
  const char* transport = nullptr;
  const char* role = nullptr;
  std::string_view project_folder;
  const char* notice = "";
  unsigned parts = 0;  ///< number of methods, properties or scenes
  std::uint32_t event = 0;
  std::int64_t peer = 0;
  std::int64_t dropped = 0;

  void head(const mirror::Head& head) override { its_head = head; }
  bool message(const mirror::Message& message) override {
    its_message = message;
    has_message = true;
    return true;
  }
  bool carried(const mirror::Carried& carried) override {
    its_carried = carried;
    has_carried = true;
    return true;
  }
  void text(Tag tag, std::string_view text) override {
    switch (tag) {
      case Tag::node_path: path = utf8_text(pinfo_, text); return;
      case Tag::script: script = utf8_text(pinfo_, text); return;
      case Tag::engine: engine = utf8_text(pinfo_, text); return;
      case Tag::transport: transport = utf8_text(pinfo_, text); return;
      case Tag::project_folder: project_folder = text; return;
      case Tag::role: role = utf8_text(pinfo_, text); return;
      case Tag::notice: notice = utf8_text(pinfo_, text); return;
      case Tag::scene: ++parts; return;
      default: return;
    }
  }
  void number(Tag tag, std::int64_t number) override {
    if (tag == Tag::event) event = static_cast<std::uint32_t>(number);
    if (tag == Tag::event_peer) peer = number;
    if (tag == Tag::dropped_records) dropped = number;
  }
  void method(const mirror::Method&) override { ++parts; }
  void property(const mirror::Property&) override { ++parts; }

 private:
  packet_info* pinfo_;
};
LEFT_BY_LONGJMP(RecordFacts);

const char* text_or(const char* text, const char* other) { return text != nullptr && *text != '\0' ? text : other; }

/// The line of a record that is no message.
const char* line_of(packet_info* pinfo, const RecordFacts& facts) {
  wmem_allocator_t* pool = pinfo->pool;
  const char* path = text_or(facts.path, "?");
  const char* plural = facts.parts == 1 ? "" : "s";
  switch (facts.its_head.kind) {
    case Kind::game:
      return wmem_strdup_printf(pool, "Game: Godot %s, %s, %s %d", text_or(facts.engine, "?"),
                                text_or(facts.transport, "?"), text_or(facts.role, "peer"), facts.its_head.own_id);
    case Kind::node:
      return wmem_strdup_printf(pool, "Node %s (%s), %u remote method%s", path, text_or(facts.script, "no script"),
                                facts.parts, plural);
    case Kind::synchronizer:
      return wmem_strdup_printf(pool, "Synchronizer %s, %u propert%s", path, facts.parts,
                                facts.parts == 1 ? "y" : "ies");
    case Kind::spawner: return wmem_strdup_printf(pool, "Spawner %s, %u scene%s", path, facts.parts, plural);
    case Kind::event: {
      const std::string_view name = value_name(field::mirror_event, facts.event);
      return wmem_strdup_printf(pool, facts.peer != 0 ? "Event: %.*s %d" : "Event: %.*s", static_cast<int>(name.size()),
                                name.data(), static_cast<int>(facts.peer));
    }
    case Kind::dropped:
      return wmem_strdup_printf(pool, "%u records were dropped here: the game had no room for more",
                                static_cast<unsigned>(facts.dropped));
    case Kind::notice: return facts.notice;
    case Kind::carried: return "A message without its bytes";
    case Kind::none:
    case Kind::message: break;
  }
  return "A record of a later version";
}

/// The link between a mirrored peer and another, or several others. The server, if there is one, is the second end.
analysis::Link* get_link(packet_info* pinfo, const mirror::Head& head, std::int32_t other) {
  analysis::Link*& link = links()[{head.game, head.own_id, other}];
  if (link != nullptr) return link;
  const bool is_server = head.own_id == multiplayer::server;
  link = new (wmem_alloc0(wmem_file_scope(), sizeof(analysis::Link))) analysis::Link{};
  *link = {.transport = analysis::Transport::mirror,
           .number = static_cast<std::uint32_t>(links().size()),
           .first_frame = pinfo->num,
           .server_key = knowledge().game(head.game).number,
           .has_peers = true,
           .first_peer = is_server ? other : head.own_id,
           .second_peer = is_server ? head.own_id : other};
  return link;
}

analysis::Link* find_link(const mirror::Head& head, std::int32_t other) {
  const auto found = links().find({head.game, head.own_id, other});
  return found == links().end() ? nullptr : found->second;
}

const char* name_of(packet_info* pinfo, std::int32_t peer) {
  if (peer == multiplayer::everyone) return "all";
  if (peer == multiplayer::server) return "server";
  if (peer > 0) return wmem_strdup_printf(pinfo->pool, "%d", peer);
  return wmem_strdup_printf(pinfo->pool, "all but %u", 0U - static_cast<unsigned>(peer));
}

void set_peer(packet_info* pinfo, address* place, std::int32_t peer) {
  const char* name = name_of(pinfo, peer);
  set_address(place, AT_STRINGZ, static_cast<int>(std::strlen(name)) + 1, name);
}

void hand_over(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const RecordFacts& facts) {
  const mirror::Head& head = facts.its_head;
  const mirror::Message& message = facts.its_message;
  const bool is_out = message.direction == mirror::Direction::out;
  set_peer(pinfo, is_out ? &pinfo->src : &pinfo->dst, head.own_id);
  set_peer(pinfo, is_out ? &pinfo->dst : &pinfo->src, message.peer);
  copy_address_shallow(&pinfo->net_src, &pinfo->src);
  copy_address_shallow(&pinfo->net_dst, &pinfo->dst);
  pinfo->p2p_dir = is_out ? P2P_DIR_SENT : P2P_DIR_RECV;

  const int begin = static_cast<int>(message.begin);
  // The body may be shorter.
  const auto length =
      static_cast<int>(std::min<Offset>(message.length, std::numeric_limits<int>::max() - message.begin));
  tvbuff_t* bytes =
      tvb_new_subset_length_caplen(tvb, begin, static_cast<int>(buffer_of(tvb, begin).captured.size()), length);
  analysis::Link* link = pinfo->fd->visited == 0 ? get_link(pinfo, head, message.peer) : find_link(head, message.peer);
  if (link == nullptr) return;
  // The record names the multiplayer API: no recognition is needed.
  if (pinfo->fd->visited == 0 && knowledge().game(head.game).is_scene_api) {
    analysis::MultiplayerLink& game = of_link(*link);
    if (!game.recognition.certain()) game.recognition.accept(multiplayer::Format::scene);
    state().give_number(game);
  }
  const bool from_own = is_out;
  const bool own_is_first = link->first_peer == head.own_id && head.own_id != multiplayer::server;
  analysis::Message handed = {.link = link,
                              .from_client = from_own == own_is_first,
                              .channel = static_cast<std::uint8_t>(message.channel),
                              .delivery = multiplayer::delivery_of(message.mode),
                              .index = frame_notes(pinfo).messages++,
                              // Its size on the wire is unknown: the cost is its own bytes.
                              .cost = {.own = tvb_reported_length(bytes)},
                              .plain = tvb_reported_length(bytes),
                              .repeated = message.is_earlier,
                              .earlier = message.is_earlier};
  const char* line = nullptr;
  if (follow::lines_wanted() && !message.is_earlier) handed.line = &line;
  const bool is_game = dissect_multiplayer(bytes, pinfo, tree, handed) != 0;
  // The game has recorded it in order already.
  if (line != nullptr) {
    follow::queue(pinfo, {.link = link,
                          .from_client = handed.from_client,
                          .message = {.kind = analysis::enet::Delivery::Kind::unsequenced},
                          .line = line});
  }
  if (is_game) return;
  col_add_fstr(pinfo->cinfo, COL_INFO, "%s, %u bytes", is_out ? "Out" : "In", message.length);
  if (message.length != 0) call_data_dissector(bytes, pinfo, tree);
}

/// The connection of a message in an exported file.
analysis::Link* link_of(packet_info* pinfo, const mirror::Head& head, const mirror::Carried& carried) {
  analysis::Link*& link = carried_links()[{head.game, carried.connect_data, carried.link}];
  if (link != nullptr || pinfo->fd->visited != 0) return link;
  link = new (wmem_alloc0(wmem_file_scope(), sizeof(analysis::Link))) analysis::Link{};
  *link = {.transport = carried.transport,
           .number = carried.link,
           .has_handshake = carried.has_handshake,
           .channel_count = carried.channel_count,
           .connect_data = carried.connect_data,
           .server_is_clear = carried.server_is_clear,
           .first_frame = pinfo->num,
           .server_key = carried.server};
  if (carried.format) {
    analysis::MultiplayerLink& game = of_link(*link);
    game.recognition.accept(*carried.format);
    state().give_number(game);
  }
  return link;
}

/// Passes a message to the dissector to which its transport would have passed it.
void hand_over_carried(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const RecordFacts& facts) {
  const mirror::Carried& carried = facts.its_carried;
  tvbuff_t* bytes = tvb_new_subset_length(tvb, static_cast<int>(carried.begin), static_cast<int>(carried.length));
  analysis::Link* link = link_of(pinfo, facts.its_head, carried);
  if (link == nullptr) return;
  analysis::Message handed = {.link = link,
                              .from_client = carried.from_client,
                              .channel = static_cast<std::uint8_t>(carried.channel),
                              .delivery = carried.delivery,
                              .index = frame_notes(pinfo).messages++};
  const char* line = nullptr;
  if (follow::lines_wanted()) handed.line = &line;
  if (carried.transport == analysis::Transport::enet) {
    static dissector_handle_t enet = find_dissector("enet.message");
    call_dissector_only(enet, bytes, pinfo, tree, &handed);
  } else if (dissect_multiplayer(bytes, pinfo, tree, handed) == 0 && carried.length != 0) {
    call_data_dissector(bytes, pinfo, tree);
  }
  follow::queue(pinfo, {.link = link,
                        .from_client = carried.from_client,
                        .message = {.kind = analysis::enet::Delivery::Kind::unsequenced, .channel = handed.channel},
                        .bytes = bytes,
                        .line = line});
}

extern "C" {

int dissect_mirror(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  const Buffer record = buffer_of(tvb, 0);
  if (pinfo->fd->visited == 0) knowledge().learn(record);
  col_set_str(pinfo->cinfo, COL_PROTOCOL, "Godot Mirror");
  col_clear(pinfo->cinfo, COL_INFO);

  RecordFacts facts(pinfo);
  const variant::Dialect& dialect = variant::dialect(variant::Generation::godot4);
  TreeSink sink(tvb, 0, record.captured.size(), pinfo, tree, display(), dialect, "");
  const mirror::Result result = mirror::walk(record, sink, &facts);
  const bool is_malformed = result.problem && result.problem.code != Problem::Code::cut;

  if (pinfo->fd->visited == 0 && !facts.project_folder.empty()) saw_project_folder(facts.project_folder);

  proto_item* root = sink.root_item();
  if (root != nullptr && facts.its_head.length != 0) {
    add_generated_number(proto_item_get_subtree(root), header_field(MirrorField::mirror_stream), {tvb},
                         knowledge().game(facts.its_head.game).number);
  }
  if (facts.has_carried && !is_malformed) {
    hand_over_carried(tvb, pinfo, tree, facts);
  } else if (facts.has_message && !is_malformed) {
    if (bridge::visible(tree) && root != nullptr) {
      const bool is_out = facts.its_message.direction == mirror::Direction::out;
      append_label(root, {is_out ? ", to " : ", from ", name_of(pinfo, facts.its_message.peer)});
    }
    hand_over(tvb, pinfo, tree, facts);
  } else if (facts.its_head.length != 0) {
    const char* line = line_of(pinfo, facts);
    col_clear(pinfo->cinfo, COL_INFO);
    append_info(pinfo, "", line);
    append_label(root, {", ", line});
  }
  if (is_malformed) append_info(pinfo, "", " [Malformed]");
  if (is_cut(tvb)) throw_cut(tvb);
  return static_cast<int>(tvb_captured_length(tvb));
}

}  // extern "C"
}  // namespace

void register_mirror() {
  register_rows<MirrorField>();
  godot::analysis::names::add_source(knowledge());  // before the user's sources: the running game knows best
  // Exported PDUs name their dissector.
  register_dissector("godot.mirror", dissect_mirror, protocols.mirror);
  register_init_routine(forget_mirrors);
}

}  // namespace godot::plugin
