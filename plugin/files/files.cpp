// SPDX-License-Identifier: GPL-2.0-or-later
// The protocol `godot.files`: a game on another device gets its project from the editor's file server, TCP port 6010.
#include <new>
#include <optional>

#include "base/assembler.h"
#include "codec/files/fields.h"
#include "engine/streams/steps.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/capture_object.h"
#include "plugin/core/epan/engine_packet.h"
#include "plugin/core/epan/frame_values.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/safe_labels.h"
#include "plugin/core/epan/segments.h"
#include "plugin/core/exports/objects.h"
#include "plugin/core/flows/conversation_data.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/settings/ports.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/core/tree/from_to.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/tree_sink.h"

namespace godot::plugin::files {
namespace {

using analysis::Assembler;
using godot::files::Extent;
using godot::files::Facts;
using godot::files::Form;
using godot::files::Side;
using godot::files::State;
using godot::files::Unit;

LEFT_BY_LONGJMP(Extent, Facts, State, engine::FilesUnit);

/// What Wireshark keeps for a conversation.
struct Conversation {
  analysis::FilesConversation* known;
  engine::Address game;
};
LEFT_BY_LONGJMP(Conversation);

constexpr std::uint32_t state_key = 0;

dissector_handle_t known_handle;
dissector_handle_t port_handle;
dissector_handle_t chosen_handle;
ClaimedPorts ports;

Conversation& conversation_of(packet_info* pinfo) {
  return *begin_conversation_data<Conversation>(pinfo, protocols.files, [](Conversation& conversation) {
    conversation.known = &of_capture<analysis::FilesConversations>().begin();
  });
}

Side side_of(const Conversation& conversation, const packet_info* pinfo) {
  return conversation.game == source_of(pinfo) ? Side::game : Side::editor;
}

// --- The state of a frame -------------------------------------------------------------------------------------------

/// TCP's number of the first byte; empty: another protocol carries the stream.
std::optional<std::uint32_t> sequence_of(const void* data) {
  if (data == nullptr) return {};
  return static_cast<const tcpinfo*>(data)->seq;
}

/// The state at the frame's beginning, kept for later passes, and the current state during dissection.
State& state_in(packet_info* pinfo, const State& first) {
  if (State* now = find_in_frame<State>(pinfo, protocols.files, state_key)) return *now;
  auto* begun = static_cast<State*>(p_get_proto_data(wmem_file_scope(), pinfo, protocols.files, state_key));
  if (begun == nullptr) {
    begun = new (wmem_alloc(wmem_file_scope(), sizeof(State))) State(first);
    p_add_proto_data(wmem_file_scope(), pinfo, protocols.files, state_key, begun);
  }
  return in_frame(pinfo, protocols.files, state_key, *begun);
}

// --- Export ---------------------------------------------------------------------------------------------------------

void export_file(packet_info* pinfo, tvbuff_t* tvb, int begin, int length, const char* path) {
  objects::found_file(pinfo, tvb, begin, length);
  objects::name(pinfo, {.member = "file", .from = "editor", .file = path});
}

/// The whole file, in packet scope, for the answer that completes it; else null.
tvbuff_t* completed(packet_info* pinfo, const Conversation& conversation, const Facts& facts, const Buffer& unit,
                    tvbuff_t* tvb) {
  const Assembler::Key key = {.conversation = conversation.known->number(), .id = facts.id};
  if (facts.code == godot::files::response_open && facts.status == 0) of_capture<Assembler>().open(key, facts.size);
  if (!facts.has_data) return nullptr;
  std::uint8_t* bytes = nullptr;
  std::size_t size = 0;
  {
    const Assembler::Bytes file =
        of_capture<Assembler>().add(key, facts.offset, unit.captured.subspan(facts.data_begin, facts.data_length));
    size = file.size();
    if (size == 0) return nullptr;
    bytes = static_cast<std::uint8_t*>(g_memdup2(file.data(), size));
  }
  tvbuff_t* whole = tvb_new_child_real_data(tvb, bytes, static_cast<guint>(size), static_cast<gint>(size));
  tvb_set_free_cb(whole, g_free);
  add_new_data_source(pinfo, whole, "File");
  return whole;
}

void export_unit(const TreePlace& place, const Conversation& conversation, const Facts& facts, const Buffer& unit,
                 const char* path) {
  const auto [tvb, offset, pinfo, tree] = place;
  if (!objects::wanted()) return;
  if (facts.unit == Unit::file) {
    export_file(pinfo, tvb, offset + static_cast<int>(facts.data_begin), static_cast<int>(facts.data_length), path);
  } else if (facts.unit == Unit::answer) {
    tvbuff_t* whole = completed(pinfo, conversation, facts, unit, tvb);
    if (whole != nullptr) export_file(pinfo, whole, 0, static_cast<int>(tvb_captured_length(whole)), path);
  }
}

// --- Units ----------------------------------------------------------------------------------------------------------

/// Shows the unit of `size` bytes; `state` is then the one after it.
void dissect_unit(const TreePlace& place, std::uint32_t size, Conversation& conversation, State& state) {
  const auto [tvb, offset, pinfo, tree] = place;
  const Buffer unit{buffer_of(tvb, offset).captured.first(size)};
  TreeSink sink(place, size, display(), variant::dialect(variant::Generation::godot4), nullptr);
  const engine::FilesUnit read =
      engine::take_files_unit(*conversation.known, state, frame_number(pinfo), is_first_pass(pinfo),
                              [&](const State& before) { return godot::files::walk(unit, before, sink); });
  const char* path = read.path;
  const char* line = engine::line_of(read, host_of(pinfo));
  append_info(pinfo, "; ", line);
  col_set_fence(pinfo->cinfo, COL_INFO);
  export_unit(place, conversation, read.result.facts, unit, path);
  proto_item* root = sink.root_item();
  if (root == nullptr) return;
  proto_tree* own = proto_item_get_subtree(root);
  if (path != nullptr) add_derived(own, field::files_path, {tvb, offset}, path);
  append_label(root, {", ", line});
  const bool from_game = side_of(conversation, pinfo) == Side::game;
  if (ends_wanted(own)) {
    add_ends(own, tvb, pinfo, {.from = from_game ? "game" : "editor", .to = from_game ? "editor" : "game"});
  }
}

int dissect_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  if (is_quoted(pinfo)) return 0;
  Conversation& conversation = conversation_of(pinfo);
  const int end = static_cast<int>(tvb_captured_length(tvb));
  const Side side = side_of(conversation, pinfo);
  const auto sequence = sequence_of(data);
  const bool first_pass = is_first_pass(pinfo);
  State& state = state_in(pinfo, first_pass ? conversation.known->at(side, sequence) : State{});
  col_set_str(pinfo->cinfo, COL_PROTOCOL, "Godot Files");
  col_clear(pinfo->cinfo, COL_INFO);
  int offset = 0;
  while (offset < end && state.next != Unit::none) {
    const Extent extent = godot::files::extent(state, buffer_of(tvb, offset));
    const bool is_whole = extent.status == Extent::Status::whole;
    const auto left = static_cast<std::uint32_t>(end - offset);
    if (extent.status == Extent::Status::more && extent.size > left &&
        want_more(tvb, offset, pinfo, extent.size - left))
      break;
    if (!is_whole) {  // after a gap, or cut: the beginning of the next unit is unknown
      state.next = Unit::none;
      break;
    }
    dissect_unit({tvb, offset, pinfo, tree}, extent.size, conversation, state);
    offset += static_cast<int>(extent.size);
  }
  if (first_pass) conversation.known->advance(side, state, sequence, static_cast<std::uint32_t>(offset));
  if (offset < end && state.next == Unit::none) leave_rest(tvb, offset, pinfo, tree);
  return end;
}

// --- What Wireshark calls -------------------------------------------------------------------------------------------

/// Checks for a conversation with the file server, in which the game sends first.
Claim claim(tvbuff_t* tvb, packet_info* pinfo, bool is_port) {
  if (is_quoted(pinfo)) return Claim::no;
  Conversation& conversation = conversation_of(pinfo);
  if (conversation.known->form() != Form::unknown) return Claim::yes;
  if (conversation.known->refused || !is_first_pass(pinfo)) return Claim::no;
  const engine::FilesClaim claimed = engine::claim_files(buffer_of(tvb, 0), is_port);
  if (claimed.waits && want_more(tvb, 0, pinfo, DESEGMENT_ONE_MORE_SEGMENT)) return Claim::wait;
  if (claimed.form == Form::unknown) {
    conversation.known->refused = is_port;
    return Claim::no;
  }
  conversation.known->begin(claimed.form);
  conversation.game = source_of(pinfo);
  lock_conversation(pinfo, known_handle);
  return Claim::yes;
}

/// Ports of the preference: dissects a game's conversation, passes others to the port's former dissector.
int dissect_port(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  switch (claim(tvb, pinfo, true)) {
    case Claim::yes: return dissect_stream(tvb, pinfo, tree, data);
    case Claim::wait: return static_cast<int>(tvb_captured_length(tvb));
    case Claim::no: break;
  }
  return ports.hand_to_neighbour(tvb, pinfo, tree, data);
}

/// The user has chosen the protocol in Decode As.
int dissect_chosen(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  const Claim claimed = claim(tvb, pinfo, true);
  return claimed == Claim::yes ? dissect_stream(tvb, pinfo, tree, data) : static_cast<int>(tvb_captured_length(tvb));
}

/// Takes conversations on any port, by the magic word.
bridge::Bool heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void* data) {
  if (engine::claim_files(buffer_of(tvb, 0), false).form == Form::unknown) return FALSE;
  if (claim(tvb, pinfo, false) != Claim::yes) return FALSE;
  dissect_stream(tvb, pinfo, tree, data);
  return TRUE;
}

}  // namespace

void register_files() {
  known_handle = create_dissector_handle(dissect_stream, protocols.files);
  // A separate name, because Decode As lists a table's entries by name.
  const int by_form = proto_register_protocol_in_name_only("Godot Remote Files (if it is one)", "Godot Files (if)",
                                                           "godot.files.if", protocols.files, FT_PROTOCOL);
  port_handle = create_dissector_handle(dissect_port, by_form);
  chosen_handle = register_dissector("godot.files", dissect_chosen, protocols.files);
}

void hand_off_files() {
  ports.begin(port_handle);
  heur_dissector_add("tcp", heuristic, "Godot Remote Files over TCP", "godot_files_tcp", protocols.files,
                     HEURISTIC_ENABLE);
  dissector_add_for_decode_as("tcp.port", chosen_handle);
  when_ports_change([] { ports.move(port_ranges().files); });
}

}  // namespace godot::plugin::files
