// SPDX-License-Identifier: MIT
#include "analysis/streams/values/value_stream.h"

#include <algorithm>

#include "codec/variant/fields.h"
#include "codec/variant/walk.h"

namespace godot::analysis::values {
namespace {

using variant::Observation;

/// True if the bytes are a value without an error.
bool is_valid(const Buffer& value, const Verdict& verdict, const Circumstances& where) {
  const variant::Options options = variant::options_of(value, verdict.reading(), where.readings.documented);
  return !variant::validate(value, options).problem;
}

constexpr std::uint16_t points_no_chance = 4;

/// True if the bytes cannot be a value by chance, as the zeros of a program's own numbers are a null.
bool is_no_chance(const Buffer& value, const Verdict& verdict, const Circumstances& where) {
  const variant::CandidateSet among = variant::candidates_of(verdict.dialect->generation);
  return variant::observe(value, {among, where.readings.documented}).points >= points_no_chance;
}

/// True if a value inside this segment of `reported` bytes is proof by itself: it fills its length or, if the capture
/// cut it, its beginning cannot be coincidence.
bool is_convincing(const Buffer& value, Offset reported, const Verdict& verdict, const Circumstances& where) {
  if (value.reported > reported - variant::stream_prefix) return false;
  if (value.captured.size() == value.reported) return is_valid(value, verdict, where);
  return is_no_chance(value, verdict, where);
}

/// True if the bytes fill a value, exactly.
bool is_whole_value(const Buffer& value, const Conversation& conversation, const Choice& choice,
                    const Circumstances& where) {
  if (value.captured.empty() || value.captured.size() != value.reported) return false;
  return is_valid(value, judge(value, &conversation, choice, where), where);
}

/// True if the rest of a segment is a whole value without its length, and cannot be one with it. Only the length of a
/// small value looks like a value's header.
bool lacks_length(const Buffer& stream, const Buffer& value, const Conversation& conversation, const Choice& choice,
                  const Circumstances& where) {
  if (choice.insists || value.captured.size() != value.reported || !variant::possible(stream)) return false;
  return !is_whole_value(value, conversation, choice, where) && is_whole_value(stream, conversation, choice, where) &&
         is_no_chance(stream, judge(stream, &conversation, choice, where), where);
}

/// What a length and the bytes behind it are. `doubtful`: they may be inside another value.
Unit::Kind classify(const Buffer& value, const Choice& choice, bool doubtful) {
  const Offset length = value.reported;
  if (choice.insists) return length > variant::max_stream_length ? Unit::Kind::none : Unit::Kind::value;
  if (!variant::plausible_stream_length(length)) return Unit::Kind::none;
  if (value.captured.size() < 4) return Unit::Kind::incomplete;
  // Bytes that are incomplete would be waited for, whatever they are.
  const bool newer = !doubtful && value.captured.size() == length && variant::unknown_type_header(value);
  return newer || variant::possible(value) ? Unit::Kind::value : Unit::Kind::none;
}

}  // namespace

Buffer value_of_unit(const Buffer& stream, Offset length) noexcept {
  const std::size_t there = std::min<std::size_t>(stream.captured.size() - variant::stream_prefix, length);
  return {stream.captured.subspan(variant::stream_prefix, there), length};
}

variant::Options in_stream(const Conversation& conversation) noexcept {
  variant::Options options;
  options.limit = field::stream_length;
  options.prefixed = true;
  options.prefix_order = conversation.order;
  return options;
}

variant::ByteOrder likely_order(const Buffer& stream) noexcept {
  const Offset little = variant::stream_length(stream.captured.data(), variant::ByteOrder::little);
  const Offset big = variant::stream_length(stream.captured.data(), variant::ByteOrder::big);
  return big < little ? variant::ByteOrder::big : variant::ByteOrder::little;
}

Unit unit_at(const Buffer& stream, const Conversation& conversation, const Choice& choice, bool doubtful,
             const Circumstances& where) {
  if (stream.captured.size() < variant::stream_prefix)
    return {.kind = Unit::Kind::none, .value = {}, .verdict = {}, .missing = Unit::some};
  const Offset length = variant::stream_length(stream.captured.data(), conversation.order);
  Unit unit = {.kind = Unit::Kind::none, .value = value_of_unit(stream, length), .verdict = {}};
  if (!doubtful && lacks_length(stream, unit.value, conversation, choice, where))
    return {.kind = Unit::Kind::bare, .value = stream, .verdict = judge(stream, &conversation, choice, where)};
  const Unit::Kind kind = classify(unit.value, choice, doubtful);
  if (kind == Unit::Kind::none) return unit;
  unit.verdict = judge(unit.value, &conversation, choice, where);
  const bool is_proof =
      !doubtful || kind == Unit::Kind::incomplete || is_convincing(unit.value, stream.reported, unit.verdict, where);
  if (!is_proof) return unit;
  unit.kind = kind;
  if (unit.size() > stream.reported) {
    const bool is_lone_length = kind == Unit::Kind::incomplete;
    unit.missing = is_lone_length ? Unit::some : static_cast<std::uint32_t>(unit.size() - stream.reported);
  }
  return unit;
}

namespace {

/// True if the bytes are the possible beginning of a header.
bool could_become_header(const Buffer& value) {
  std::array<std::uint8_t, 4> header{};
  if (value.captured.size() >= header.size()) return false;
  std::copy(value.captured.begin(), value.captured.end(), header.begin());
  return variant::plausible_header(Buffer{header});
}

/// Number of this stream's segments that were no Variants. The flow's is shared with other flows.
std::uint32_t refused_before(const Conversation& conversation, const Circumstances& where) {
  return conversation.early != nullptr ? conversation.early->refused : where.refused;
}

/// Reduces the count for consecutive units without gaps, each of its stated length.
std::uint32_t evidence_against(const Conversation& conversation, std::size_t direction, const Circumstances& where) {
  constexpr std::uint32_t units_of_a_chain = 4;
  constexpr std::uint32_t most_against_a_chain = 8;
  const std::uint32_t all = refused_before(conversation, where);
  const EarlyStream* early = conversation.early;
  const bool is_chain = early != nullptr && early->directions[direction].units >= units_of_a_chain;
  return is_chain ? std::min(all, most_against_a_chain) : all;
}

constexpr std::uint16_t points_of_a_part = 2;

/// True if the beginning of a value is evidence: a little, if it is short; a count that fills the value's length
/// exactly, regardless of length.
bool is_evidence_so_far(const Buffer& value, const Observation& seen, const Circumstances& where) {
  constexpr std::size_t short_part = std::size_t{64} * 1024;
  if (seen.points < points_of_a_part) return false;
  return value.captured.size() < short_part ||
         variant::observe({value.captured, value.reported - 4}, where.readings).fits == 0;
}

/// Reads the bytes of a value so far, and learns from them. `is_all`: no more will come.
Judgement judge_value(const Buffer& value, bool is_all, Conversation& conversation, std::size_t direction,
                      const Circumstances& where) {
  constexpr std::uint16_t points_prefix = 2;  // a length confirmed by the value
  if (value.captured.size() < 4) return could_become_header(value) ? Judgement::unproven : Judgement::no;
  if (!variant::possible(value)) return Judgement::no;
  Observation seen = variant::observe(value, where.readings);
  if (seen.fits == 0) return Judgement::no;
  if (value.captured.size() < value.reported) {
    const bool proves = !seen.numbers_only && seen.points >= variant::points_of_proof;
    if (!is_all && !proves) return is_evidence_so_far(value, seen, where) ? Judgement::part : Judgement::unproven;
    if (is_all && seen.points < points_of_a_part) return Judgement::no;
  }
  if (seen.points != 0) seen.points = static_cast<std::uint16_t>(seen.points + points_prefix);
  learn(conversation, where.frame, seen, value, evidence_against(conversation, direction, where));
  return conversation.recognition.certain() ? Judgement::yes : Judgement::unproven;
}

bool was_judged(const Segment& segment, Conversation& conversation) {
  if (conversation.early == nullptr) return false;
  SegmentId& judged = conversation.early->directions[segment.direction].judged;
  const bool again = judged == segment.id;
  judged = segment.id;
  return again;
}

/// What the units of a segment show.
struct JudgedUnits {
  Judgement judgement = Judgement::unproven;
  Offset open = 0;          ///< the beginning of an incomplete one
  std::uint32_t units = 0;  ///< how many units are complete

