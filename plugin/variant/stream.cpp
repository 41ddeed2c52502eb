// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/stream.h"

#include <algorithm>
#include <span>

#include "analysis/streams/values/derived.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frame_values.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/segments.h"
#include "plugin/core/flows/conversation.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/tree/items.h"
#include "plugin/variant/value.h"

namespace godot::plugin {
namespace {

using analysis::VariantExpert;
using analysis::VariantField;

namespace values = analysis::values;
using values::Judgement;
using values::Segment;
using values::Unit;

/// The part of a segment to read: up to `end`, regardless of what follows.
struct Span {
  int begin;
  int end;
};
LEFT_BY_LONGJMP(Span, Segment, Unit, StreamHandles);

std::size_t direction_of(const packet_info* pinfo) {
  const int order = cmp_address(&pinfo->src, &pinfo->dst);
  return order != 0 ? (order > 0 ? 1 : 0) : (pinfo->srcport > pinfo->destport ? 1 : 0);
}

/// `tcp`: TCP's information about the segment, or null.
Segment segment_of(tvbuff_t* tvb, packet_info* pinfo, const tcpinfo* tcp) {
  constexpr std::uint32_t segments_key = 0x7365676D;
  Segment segment;
  segment.bytes = buffer_of(tvb, 0);
  segment.direction = direction_of(pinfo);
  // For data that TCP joined, TCP gives the end of the last segment, which may have more bytes.
  segment.has_start = tcp != nullptr && !tcp->is_reassembled;
  if (tcp != nullptr) segment.start = tcp->nxtseq - segment.bytes.reported;
  segment.id = {.frame = frame_number(pinfo),
                .index = tcp != nullptr ? segment.start : count_in_frame(pinfo, protocols.variant, segments_key)};
  return segment;
}

/// Requests the bytes that a unit lacks.
bool want_rest(tvbuff_t* tvb, int offset, packet_info* pinfo, const Unit& unit) {
  const std::uint32_t missing = unit.missing == Unit::some ? DESEGMENT_ONE_MORE_SEGMENT : unit.missing;
  return missing != 0 && want_more(tvb, offset, pinfo, missing);
}

/// A segment of a stream during dissection.
struct ShownSegment {
  tvbuff_t* tvb;
  packet_info* pinfo;
  proto_tree* tree;
  Conversation& conversation;
  const Choice& choice;
  bool doubtful;  ///< it may begin inside a value
};
LEFT_BY_LONGJMP(ShownSegment);

int dissect_units(const ShownSegment& shown, Span span) {
  const auto& [tvb, pinfo, tree, conversation, choice, doubtful] = shown;
  const values::Circumstances where = circumstances(pinfo);
  bool first = span.begin == 0;
  for (int offset = span.begin; offset < span.end;) {
    const Buffer stream = buffer_of(tvb, offset);
    Unit unit = values::unit_at(stream, conversation, choice, doubtful, where);
    if (want_rest(tvb, offset, pinfo, unit)) return span.end;
    if (unit.kind == Unit::Kind::none) return first ? 0 : leave_rest(tvb, offset, pinfo, tree);
    if (first) col_clear(pinfo->cinfo, COL_INFO);
    first = false;
    if (unit.kind == Unit::Kind::bare) {
      proto_tree_add_expert(tree, pinfo, expert(VariantExpert::variant_no_length), tvb, offset, variant::stream_prefix);
      offset += dissect_value({tvb, offset, pinfo, tree}, unit.value, unit.verdict, {});
      col_append_str(pinfo->cinfo, COL_INFO, " [no length before it]");
      continue;
    }
    if (is_first_pass(pinfo) && choice.dialect == nullptr) {
      values::learn_further(conversation, unit.value, where);
      unit.verdict = values::judge(unit.value, &conversation, choice, where);
    }
    const Buffer whole{stream.captured.first(std::min<std::size_t>(stream.captured.size(), unit.size())),
                       static_cast<Offset>(unit.size())};
    offset += dissect_value({tvb, offset, pinfo, tree}, whole, unit.verdict, values::in_stream(conversation));
  }
  return span.end;
}

/// Dissects a value in several segments, shown in its last one.
void dissect_joined(const ShownSegment& shown, std::span<const std::uint8_t> unit) {
  packet_info* pinfo = shown.pinfo;
  const auto size = static_cast<guint>(unit.size());
  tvbuff_t* joined = tvb_new_child_real_data(shown.tvb, static_cast<std::uint8_t*>(g_memdup2(unit.data(), size)), size,
                                             static_cast<gint>(size));
  tvb_set_free_cb(joined, g_free);
  add_new_data_source(pinfo, joined, "Value of several segments");
  const Buffer whole = buffer_of(joined, 0);
  const Buffer value = values::value_of_unit(whole, whole.reported - variant::stream_prefix);
  const Verdict verdict = values::judge(value, &shown.conversation, shown.choice, circumstances(pinfo));
  dissect_value({joined, 0, pinfo, shown.tree}, whole, verdict, values::in_stream(shown.conversation));
}

void add_link(tvbuff_t* tvb, proto_tree* tree, VariantField field, Span span, std::uint32_t frame) {
  const int length = span.end - span.begin;
  add_derived(tree, field, {tvb, span.begin, length}, frame);
}

/// Dissects a segment of a recognised stream, including its first ones, whose joined values are known by now.
int dissect_segment(const ShownSegment& shown, const Segment& segment) {
  const auto& [tvb, pinfo, tree, conversation, choice, doubtful] = shown;
  const int end = static_cast<int>(tvb_captured_length(tvb));
  const values::EarlyStream* early = conversation.early;
  const values::Edges* edges = early != nullptr ? early->joined.find(segment.id) : nullptr;
  if (edges == nullptr) {
    const bool inside = is_first_pass(pinfo) && values::is_inside(segment, conversation) &&
                        frame_number(pinfo) >= conversation.certain_in;
    return inside ? leave_rest(tvb, 0, pinfo, tree) : dissect_units(shown, {0, end});
  }
  const Span front = {0, static_cast<int>(edges->front)};
  const Span units = {front.end, end - static_cast<int>(edges->tail)};
  if (edges->whole != nullptr) {
    col_clear(pinfo->cinfo, COL_INFO);
    dissect_joined(shown, *edges->whole);
  }
  if (front.end != 0) {
    add_link(tvb, tree, VariantField::variant_begins_in, front, edges->front_begins_in);
    if (edges->front_ends_in != frame_number(pinfo))
      add_link(tvb, tree, VariantField::variant_ends_in, front, edges->front_ends_in);
  }
  const int read = dissect_units(shown, units);
  if (edges->tail == 0) return read;
  add_link(tvb, tree, VariantField::variant_ends_in, {units.end, end}, edges->tail_ends_in);
  return read == units.end ? leave_rest(tvb, units.end, pinfo, tree) : read;
}

/// Handles a segment on the first pass, before the stream is recognised.
Judgement judge_segment(const Segment& segment, packet_info* pinfo, Conversation& conversation) {
  const Judgement judgement = values::judge_segment(segment, conversation, circumstances(pinfo), early_streams());
  if (judgement == Judgement::no) refuse(pinfo);
  return judgement;
}

int dissect_certain(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Conversation& conversation,
                    const Segment& segment) {
  // Segments were not joined before the conversation was recognised: some begin inside a value.
  const bool doubtful = conversation.gaps || frame_number(pinfo) < conversation.certain_in;
  return dissect_segment({tvb, pinfo, tree, conversation, {}, doubtful}, segment);
}

}  // namespace

bool stream_heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const tcpinfo* tcp,
                      const StreamHandles& handles) {
  const bool first_pass = is_first_pass(pinfo);
  Conversation* conversation = first_pass ? begin_conversation(pinfo) : conversation_of(pinfo);
  if (conversation == nullptr) return false;
  const Segment segment = segment_of(tvb, pinfo, tcp);
  if (first_pass) {
    if (!conversation->recognition.certain()) {
      const Judgement judgement = judge_segment(segment, pinfo, *conversation);
      if (judgement == Judgement::wait) return want_more(tvb, 0, pinfo, DESEGMENT_ONE_MORE_SEGMENT);
      // A stream that may have an open value must see the segments before other dissectors delay them.
      const bool may_go_on =
          judgement != Judgement::no && judgement != Judgement::yes && conversation->early != nullptr;
      if (may_go_on && handles.early != nullptr) lock_free_conversation(pinfo, handles.early);
    } else if (values::is_inside(segment, *conversation)) {
      values::go_on(segment, *conversation, circumstances(pinfo));
    }
  }
  if (!conversation->recognition.certain()) return false;
  if (handles.certain != nullptr && first_pass) lock_conversation(pinfo, handles.certain);
  return dissect_certain(tvb, pinfo, tree, *conversation, segment) != 0;
}

