// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/stream_of_values.h"

#include <span>

#include "analysis/streams/values/derived.h"
#include "engine/streams/value_steps.h"
#include "plugin/core/epan/buffer.h"
#include "plugin/core/epan/frame_values.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/segments.h"
#include "plugin/core/flows/conversation_data.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/tree/items.h"
#include "plugin/variant/value_dissector.h"

namespace godot::plugin {
namespace {
using analysis::VariantField;

namespace values = analysis::values;
using values::Judgement;
using values::Segment;
using values::Unit;

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

/// A segment of a stream during dissection, for the steps.
class ShownSegment {
 public:
  /// `doubtful`: it may begin inside a value.
  ShownSegment(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, bool doubtful)
      : tvb_(tvb), pinfo_(pinfo), tree_(tree), where_(circumstances(pinfo)), doubtful_(doubtful) {}

  [[nodiscard]] bool first_pass() const { return is_first_pass(pinfo_); }
  [[nodiscard]] const values::Circumstances& where() const noexcept { return where_; }
  [[nodiscard]] bool is_doubtful() const noexcept { return doubtful_; }
  void reads(std::size_t begin, std::size_t end, bool) noexcept {
    is_first_ = begin == 0;
    taken_ = static_cast<int>(end);
  }
  [[nodiscard]] Buffer rest(std::size_t at) const { return buffer_of(tvb_, static_cast<int>(at)); }
  [[nodiscard]] bool waits(std::size_t at, const Unit& unit) const {
    const std::uint32_t missing = unit.missing == Unit::some ? DESEGMENT_ONE_MORE_SEGMENT : unit.missing;
    return missing != 0 && want_more(tvb_, static_cast<int>(at), pinfo_, missing);
  }
  [[nodiscard]] static bool takes(const Unit& unit) noexcept { return unit.kind != Unit::Kind::none; }
  void leave(std::size_t at) { taken_ = leave_rest(tvb_, static_cast<int>(at), pinfo_, tree_); }
  void refuse(std::size_t at) {
    taken_ = 0;
    if (!is_first_) leave(at);
  }
  void found() {
    if (is_first_) col_clear(pinfo_->cinfo, COL_INFO);
    is_first_ = false;
  }
  std::size_t bare(std::size_t at, const Unit& unit) {
    proto_tree_add_expert(tree_, pinfo_, expert(analysis::VariantExpert::variant_no_length), tvb_, static_cast<int>(at),
                          variant::stream_prefix);
    const std::size_t size = value(at, unit.value, unit.verdict, {});
    col_append_str(pinfo_->cinfo, COL_INFO, " [no length before it]");
    return size;
  }
  std::size_t value(std::size_t at, const Buffer& whole, const Verdict& verdict, const variant::Options& options) {
    return static_cast<std::size_t>(
        dissect_value({tvb_, static_cast<int>(at), pinfo_, tree_}, whole, verdict, options));
  }
  Buffer joined(std::span<const std::uint8_t> unit) {
    col_clear(pinfo_->cinfo, COL_INFO);
    const auto size = static_cast<guint>(unit.size());
    joined_ = tvb_new_child_real_data(tvb_, static_cast<std::uint8_t*>(g_memdup2(unit.data(), size)), size,
                                      static_cast<gint>(size));
    tvb_set_free_cb(joined_, g_free);
    add_new_data_source(pinfo_, joined_, "Value of several segments");
    return buffer_of(joined_, 0);
  }
  void value_of_several(const Buffer& whole, const Verdict& verdict, const variant::Options& options) {
    dissect_value({joined_, 0, pinfo_, tree_}, whole, verdict, options);
  }
  void front(std::size_t end, const values::Edges& edges) {
    if (end == 0) return;
    add_link(VariantField::variant_begins_in, 0, end, edges.front_begins_in);
    if (edges.front_ends_in != where_.frame) add_link(VariantField::variant_ends_in, 0, end, edges.front_ends_in);
  }
  void tail(std::size_t begin, const values::Edges& edges) {
    if (edges.tail == 0) return;
    add_link(VariantField::variant_ends_in, begin, begin + edges.tail, edges.tail_ends_in);
    if (taken_ == static_cast<int>(begin)) leave(begin);
  }

  /// The bytes that were taken; 0: it has no value.
  [[nodiscard]] int taken() const noexcept { return taken_; }

 private:
  void add_link(VariantField field, std::size_t begin, std::size_t end, std::uint32_t frame) {
    add_derived(tree_, field, {tvb_, static_cast<int>(begin), static_cast<int>(end - begin)}, frame);
  }

  tvbuff_t* tvb_;
  packet_info* pinfo_;
  proto_tree* tree_;
  values::Circumstances where_;
  bool doubtful_;
  bool is_first_ = true;
  int taken_ = 0;
  tvbuff_t* joined_ = nullptr;  ///< a value of several segments
};
LEFT_BY_LONGJMP(ShownSegment);

int dissect_segment(ShownSegment shown, const Segment& segment, Conversation& conversation, const Choice& choice) {
  engine::read_value_segment(shown, conversation, choice, segment);
  return shown.taken();
}

/// Handles a segment on the first pass, before the stream is recognised.
Judgement judge_early(const Segment& segment, packet_info* pinfo, Conversation& conversation) {
  return engine::judge_value_segment(segment, conversation, circumstances(pinfo), of_capture<values::EarlyStreams>(),
                                     [pinfo] { refuse(pinfo); });
}

int dissect_certain(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Conversation& conversation,
                    const Segment& segment) {
  // Segments were not joined before the conversation was recognised: some begin inside a value.
  const bool doubtful = conversation.gaps || frame_number(pinfo) < conversation.certain_in;
  return dissect_segment({tvb, pinfo, tree, doubtful}, segment, conversation, {});
}

}  // namespace

bool stream_heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const tcpinfo* tcp,
                      const StreamHandles& handles) {
  if (is_quoted(pinfo)) return false;
  const bool first_pass = is_first_pass(pinfo);
  Conversation* conversation = first_pass ? begin_conversation(pinfo) : conversation_of(pinfo);
  if (conversation == nullptr) return false;
  const Segment segment = segment_of(tvb, pinfo, tcp);
  if (first_pass) {
    if (!conversation->recognition.certain()) {
      const Judgement judgement = judge_early(segment, pinfo, *conversation);
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
  if (conversation == nullptr || is_quoted(pinfo)) return 0;
  if (is_first_pass(pinfo) && !conversation->recognition.certain()) {
    const Judgement judgement = judge_early(segment_of(tvb, pinfo, tcp), pinfo, *conversation);
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
  if (is_quoted(pinfo)) return 0;
  Conversation* conversation = conversation_of(pinfo);
  if (conversation == nullptr || frame_number(pinfo) > conversation->certain_in || !conversation->recognition.certain())
    return dissect_stream(tvb, pinfo, tree, tcp, {});
  return dissect_certain(tvb, pinfo, tree, *conversation, segment_of(tvb, pinfo, tcp));
}

int dissect_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const tcpinfo* tcp, const Choice& choice) {
  if (is_quoted(pinfo)) return 0;
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
  return dissect_segment({tvb, pinfo, tree, conversation->gaps && !choice.insists}, segment, *conversation, choice);
}

}  // namespace godot::plugin
