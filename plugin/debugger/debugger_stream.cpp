// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/debugger/debugger_stream.h"

#include <algorithm>

#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/segments.h"
#include "plugin/debugger/debugger_message.h"
#include "plugin/debugger/debugger_state.h"

namespace godot::plugin::debug {
namespace {

using debugger::Extent;

}  // namespace

Claim claim_stream(tvbuff_t* tvb, packet_info* pinfo, bool is_port) {
  if (is_quoted(pinfo)) return Claim::no;
  const Buffer stream = buffer_of(tvb, 0);
  const bool first_pass = is_first_pass(pinfo);
  const auto has_refused = [pinfo] {
    const Conversation* conversation = conversation_of(pinfo);
    return conversation != nullptr && conversation->known->refused;
  };
  const engine::DebugClaim claim = engine::claim_debugger(stream, is_port, has_refused);
  if (claim.is_proven) return Claim::yes;
  if (first_pass && claim.waits && want_more(tvb, 0, pinfo, DESEGMENT_ONE_MORE_SEGMENT)) return Claim::wait;
  if (claim.suffices) return Claim::yes;
  // The refusal is stored only for ports that would otherwise wait.
  if (first_pass && is_port && !stream.captured.empty()) begin_conversation(pinfo)->known->refused = true;
  return Claim::no;
}

int dissect_debug_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, bool insists) {
  if (is_quoted(pinfo)) return 0;
  Conversation* conversation = begin_conversation(pinfo);
  const int end = static_cast<int>(tvb_captured_length(tvb));
  for (int offset = 0; offset < end;) {
    const Buffer stream = buffer_of(tvb, offset);
    const bool is_first = offset == 0;
    const Extent extent = engine::debug_extent(stream, *conversation->known, insists);
    const bool apart = pinfo->can_desegment == 0 && !is_cut(tvb);
    const Buffer units = apart ? debugger::whole_units(stream) : Buffer{};
    // If segments are not joined, a unit in two of them is lost, with the message that it belongs to.
    if (apart && units.captured.empty())
      conversation->known->keep_run(place_of(pinfo), direction_of(*conversation, pinfo, {}), {});
    if (extent.status == Extent::Status::none || (apart && units.captured.empty())) {
      return is_first && !insists ? 0 : leave_rest(tvb, offset, pinfo, tree);
    }
    Buffer message = engine::debug_front(stream, extent);
    Parts parts = Parts::whole;
    if (apart) {
      message = units;
      parts = Parts::as_they_come;
    } else if (extent.status == Extent::Status::more) {
      // The length of a run is not known in advance, and TCP joins only the requested number of bytes.
      const std::uint32_t missing = extent.run ? DESEGMENT_ONE_MORE_SEGMENT : extent.missing;
      if (want_more(tvb, offset, pinfo, missing)) return end;
    }
    if (is_first) col_clear(pinfo->cinfo, COL_INFO);
    offset += dissect_debug_message({tvb, offset, pinfo, tree}, message, *conversation, true, parts);
  }
  return end;
}

int dissect_debug_websocket(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
  if (is_quoted(pinfo)) return 0;
  const Buffer message = buffer_of(tvb, 0);
  if (!engine::is_debug_message(message, [pinfo] { return conversation_of(pinfo); })) return 0;
  col_clear(pinfo->cinfo, COL_INFO);
  return dissect_debug_message({tvb, 0, pinfo, tree}, message, *begin_conversation(pinfo), false, Parts::whole);
}

}  // namespace godot::plugin::debug