int dissect_early_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const tcpinfo* tcp,
                         const StreamHandles& handles) {
  Conversation* conversation = conversation_of(pinfo);
  if (conversation == nullptr) return 0;
  if (is_first_pass(pinfo) && !conversation->recognition.certain()) {
    const Judgement judgement = judge_segment(segment_of(tvb, pinfo, tcp), pinfo, *conversation);
    if (judgement == Judgement::wait) {
      return want_more(tvb, 0, pinfo, DESEGMENT_ONE_MORE_SEGMENT) ? static_cast<int>(tvb_captured_length(tvb)) : 0;
    }
    // Other heuristics, which are weaker, could claim the inside of a value, and delay what follows.
    if (judgement == Judgement::part) return leave_rest(tvb, 0, pinfo, tree);
    if (judgement == Judgement::yes) lock_conversation(pinfo, handles.certain);
  }
  if (!conversation->recognition.certain()) return 0;
  // This dissector is no layer.
  pinfo->can_desegment = pinfo->saved_can_desegment;
  return call_dissector_only(handles.certain, tvb, pinfo, tree, const_cast<tcpinfo*>(tcp));
}

int dissect_known_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const tcpinfo* tcp) {
  Conversation* conversation = conversation_of(pinfo);
  if (conversation == nullptr || frame_number(pinfo) > conversation->certain_in || !conversation->recognition.certain())
    return dissect_stream(tvb, pinfo, tree, tcp, {});
  return dissect_certain(tvb, pinfo, tree, *conversation, segment_of(tvb, pinfo, tcp));
}

int dissect_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const tcpinfo* tcp, const Choice& choice) {
  Conversation* conversation = begin_conversation(pinfo);
  if (choice.insists) conversation->recognition.accept();
  const bool first_pass = is_first_pass(pinfo);
  if (!conversation->order_known && first_pass) {
    const Buffer stream = buffer_of(tvb, 0);
    if (stream.captured.size() < variant::stream_prefix) return 0;
    conversation->order = values::likely_order(stream);
    conversation->order_known = true;
  }
  if (is_cut(tvb)) conversation->gaps = true;
  const Segment segment = segment_of(tvb, pinfo, tcp);
  if (first_pass && values::is_inside(segment, *conversation))
    values::go_on(segment, *conversation, circumstances(pinfo));
  return dissect_segment({tvb, pinfo, tree, *conversation, choice, conversation->gaps && !choice.insists}, segment);
}

}  // namespace godot::plugin
