// SPDX-License-Identifier: MIT
#include "engine/streams/values.h"

#include <algorithm>

#include "engine/values/value.h"

namespace godot::engine {

namespace values = analysis::values;

namespace {

std::uint64_t key_of(const values::SegmentId& id) noexcept { return std::uint64_t{id.frame} << 32 | id.index; }

}  // namespace

struct StreamedValues::Reading {
  Packet& packet;
  Stream& stream;
  values::Circumstances where;
  bool doubtful;     ///< it may begin inside a value
  bool& behind_gap;  ///< so far no value was found behind a gap
  bool may_wait;     ///< a unit that is not complete is read with the bytes that follow
};

values::Circumstances StreamedValues::circumstances(const Packet& packet, const Stream& stream) {
  return {.frame = packet.frame.number,
          .readings = {variant::all_candidates, false},
          .is_preferred = false,
          .refused = stream.refused};
}

/// First pass: learns from a segment of a stream that is not recognised yet, or of a value that began before it was.
bool StreamedValues::recognise(const Packet& packet, Stream& stream, const Segment& segment, bool& waits) {
  Conversation& conversation = stream.conversation;
  const values::Circumstances where = circumstances(packet, stream);
  if (conversation.recognition.certain()) {
    if (values::is_inside(segment, conversation)) values::go_on(segment, conversation, where);
    return true;
  }
  const values::Judgement judgement = values::judge_segment(segment, conversation, where, early_);
  if (judgement == values::Judgement::no && stream.refused != UINT8_MAX) ++stream.refused;
  waits = judgement == values::Judgement::wait && !segment.is_cut();
  if (waits) stream.lengths_alone.insert(key_of(segment.id));
  return conversation.recognition.certain();
}

void StreamedValues::value(const Reading& reading, const Buffer& whole, const values::Verdict& verdict,
                           const variant::Options& options) {
  tell_value(game_, reading.packet, whole, verdict, options, analysis::facts::Transport::tcp, nullptr);
}

/// A value in several segments that came before the stream was recognised, in the last of them.
void StreamedValues::read_joined(const Reading& reading, std::span<const std::uint8_t> unit) {
  const Buffer whole{unit};
  const Conversation& conversation = reading.stream.conversation;
  const Buffer value_alone = values::value_of_unit(whole, whole.reported - variant::stream_prefix);
  value(reading, whole, values::judge(value_alone, &conversation, {}, reading.where), values::in_stream(conversation));
}

ReadOfStream StreamedValues::read_units(const Reading& reading, const Buffer& bytes, bool is_first) {
  Conversation& conversation = reading.stream.conversation;
  const std::size_t end = bytes.captured.size();
  const bool is_cut = end < bytes.reported;
  for (std::size_t at = 0; at < end;) {
    const Buffer rest = {bytes.captured.subspan(at), static_cast<Offset>(bytes.reported - at)};
    values::Unit unit = values::unit_at(rest, conversation, {}, reading.behind_gap || reading.doubtful, reading.where);
    if (unit.missing != 0 && !is_cut) {
      if (!reading.may_wait) return {.taken = end};
      return {.taken = at, .needs = end - at + (unit.missing == values::Unit::some ? 1 : unit.missing)};
    }
    // A length alone proves nothing.
    const bool is_doubtful = reading.behind_gap || reading.doubtful;
    if (is_doubtful && unit.kind == values::Unit::Kind::incomplete) unit.kind = values::Unit::Kind::none;
    if (unit.kind == values::Unit::Kind::none) return {.is_ours = at != 0 || !is_first, .taken = end};
    reading.behind_gap = false;
    if (unit.kind == values::Unit::Kind::bare) {
      value(reading, unit.value, unit.verdict, {});
      at += unit.value.captured.size();
      continue;
    }
    if (reading.packet.frame.first_pass) {
      values::learn_further(conversation, unit.value, reading.where);
      unit.verdict = values::judge(unit.value, &conversation, {}, reading.where);
    }
    const Buffer whole = {rest.captured.first(std::min<std::size_t>(rest.captured.size(), unit.size())),
                          static_cast<Offset>(unit.size())};
    value(reading, whole, unit.verdict, values::in_stream(conversation));
    at += whole.captured.size();
  }
  return {.taken = end};
}

/// A segment of a recognised stream, also one before it was: values in several of those were joined by the recognition.
ReadOfStream StreamedValues::read_segment(const Reading& reading, const Segment& segment) {
  const Conversation& conversation = reading.stream.conversation;
  const Buffer& bytes = segment.bytes;
  const values::EarlyStream* early = conversation.early;
  const values::Edges* edges = early != nullptr ? early->joined.find(segment.id) : nullptr;
  if (edges == nullptr) {
    const bool inside = reading.packet.frame.first_pass && values::is_inside(segment, conversation) &&
                        reading.packet.frame.number >= conversation.certain_in;
    return inside ? ReadOfStream{.taken = bytes.captured.size()} : read_units(reading, bytes, true);
  }
  if (edges->whole != nullptr) read_joined(reading, *edges->whole);
  const std::size_t begin = std::min<std::size_t>(edges->front, bytes.captured.size());
  const std::size_t end = bytes.captured.size() - std::min<std::size_t>(edges->tail, bytes.captured.size() - begin);
  ReadOfStream read = read_units(reading, Buffer{bytes.captured.subspan(begin, end - begin)}, begin == 0);
  read.taken = edges->tail != 0 ? bytes.captured.size() : begin + read.taken;
  return read;
}

ReadOfStream StreamedValues::read(Packet& packet, std::uint32_t number, const StreamPiece& piece, const Buffer& bytes,
                                  bool& is_doubtful) {
  Stream& stream = streams_[number];
  Conversation& conversation = stream.conversation;
  const std::size_t waited = bytes.captured.size() - piece.bytes.size();
  const std::uint32_t start = piece.sequence - static_cast<std::uint32_t>(waited);
  const Segment segment = {.bytes = bytes,
                           .id = {.frame = packet.frame.number, .index = start},
                           .direction = piece.side,
                           .start = start,
                           .has_start = waited == 0};
  if (packet.frame.first_pass) {
    bool waits = false;
    const bool is_certain = recognise(packet, stream, segment, waits);
    if (waits) return {};
    if (!is_certain) return {.is_ours = false, .taken = bytes.captured.size()};
  } else if (stream.lengths_alone.contains(key_of(segment.id))) {
    return {};
  } else if (!conversation.recognition.certain()) {
    return {.is_ours = false, .taken = bytes.captured.size()};
  }
  // Segments were not joined before the conversation was recognised: some begin inside a value.
  const bool is_early = packet.frame.number < conversation.certain_in;
  return read_segment({.packet = packet,
                       .stream = stream,
                       .where = circumstances(packet, stream),
                       .doubtful = is_early || segment.is_cut(),
                       .behind_gap = is_doubtful,
                       .may_wait = !is_early},
                      segment);
}

}  // namespace godot::engine
