// SPDX-License-Identifier: MIT
#include "engine/streams/stream_values.h"

#include <algorithm>

#include "base/flow_table.h"
#include "engine/streams/value_steps.h"
#include "engine/values/recognised_value.h"

namespace godot::engine {

namespace values = analysis::values;

namespace {

std::uint64_t key_of(const values::SegmentId& id) noexcept { return std::uint64_t{id.frame} << 32 | id.index; }

}  // namespace

/// A piece while it is read, for the steps.
class StreamedValues::Reading {
 public:
  using Unit = values::Unit;
  using Verdict = values::Verdict;

  /// `doubtful`: it may begin inside a value. `behind_gap`: so far no value was found behind a gap. `may_wait`: a unit
  /// that is not complete is read with the bytes that follow.
  Reading(Game& game, Packet& packet, const values::Circumstances& where, const Buffer& bytes, bool doubtful,
          bool& behind_gap, bool may_wait)
      : game_(game),
        packet_(packet),
        where_(where),
        bytes_(bytes),
        doubtful_(doubtful),
        behind_gap_(behind_gap),
        may_wait_(may_wait) {}

  [[nodiscard]] bool first_pass() const { return packet_.frame.first_pass; }
  [[nodiscard]] const values::Circumstances& where() const { return where_; }
  [[nodiscard]] bool is_doubtful() const { return behind_gap_ || doubtful_; }
  void reads(std::size_t, std::size_t end, bool is_part) {
    if (is_part) bytes_ = Buffer{bytes_.captured.first(end)};
    read_.taken = end;
  }
  [[nodiscard]] Buffer rest(std::size_t at) const {
    return {bytes_.captured.subspan(at), static_cast<Offset>(bytes_.reported - at)};
  }
  bool waits(std::size_t at, const Unit& unit) {
    const std::size_t end = bytes_.captured.size();
    if (unit.missing == 0 || end < bytes_.reported) return false;
    if (may_wait_) read_ = {.taken = at, .needs = end - at + (unit.missing == Unit::some ? 1 : unit.missing)};
    return true;
  }
  /// A length alone proves nothing.
  [[nodiscard]] bool takes(const Unit& unit) const {
    return unit.kind != Unit::Kind::none && !(is_doubtful() && unit.kind == Unit::Kind::incomplete);
  }
  void refuse(std::size_t at) { read_.is_ours = at != 0; }
  void leave(std::size_t) { read_.taken = bytes_.captured.size(); }
  void found() { behind_gap_ = false; }
  std::size_t bare(std::size_t, const Unit& unit) { return tell(unit.value, unit.verdict, {}); }
  std::size_t value(std::size_t, const Buffer& whole, const Verdict& verdict, const variant::Options& options) {
    return tell(whole, verdict, options);
  }
  [[nodiscard]] static Buffer joined(std::span<const std::uint8_t> bytes) { return Buffer{bytes}; }
  void value_of_several(const Buffer& whole, const Verdict& verdict, const variant::Options& options) {
    tell(whole, verdict, options);
  }
  static void front(std::size_t, const values::Edges&) {}
  void tail(std::size_t, const values::Edges& edges) {
    if (edges.tail != 0) read_.taken = all_;
  }

  [[nodiscard]] const ReadOfStream& read() const { return read_; }

 private:
  std::size_t tell(const Buffer& whole, const Verdict& verdict, const variant::Options& options) {
    tell_value(game_, packet_, whole, verdict, options, analysis::facts::Transport::tcp, nullptr);
    return whole.captured.size();
  }

  Game& game_;
  Packet& packet_;
  values::Circumstances where_;
  Buffer bytes_;
  std::size_t all_ = bytes_.captured.size();
  bool doubtful_;
  bool& behind_gap_;
  bool may_wait_;
  ReadOfStream read_;
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
  const values::Judgement judgement =
      judge_value_segment(segment, conversation, where, early_, [&stream] { analysis::count_up(stream.refused); });
  waits = judgement == values::Judgement::wait && !segment.is_cut();
  if (waits) stream.lengths_alone.insert(key_of(segment.id));
  return conversation.recognition.certain();
}

ReadOfStream StreamedValues::read(Packet& packet, std::uint32_t number, const StreamPiece& piece, const Buffer& bytes,
                                  bool& is_doubtful) {
  Stream& stream = streams_[number];
  Conversation& conversation = stream.conversation;
  const std::size_t waited = bytes.captured.size() - piece.bytes.size();
  const std::uint32_t start = piece.sequence - static_cast<std::uint32_t>(waited);
  const Segment segment = {.bytes = bytes,
                           .id = {.frame = packet.frame.number, .index = piece.sequence},
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
  Reading reading(game_, packet, circumstances(packet, stream), bytes, is_early || segment.is_cut(), is_doubtful,
                  !is_early);
  read_value_segment(reading, conversation, {}, segment);
  return reading.read();
}

}  // namespace godot::engine
