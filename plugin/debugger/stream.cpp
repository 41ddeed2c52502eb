// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/debugger/stream.h"

#include <algorithm>

#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/segments.h"
#include "plugin/debugger/conversation.h"
#include "plugin/debugger/message.h"

namespace godot::plugin::debug {
namespace {

using debugger::Extent;
using debugger::Proof;

Buffer front(const Buffer& stream, Offset size) {
  return {stream.captured.first(std::min<std::size_t>(stream.captured.size(), size)), size};
}

}  // namespace

Claim claim_stream(tvbuff_t* tvb, packet_info* pinfo, Proof::Look enough, bool patient) {
  if (is_quoted(pinfo)) return Claim::no;
  const Buffer stream = buffer_of(tvb, 0);
  const Proof proof = debugger::prove(stream, true);
  if (proof.look >= enough) return Claim::yes;
  const bool first_pass = is_first_pass(pinfo);
  if (proof.look == Proof::Look::maybe && (patient || proof.begun)) {
    const Conversation* conversation = conversation_of(pinfo);
    const bool refused = conversation != nullptr && conversation->known->refused;
    const bool hopeful = first_pass && (proof.begun || !refused);
    if (hopeful && want_more(tvb, 0, pinfo, DESEGMENT_ONE_MORE_SEGMENT)) return Claim::wait;
    // If waiting is not possible, a distinctive beginning suffices.
    if (patient && proof.begun) return Claim::yes;
  }
  // The refusal is stored only for ports that would otherwise wait.
  if (first_pass && patient && !stream.captured.empty()) begin_conversation(pinfo)->known->refused = true;
  return Claim::no;
}

int dissect_debug_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, bool insists) {
  if (is_quoted(pinfo)) return 0;
  Conversation* conversation = begin_conversation(pinfo);
  const int end = static_cast<int>(tvb_captured_length(tvb));
  for (int offset = 0; offset < end;) {
    const Buffer stream = buffer_of(tvb, offset);
    const bool is_first = offset == 0;
    // After a gap in the capture a segment may begin anywhere.
    const bool begins = insists || debugger::prove(stream, true).look != Proof::Look::no ||
                        debugger::is_unit(stream, conversation->known->era());
    const Extent extent = begins ? debugger::extent(stream) : Extent{};
    const bool apart = pinfo->can_desegment == 0 && !is_cut(tvb);
    const Buffer units = apart ? debugger::whole_units(stream) : Buffer{};
    // If segments are not joined, a unit in two of them is lost, with the message that it belongs to.
    if (apart && units.captured.empty())
      conversation->known->keep_run(place_of(pinfo), direction_of(*conversation, pinfo, {}), {});
    if (extent.status == Extent::Status::none || (apart && units.captured.empty())) {
      return is_first && !insists ? 0 : leave_rest(tvb, offset, pinfo, tree);
    }
    Buffer message = extent.status == Extent::Status::whole ? front(stream, extent.size) : stream;
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
  const Proof proof = debugger::prove(message, false);
  if (proof.look < Proof::Look::named) return 0;
  const Conversation* known = conversation_of(pinfo);
  if (proof.look != Proof::Look::yes && (known == nullptr || !known->known->is_proven())) return 0;
  col_clear(pinfo->cinfo, COL_INFO);
  return dissect_debug_message({tvb, 0, pinfo, tree}, message, *begin_conversation(pinfo), false, Parts::whole);
}

}  // namespace godot::plugin::debug
