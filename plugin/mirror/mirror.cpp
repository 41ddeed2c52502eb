// SPDX-License-Identifier: GPL-2.0-or-later
// The dissector of `godot.mirror`: records that a running game has written of its own multiplayer, in exported PDUs.
#include <algorithm>
#include <cstring>
#include <limits>

#include "analysis/mirror/derived.h"
#include "codec/mirror/walk.h"
#include "engine/mirror/steps.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/capture_object.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/safe_labels.h"
#include "plugin/core/epan/time.h"
#include "plugin/core/flows/follow.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/tree_sink.h"
#include "plugin/game/multiplayer_state.h"
#include "plugin/multiplayer/columns.h"
#include "plugin/multiplayer/multiplayer.h"
#include "plugin/project_settings/project_settings.h"

namespace godot::plugin {
namespace {

using analysis::MirrorField;

using analysis::MirrorRecord;
LEFT_BY_LONGJMP(MirrorRecord, engine::MirrorMemory);

analysis::Knowledge& knowledge() { return of_capture<analysis::Knowledge>(); }

dissector_handle_t enet_messages;

void set_peer(packet_info* pinfo, address* place, std::int32_t peer) {
  const char* name = analysis::mirrored_peer(peer, arena_of(pinfo));
  set_address(place, AT_STRINGZ, static_cast<int>(std::strlen(name)) + 1, name);
}

void set_addresses(packet_info* pinfo, const mirror::Head& head, const mirror::Message& message) {
  const bool is_out = message.direction == mirror::Direction::out;
  set_peer(pinfo, is_out ? &pinfo->src : &pinfo->dst, head.own_id);
  set_peer(pinfo, is_out ? &pinfo->dst : &pinfo->src, message.peer);
  copy_address_shallow(&pinfo->net_src, &pinfo->src);
  copy_address_shallow(&pinfo->net_dst, &pinfo->dst);
  pinfo->p2p_dir = is_out ? P2P_DIR_SENT : P2P_DIR_RECV;
}

/// The game has recorded its messages in order already.
void follow_message(packet_info* pinfo, const analysis::Message& message, tvbuff_t* bytes, const char* line) {
  follow::queue(pinfo, {.link = message.link,
                        .from_client = message.from_client,
                        .message = {.kind = analysis::enet::Delivery::Kind::unsequenced, .channel = message.channel},
                        .bytes = bytes,
                        .line = line});
}

/// The bytes of the message in a record; the record may have fewer of them.
tvbuff_t* bytes_of(tvbuff_t* tvb, const mirror::Message& message) {
  const int begin = static_cast<int>(message.begin);
  const auto length =
      static_cast<int>(std::min<Offset>(message.length, std::numeric_limits<int>::max() - message.begin));
  return tvb_new_subset_length_caplen(tvb, begin, static_cast<int>(buffer_of(tvb, begin).captured.size()), length);
}

engine::MirrorMemory memory_of(const packet_info* pinfo) {
  return {.knowledge = knowledge(),
          .links = of_capture<analysis::MirrorLinks>(),
          .state = multiplayer_state(),
          .frame = frame_number(pinfo),
          .time = absolute_time(pinfo),
          .first_pass = is_first_pass(pinfo)};
}

void hand_over(tvbuff_t* bytes, packet_info* pinfo, proto_tree* tree, const MirrorRecord& record) {
  const mirror::Message& message = record.its_message;
  const engine::MirrorMemory memory = memory_of(pinfo);
  set_addresses(pinfo, record.its_head, message);
  analysis::Link* link = engine::link_of_message(memory, record);
  if (link == nullptr) return;
  analysis::Message handed = engine::message_of(memory, record, *link, tvb_reported_length(bytes));
  handed.index = frame_notes(pinfo).messages++;
  const char* line = nullptr;
  if (follow::lines_wanted() && !message.is_earlier) handed.line = &line;
  const bool is_game = dissect_multiplayer(bytes, pinfo, tree, handed) != 0;
  if (line != nullptr) follow_message(pinfo, handed, nullptr, line);
  if (is_game) return;
  const bool is_out = message.direction == mirror::Direction::out;
  col_add_fstr(pinfo->cinfo, COL_INFO, "%s, %u bytes", is_out ? "Out" : "In", message.length);
  if (message.length != 0) call_data_dissector(bytes, pinfo, tree);
}

/// Passes a message to the dissector to which its transport would have passed it.
void hand_over_carried(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const MirrorRecord& record) {
  const mirror::Carried& carried = record.its_carried;
  tvbuff_t* bytes = tvb_new_subset_length(tvb, static_cast<int>(carried.begin), static_cast<int>(carried.length));
  analysis::Link* link = engine::link_of_carried(memory_of(pinfo), record);
  if (link == nullptr) return;
  analysis::Message handed = engine::message_of_carried(record, *link);
  handed.index = frame_notes(pinfo).messages++;
  const char* line = nullptr;
  if (follow::lines_wanted()) handed.line = &line;
  if (carried.transport == analysis::Transport::enet) {
    call_dissector_only(enet_messages, bytes, pinfo, tree, &handed);
  } else if (dissect_multiplayer(bytes, pinfo, tree, handed) == 0 && carried.length != 0) {
    call_data_dissector(bytes, pinfo, tree);
  }
  follow_message(pinfo, handed, bytes, line);
}

int dissect_mirror(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  const Buffer record = buffer_of(tvb, 0);
  if (is_first_pass(pinfo)) knowledge().learn(record);
  col_set_str(pinfo->cinfo, COL_PROTOCOL, "Godot Mirror");
  col_clear(pinfo->cinfo, COL_INFO);

  const analysis::Host host = host_of(pinfo);
  MirrorRecord facts(host);
  const variant::Dialect& dialect = variant::dialect(variant::Generation::godot4);
  TreeSink sink({tvb, 0, pinfo, tree}, record.captured.size(), display(), dialect, "");
  const mirror::Result result = mirror::walk(record, sink, &facts);
  const bool is_malformed = result.problem && result.problem.code != Problem::Code::cut;

  if (is_first_pass(pinfo) && !facts.has_carried) multiplayer_state().doubles.expect();
  if (is_first_pass(pinfo) && !facts.project_folder.empty()) saw_project_folder(facts.project_folder);

  if (!is_malformed) engine::follow_number(memory_of(pinfo), facts.its_head);
  tvbuff_t* message =
      facts.has_message && !facts.has_carried && !is_malformed ? bytes_of(tvb, facts.its_message) : nullptr;
  if (message != nullptr) engine::find_doubles(memory_of(pinfo), facts, buffer_of(message, 0));
  proto_item* root = sink.root_item();
  if (root != nullptr && facts.its_head.length != 0) {
    proto_tree* own = proto_item_get_subtree(root);
    add_derived(own, MirrorField::mirror_stream, {tvb}, knowledge().game(facts.its_head.game).number);
    if (const std::uint32_t frame = counted_in(pinfo); frame != 0)
      add_derived(own, MirrorField::mirror_counted_in, {tvb}, frame);
  }
  if (facts.has_carried && !is_malformed) {
    hand_over_carried(tvb, pinfo, tree, facts);
  } else if (message != nullptr) {
    if (bridge::visible(tree) && root != nullptr) {
      const bool is_out = facts.its_message.direction == mirror::Direction::out;
      append_label(root, {is_out ? ", to " : ", from ", analysis::mirrored_peer(facts.its_message.peer, host.arena)});
    }
    hand_over(message, pinfo, tree, facts);
  } else if (facts.its_head.length != 0) {
    const char* line = facts.line();
    col_clear(pinfo->cinfo, COL_INFO);
    append_info(pinfo, "", line);
    append_label(root, {", ", line});
  }
  if (is_malformed) append_info(pinfo, "", " [Malformed]");
  if (is_cut(tvb)) throw_cut(tvb);
  return static_cast<int>(tvb_captured_length(tvb));
}

}  // namespace

void register_mirror() {
  register_rows<MirrorField>();
  godot::analysis::names::add_source(knowledge());  // before the user's sources: the running game knows best
  // Exported PDUs name their dissector.
  register_dissector("godot.mirror", dissect_mirror, protocols.mirror);
}

void hand_off_mirror() { enet_messages = find_dissector("enet.message"); }

}  // namespace godot::plugin
