// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/stream.h"

#include <algorithm>
#include <array>
#include <span>

#include "codec/variant/fields.h"
#include "codec/variant/framing.h"
#include "codec/variant/recognise.h"
#include "codec/variant/walk.h"
#include "plugin/core/buffer.h"
#include "plugin/core/conversation.h"
#include "plugin/core/items.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/preferences.h"
#include "plugin/core/segments.h"
#include "plugin/variant/conversation.h"
#include "plugin/variant/early.h"
#include "plugin/variant/generated.h"
#include "plugin/variant/value.h"

namespace godot::plugin {
namespace {

using variant::Observation;

/// The Variant of the length-prefixed value at the beginning of `stream`, as far as it is there.
Buffer value_of_unit(const Buffer& stream, Offset length) {
  const std::size_t there = std::min<std::size_t>(stream.captured.size() - variant::stream_prefix, length);
  return {stream.captured.subspan(variant::stream_prefix, there), length};
}

/// True if a value inside this segment of `reported` bytes is proof by itself: it fills its length or, if the capture
/// cut it, its beginning cannot be coincidence.
bool is_convincing(const Buffer& value, Offset reported, const Verdict& verdict) {
  constexpr std::uint16_t points_no_chance = 4;
  if (value.reported > reported - variant::stream_prefix) return false;
  const variant::Candidate reading{verdict.dialect->generation, verdict.precision};
  if (value.captured.size() == value.reported)
    return !variant::validate(value, variant::options_of(value, reading, reads_documents())).problem;
  return variant::observe(value, {variant::candidates_of(verdict.dialect->generation), reads_documents()}).points >=
         points_no_chance;
}

/// True if the bytes fill a value, exactly.
bool is_whole_value(const Buffer& value, const Verdict& verdict) {
  if (value.captured.empty() || value.captured.size() != value.reported || verdict.dialect == nullptr) return false;
  const variant::Candidate reading{verdict.dialect->generation, verdict.precision};
  return !variant::validate(value, variant::options_of(value, reading, reads_documents())).problem;
}

/// True if the rest of a segment is a whole value without its length, which programs of other languages send, and
/// cannot be one with it. Only the length of a small value looks like a value's header.
bool lacks_length(packet_info* pinfo, const Buffer& stream, const Buffer& value, const Conversation& conversation,
                  const Choice& choice) {
  if (choice.insists || value.captured.size() != value.reported || !variant::possible(stream)) return false;
  return !is_whole_value(value, judge(pinfo, value, &conversation, choice)) &&
         is_whole_value(stream, judge(pinfo, stream, &conversation, choice));
}

/// Options for a value after its length.
variant::Options in_stream(const Conversation& conversation) {
  variant::Options options;
  options.limit = field::stream_length;
  options.prefixed = true;
  options.prefix_order = conversation.order;
  return options;
}

/// The result of classifying a unit.
enum class Classification : std::uint8_t {
  none,
  prefix,  ///< a length whose value is not there yet
  value,
};

/// `doubtful`: the bytes may be inside another value.
Classification classify(const Buffer& value, Offset length, const Choice& choice, bool doubtful) {
  if (choice.insists) return length > variant::max_stream_length ? Classification::none : Classification::value;
  if (!variant::plausible_stream_length(length)) return Classification::none;
  if (value.captured.size() < 4) return Classification::prefix;
  // Bytes that are incomplete would be waited for, whatever they are.
  const bool newer = !doubtful && value.captured.size() == length && variant::unknown_type_header(value);
  return newer || variant::possible(value) ? Classification::value : Classification::none;
}

/// The part of a segment to read: up to `end`, regardless of what follows.
struct Span {
  int begin;
  int end;
};
LEFT_BY_LONGJMP(Span, Segment, Conversation, StreamHandles);

/// `doubtful`: the buffer may begin inside a value, so only bytes that parse are taken for one.
int dissect_units(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Conversation& conversation, const Choice& choice,
                  bool doubtful, Span span) {
  bool first = span.begin == 0;
  for (int offset = span.begin; offset < span.end;) {
    const Buffer stream = buffer_of(tvb, offset);
    if (stream.captured.size() < variant::stream_prefix) {
      if (want_more(tvb, offset, pinfo, DESEGMENT_ONE_MORE_SEGMENT)) return span.end;
      return first ? 0 : leave_rest(tvb, offset, pinfo, tree);
    }
    const Offset length = variant::stream_length(stream.captured.data(), conversation.order);
    const Buffer value = value_of_unit(stream, length);
    const Classification what = classify(value, length, choice, doubtful);
    if (!doubtful && lacks_length(pinfo, stream, value, conversation, choice)) {
      if (first) col_clear(pinfo->cinfo, COL_INFO);
      first = false;
      proto_tree_add_expert(tree, pinfo, expert(VariantExpert::variant_no_length), tvb, offset, variant::stream_prefix);
      offset += dissect_value(tvb, offset, pinfo, tree, stream, judge(pinfo, stream, &conversation, choice), {});
      col_append_str(pinfo->cinfo, COL_INFO, " [no length before it]");
      continue;
    }
    if (what == Classification::none) return first ? 0 : leave_rest(tvb, offset, pinfo, tree);
    Verdict verdict = judge(pinfo, value, &conversation, choice);
    if (doubtful && what == Classification::value && !is_convincing(value, stream.reported, verdict)) {
      return first ? 0 : leave_rest(tvb, offset, pinfo, tree);
    }
    const std::uint64_t unit = std::uint64_t{length} + variant::stream_prefix;
    if (unit > stream.reported) {
      const bool lone = what == Classification::prefix;
      const std::uint32_t missing =
          lone ? DESEGMENT_ONE_MORE_SEGMENT : static_cast<std::uint32_t>(unit - stream.reported);
      if (want_more(tvb, offset, pinfo, missing)) return span.end;
    }
    if (pinfo->fd->visited == 0 && choice.dialect == nullptr) {
      learn_further(conversation, pinfo, value);
      verdict = judge(pinfo, value, &conversation, choice);
    }
    if (first) col_clear(pinfo->cinfo, COL_INFO);
    first = false;
    const Buffer whole{stream.captured.first(std::min<std::size_t>(stream.captured.size(), unit)),
                       static_cast<Offset>(unit)};
    offset += dissect_value(tvb, offset, pinfo, tree, whole, verdict, in_stream(conversation));
  }
  return span.end;
}

/// Dissects a value in several segments, shown in its last one.
void dissect_joined(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const Conversation& conversation,
                    const Choice& choice, std::span<const std::uint8_t> unit) {
  const auto size = static_cast<guint>(unit.size());
  tvbuff_t* joined = tvb_new_child_real_data(tvb, static_cast<std::uint8_t*>(g_memdup2(unit.data(), size)), size,
                                             static_cast<gint>(size));
  tvb_set_free_cb(joined, g_free);
  add_new_data_source(pinfo, joined, "Value of several segments");
  const Buffer whole = buffer_of(joined, 0);
  const Verdict verdict =
      judge(pinfo, value_of_unit(whole, whole.reported - variant::stream_prefix), &conversation, choice);
  dissect_value(joined, 0, pinfo, tree, whole, verdict, in_stream(conversation));
}

void add_link(tvbuff_t* tvb, proto_tree* tree, VariantField field, Span span, std::uint32_t frame) {
  const int length = span.end - span.begin;
  add_generated_number(tree, header_field(field), {tvb, span.begin, length}, frame);
}

/// Dissects a segment of a recognised stream, including its first ones, whose joined values are known by now.
int dissect_segment(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Conversation& conversation,
                    const Choice& choice, bool doubtful, const Segment& segment) {
  const int end = static_cast<int>(tvb_captured_length(tvb));
  const EarlyStream* early = conversation.early;
  const analysis::Edges* edges = early != nullptr ? early->joined.find(segment.id) : nullptr;
  if (edges == nullptr) {
    const bool inside = early != nullptr && pinfo->fd->visited == 0 &&
                        early->directions[segment.direction].joiner.is_open() && pinfo->num >= conversation.certain_in;
    return inside ? leave_rest(tvb, 0, pinfo, tree)
                  : dissect_units(tvb, pinfo, tree, conversation, choice, doubtful, {0, end});
  }
  const Span front = {0, static_cast<int>(edges->front)};
  const Span units = {front.end, end - static_cast<int>(edges->tail)};
  if (edges->whole != nullptr) {
    col_clear(pinfo->cinfo, COL_INFO);
    dissect_joined(tvb, pinfo, tree, conversation, choice, *edges->whole);
  }
  if (front.end != 0) {
    add_link(tvb, tree, VariantField::variant_begins_in, front, edges->front_begins_in);
    if (edges->front_ends_in != pinfo->num)
      add_link(tvb, tree, VariantField::variant_ends_in, front, edges->front_ends_in);
  }
  const int read = dissect_units(tvb, pinfo, tree, conversation, choice, doubtful, units);
  if (edges->tail == 0) return read;
  add_link(tvb, tree, VariantField::variant_ends_in, {units.end, end}, edges->tail_ends_in);
  return read == units.end ? leave_rest(tvb, units.end, pinfo, tree) : read;
}

/// True if the bytes are the possible beginning of a header.
bool could_become_header(const Buffer& value) {
  std::array<std::uint8_t, 4> header{};
  if (value.captured.size() >= header.size()) return false;
  std::copy(value.captured.begin(), value.captured.end(), header.begin());
  return variant::plausible_header(Buffer{header});
}

enum class Judgement : std::uint8_t {
  no,        ///< no Variants
  unproven,  ///< possible
  part,      ///< possible, and the bytes so far are evidence
  wait,      ///< possible: a single length, whose value is in the next segment
  yes,
};

/// Number of this stream's segments that were no Variants. The table of flows counts by layer.
std::uint32_t refused_before(const packet_info* pinfo, const Conversation& conversation) {
  return conversation.early != nullptr ? conversation.early->refused : refusals(pinfo);
}

/// Reduces the count for consecutive units without gaps, each of its stated length.
std::uint32_t evidence_against(const packet_info* pinfo, const Conversation& conversation, std::size_t direction) {
  constexpr std::uint32_t units_of_a_chain = 4;
  constexpr std::uint32_t most_against_a_chain = 8;
  const std::uint32_t all = refused_before(pinfo, conversation);
  const EarlyStream* early = conversation.early;
  const bool is_chain = early != nullptr && early->directions[direction].units >= units_of_a_chain;
  return is_chain ? std::min(all, most_against_a_chain) : all;
}

constexpr std::uint16_t points_of_a_part = 2;

/// True if the beginning of a value is evidence: a little, if it is short; a count that fills the value's length
/// exactly, regardless of length.
bool is_evidence_so_far(const Buffer& value, const Observation& seen) {
  constexpr std::size_t short_part = std::size_t{64} * 1024;
  if (seen.points < points_of_a_part) return false;
  return value.captured.size() < short_part ||
         variant::observe({value.captured, value.reported - 4}, allowed_readings()).fits == 0;
}

/// Reads the bytes of a value so far, and learns from them. `is_all`: no more will come.
Judgement judge_value(const Buffer& value, bool is_all, packet_info* pinfo, Conversation& conversation,
                      std::uint32_t against) {
  constexpr std::uint16_t points_prefix = 2;  // a length confirmed by the value
  if (value.captured.size() < 4) return could_become_header(value) ? Judgement::unproven : Judgement::no;
  if (!variant::possible(value)) return Judgement::no;
  Observation seen = variant::observe(value, allowed_readings());
  if (seen.fits == 0) return Judgement::no;
  if (value.captured.size() < value.reported) {
    const bool proves = !seen.numbers_only && seen.points >= variant::points_of_proof;
    if (!is_all && !proves) return is_evidence_so_far(value, seen) ? Judgement::part : Judgement::unproven;
    if (is_all && seen.points < points_of_a_part) return Judgement::no;
  }
  if (seen.points != 0) seen.points = static_cast<std::uint16_t>(seen.points + points_prefix);
  learn(conversation, pinfo, seen, value, against);
  return conversation.recognition.certain() ? Judgement::yes : Judgement::unproven;
}

EarlyStream& early_of(Conversation& conversation, const packet_info* pinfo) {
  if (conversation.early == nullptr) conversation.early = begin_early_stream(refusals(pinfo));
  return *conversation.early;
}

/// Continues the open unit in this segment, if no segment between them is missing. Returns the number of bytes that
/// belong to it; 0 if it is no value after all.
Offset go_on(const Segment& segment, packet_info* pinfo, Conversation& conversation) {
  EarlyDirection& early = conversation.early->directions[segment.direction];
  const Offset size = segment.bytes.reported;
  if (segment.has_start && early.has_next && early.next != segment.start) {
    const std::uint32_t again = early.next - segment.start;
    if (again <= analysis::Joiner::longest && again >= size) return size;
    early.units = 0;
    early.joiner.forget();
  }
  if (!early.joiner.is_open()) return 0;
  const Offset front = segment.is_cut() ? 0 : early.joiner.take(segment.id, segment.bytes.captured);
  const bool is_whole = early.joiner.state() == analysis::Joiner::State::whole;
  bool fits = front != 0 && early.joiner.state() != analysis::Joiner::State::impossible;
  const Buffer value = early.joiner.value();
  if (fits && value.reported != 0 && (early.joiner.is_due() || is_whole)) {
    const std::uint32_t against = evidence_against(pinfo, conversation, segment.direction);
    const Judgement judgement = judge_value(value, is_whole, pinfo, conversation, against);
    fits = judgement != Judgement::no;
    early.is_evidence = judgement == Judgement::part || early.units != 0;
  }
  early.pass(segment);
  if (!fits) {
    early.units = 0;
    early.joiner.forget();
    return 0;
  }
  if (is_whole) {
    ++early.units;
    conversation.early->joined.keep(early.joiner);
  }
  return front;
}

/// True if a unit of this direction began before the stream was recognised.
bool is_inside(const Segment& segment, const Conversation& conversation) {
  return conversation.early != nullptr && conversation.early->directions[segment.direction].joiner.is_open();
}

bool was_judged(const Segment& segment, Conversation& conversation) {
  if (conversation.early == nullptr) return false;
  analysis::SegmentId& judged = conversation.early->directions[segment.direction].judged;
  const bool again = judged == segment.id;
  judged = segment.id;
  return again;
}

/// Reads the units of a segment from `front` on in this byte order, and learns from them. Sets `open` to the beginning
/// of an incomplete one.
Judgement judge_units(const Segment& segment, Offset front, packet_info* pinfo, Conversation& conversation,
                      variant::ByteOrder order, Offset& open, std::uint32_t& units) {
  const Buffer& bytes = segment.bytes;
  for (Offset at = front; at < bytes.captured.size();) {
    open = at;
    const Buffer rest{bytes.captured.subspan(at), bytes.reported - at};
    // One to three bytes are no beginning, unless nothing was refused before.
    if (rest.captured.size() < variant::stream_prefix) {
      return at == 0 && refused_before(pinfo, conversation) != 0 ? Judgement::no : Judgement::unproven;
    }
    const Offset length = variant::stream_length(rest.captured.data(), order);
    if (!variant::plausible_stream_length(length) || length > analysis::Joiner::longest) return Judgement::no;
    const Buffer value = value_of_unit(rest, length);
    if (value.captured.empty()) {
      return at == 0 && refused_before(pinfo, conversation) == 0 ? Judgement::wait : Judgement::unproven;
    }
    const Judgement judgement = judge_value(value, segment.is_cut(), pinfo, conversation,
                                            evidence_against(pinfo, conversation, segment.direction));
    if (judgement == Judgement::no || judgement == Judgement::yes || value.captured.size() < length) return judgement;
    ++units;
    at += variant::stream_prefix + length;
    open = at;
  }
  return Judgement::unproven;
}

/// Another protocol would have claimed the first segments.
constexpr std::uint32_t units_needed = 2;

/// Judges a segment of a stream that is not recognised yet.
Judgement recognise_segment(const Segment& segment, packet_info* pinfo, Conversation& conversation) {
  if (was_judged(segment, conversation)) return Judgement::unproven;
  const Offset front = conversation.early != nullptr ? go_on(segment, pinfo, conversation) : 0;
  if (conversation.recognition.certain()) return Judgement::yes;
  if (front != 0 && front >= segment.bytes.captured.size()) {
    const EarlyDirection& early = conversation.early->directions[segment.direction];
    return early.is_evidence && early.joiner.is_open() ? Judgement::part : Judgement::unproven;
  }
  for (const variant::ByteOrder order : {variant::ByteOrder::little, variant::ByteOrder::big}) {
    if (conversation.order_known && order != conversation.order) continue;
    Conversation trial = conversation;
    Offset open = 0;
    std::uint32_t units = 0;
    const Judgement judgement = judge_units(segment, front, pinfo, trial, order, open, units);
    if (judgement == Judgement::no) continue;
    // A single prefix does not prove a byte order.
    if (segment.bytes.captured.size() > front + variant::stream_prefix) {
      conversation = trial;
      conversation.order = order;
      conversation.order_known = true;
    }
    if (judgement == Judgement::wait || judgement == Judgement::yes) return judgement;
    EarlyDirection& early = early_of(conversation, pinfo).directions[segment.direction];
    early.units += units;
    early.judged = segment.id;
    early.pass(segment);
    if (open < segment.bytes.captured.size() && !segment.is_cut())
      early.joiner.begin(segment.id, segment.bytes.captured.subspan(open), order);
    return early.units >= units_needed ? Judgement::part : Judgement::unproven;
  }
  if (conversation.early != nullptr) conversation.early->directions[segment.direction].units = 0;
  return Judgement::no;
}

}  // namespace

namespace {

/// Handles a segment on the first pass, before the stream is recognised.
Judgement judge_segment(const Segment& segment, packet_info* pinfo, Conversation& conversation) {
  const Judgement judgement = recognise_segment(segment, pinfo, conversation);
  if (judgement == Judgement::no) refuse(pinfo);
  if (judgement == Judgement::no && conversation.early != nullptr) ++conversation.early->refused;
  return judgement;
}

int dissect_certain(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, Conversation& conversation,
                    const Segment& segment) {
  // Segments were not joined before the conversation was recognised: some begin inside a value.
  const bool doubtful = conversation.gaps || pinfo->num < conversation.certain_in;
  return dissect_segment(tvb, pinfo, tree, conversation, {}, doubtful, segment);
}

}  // namespace

bool stream_heuristic(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const tcpinfo* tcp,
                      const StreamHandles& handles) {
  const bool first_pass = pinfo->fd->visited == 0;
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
    } else if (is_inside(segment, *conversation)) {
      go_on(segment, pinfo, *conversation);
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
  if (pinfo->fd->visited == 0 && !conversation->recognition.certain()) {
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
  if (conversation == nullptr || pinfo->num > conversation->certain_in || !conversation->recognition.certain())
    return dissect_stream(tvb, pinfo, tree, tcp, {});
  return dissect_certain(tvb, pinfo, tree, *conversation, segment_of(tvb, pinfo, tcp));
}

int dissect_stream(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const tcpinfo* tcp, const Choice& choice) {
  Conversation* conversation = begin_conversation(pinfo);
  if (choice.insists) conversation->recognition.accept();
  if (!conversation->order_known && pinfo->fd->visited == 0) {
    const Buffer stream = buffer_of(tvb, 0);
    if (stream.captured.size() < variant::stream_prefix) return 0;
    // In the wrong byte order, a length is very large: values are shorter than 16 MiB.
    const Offset little = variant::stream_length(stream.captured.data(), variant::ByteOrder::little);
    const Offset big = variant::stream_length(stream.captured.data(), variant::ByteOrder::big);
    conversation->order = big < little ? variant::ByteOrder::big : variant::ByteOrder::little;
    conversation->order_known = true;
  }
  if (tvb_captured_length(tvb) != tvb_reported_length(tvb)) conversation->gaps = true;
  const Segment segment = segment_of(tvb, pinfo, tcp);
  if (pinfo->fd->visited == 0 && is_inside(segment, *conversation)) go_on(segment, pinfo, *conversation);
  return dissect_segment(tvb, pinfo, tree, *conversation, choice, conversation->gaps && !choice.insists, segment);
}

}  // namespace godot::plugin