  [[nodiscard]] JudgedUnits as(Judgement found) const noexcept { return {found, open, units}; }
};

/// Reads the units of a segment from `front` on in this byte order, and learns from them.
JudgedUnits judge_units(const Segment& segment, Offset front, Conversation& conversation, variant::ByteOrder order,
                        const Circumstances& where) {
  const Buffer& bytes = segment.bytes;
  JudgedUnits judged;
  for (Offset at = front; at < bytes.captured.size();) {
    judged.open = at;
    const Buffer rest{bytes.captured.subspan(at), bytes.reported - at};
    // One to three bytes are no beginning, unless nothing was refused before.
    if (rest.captured.size() < variant::stream_prefix)
      return judged.as(at == 0 && refused_before(conversation, where) != 0 ? Judgement::no : Judgement::unproven);
    const Offset length = variant::stream_length(rest.captured.data(), order);
    if (!variant::plausible_stream_length(length) || length > Joiner::longest) return judged.as(Judgement::no);
    const Buffer value = value_of_unit(rest, length);
    if (value.captured.empty())
      return judged.as(at == 0 && refused_before(conversation, where) == 0 ? Judgement::wait : Judgement::unproven);
    const Judgement judgement = judge_value(value, segment.is_cut(), conversation, segment.direction, where);
    if (judgement == Judgement::no || judgement == Judgement::yes || value.captured.size() < length)
      return judged.as(judgement);
    ++judged.units;
    at += variant::stream_prefix + length;
    judged.open = at;
  }
  return judged;
}

/// Another protocol would have claimed the first segments.
constexpr std::uint32_t units_needed = 2;

Judgement recognise_segment(const Segment& segment, Conversation& conversation, const Circumstances& where,
                            EarlyStreams& streams) {
  if (was_judged(segment, conversation)) return Judgement::unproven;
  const Offset front = conversation.early != nullptr ? go_on(segment, conversation, where) : 0;
  if (conversation.recognition.certain()) return Judgement::yes;
  if (front != 0 && front >= segment.bytes.captured.size()) {
    const EarlyDirection& early = conversation.early->directions[segment.direction];
    return early.is_evidence && early.joiner.is_open() ? Judgement::part : Judgement::unproven;
  }
  for (const variant::ByteOrder order : {variant::ByteOrder::little, variant::ByteOrder::big}) {
    if (conversation.order_known && order != conversation.order) continue;
    Conversation trial = conversation;
    const auto [judgement, open, units] = judge_units(segment, front, trial, order, where);
    if (judgement == Judgement::no) continue;
    // A single prefix does not prove a byte order.
    if (segment.bytes.captured.size() > front + variant::stream_prefix) {
      conversation = trial;
      conversation.order = order;
      conversation.order_known = true;
    }
    if (judgement == Judgement::wait || judgement == Judgement::yes) return judgement;
    if (conversation.early == nullptr) {
      conversation.early = &streams.emplace_back();
      conversation.early->refused = where.refused;
    }
    EarlyDirection& early = conversation.early->directions[segment.direction];
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

Judgement judge_segment(const Segment& segment, Conversation& conversation, const Circumstances& where,
                        EarlyStreams& streams) {
  const Judgement judgement = recognise_segment(segment, conversation, where, streams);
  if (judgement == Judgement::no && conversation.early != nullptr) ++conversation.early->refused;
  return judgement;
}

bool is_inside(const Segment& segment, const Conversation& conversation) noexcept {
  return conversation.early != nullptr && conversation.early->directions[segment.direction].joiner.is_open();
}

Offset go_on(const Segment& segment, Conversation& conversation, const Circumstances& where) {
  EarlyDirection& early = conversation.early->directions[segment.direction];
  const Offset size = segment.bytes.reported;
  if (segment.has_start && early.has_next && early.next != segment.start) {
    const std::uint32_t again = early.next - segment.start;
    if (again <= Joiner::longest && again >= size) return size;
    early.units = 0;
    early.joiner.forget();
  }
  if (!early.joiner.is_open()) return 0;
  const Offset front = segment.is_cut() ? 0 : early.joiner.take(segment.id, segment.bytes.captured);
  const bool is_whole = early.joiner.state() == Joiner::State::whole;
  bool fits = front != 0 && early.joiner.state() != Joiner::State::impossible;
  const Buffer value = early.joiner.value();
  if (fits && value.reported != 0 && (early.joiner.is_due() || is_whole)) {
    const Judgement judgement = judge_value(value, is_whole, conversation, segment.direction, where);
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

}  // namespace godot::analysis::values
