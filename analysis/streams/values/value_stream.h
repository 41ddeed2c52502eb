// SPDX-License-Identifier: MIT
// Variants on a stream, each after its length: which bytes of a segment are values, whether a stream carries them at
// all, and where a value goes on that began in an earlier segment.
#pragma once

#include <array>
#include <deque>

#include "analysis/streams/values/joiner.h"
#include "analysis/streams/values/value_conversation.h"

namespace godot::analysis::values {

/// One segment of a stream, as passed to the dissector.
struct Segment {
  Buffer bytes;
  SegmentId id;
  std::size_t direction = 0;
  std::uint32_t start = 0;  ///< TCP's number of the first byte
  bool has_start = false;   ///< false: it continues the stream, as data decrypted by TLS or joined by TCP does

  [[nodiscard]] bool is_cut() const noexcept { return bytes.captured.size() < bytes.reported; }
};

// --- A stream that carries Variants ---------------------------------------------------------------------------------

/// What begins at a place in such a stream.
struct Unit {
  enum class Kind : std::uint8_t {
    none,        ///< no value begins here
    bare,        ///< a value without its length, which programs of other languages send
    incomplete,  ///< a length without its value, or a part of one
    value,
  };
  /// The number of missing bytes is not known.
  static constexpr std::uint32_t some = 0xFFFFFFFF;

  Kind kind;
  Buffer value;  ///< without the length, as far as it is there
  Verdict verdict;
  std::uint32_t missing = 0;  ///< bytes that the segment lacks

  /// The bytes of value and length together.
  [[nodiscard]] std::uint64_t size() const noexcept {
    return std::uint64_t{value.reported} + (kind == Kind::bare ? 0 : variant::stream_prefix);
  }
};

/// `stream`: the rest of a segment. `doubtful`: it may begin inside a value, so only bytes that parse are taken for
/// one.
[[nodiscard]] Unit unit_at(const Buffer& stream, const Conversation& conversation, const Choice& choice, bool doubtful,
                           const Circumstances& where);

/// The Variant of a whole unit, or of its beginning.
[[nodiscard]] Buffer value_of_unit(const Buffer& stream, Offset length) noexcept;

/// Options for a value after its length.
[[nodiscard]] variant::Options in_stream(const Conversation& conversation) noexcept;

/// The byte order of the length at the front of four bytes or more: in the wrong one it is very large, and values are
/// shorter than 16 MiB.
[[nodiscard]] variant::ByteOrder likely_order(const Buffer& stream) noexcept;

// --- Before a stream is recognised ----------------------------------------------------------------------------------

/// One direction of such a stream.
struct EarlyDirection {
  void pass(const Segment& segment) noexcept {
    next = segment.start + segment.bytes.reported;
    has_next = segment.has_start;
  }

  Joiner joiner;
  std::uint32_t next = 0;  ///< TCP's number of the byte behind the last segment
  bool has_next = false;
  bool is_evidence = false;  ///< the bytes of the open unit are evidence
  SegmentId judged;          ///< the last segment judged: a dissector that returns 0 may be called again
  std::uint32_t units = 0;   ///< number of consecutive valid units so far
};

/// The positions of units in several segments. It lives as long as the capture.
struct EarlyStream {
  std::uint32_t refused = 0;  ///< segments that were no Variants, before and after
  std::array<EarlyDirection, 2> directions;
  JoinedUnits joined;
};

/// The streams of a capture.
using EarlyStreams = std::deque<EarlyStream>;

enum class Judgement : std::uint8_t {
  no,        ///< the bytes are no Variants
  unproven,  ///< possible, but nothing proves it
  part,      ///< possible, and the bytes so far are evidence
  wait,      ///< possible: a single length, whose value is in the next segment
  yes,
};

/// Judges a segment of a stream that is not recognised yet, and learns from it. First pass only.
[[nodiscard]] Judgement judge_segment(const Segment& segment, Conversation& conversation, const Circumstances& where,
                                      EarlyStreams& streams);

/// True if a unit of this direction began before the stream was recognised.
[[nodiscard]] bool is_inside(const Segment& segment, const Conversation& conversation) noexcept;

/// Continues the open unit in this segment, if no segment between them is missing. Returns the number of bytes that
/// belong to it; 0 if it is no value after all.
Offset go_on(const Segment& segment, Conversation& conversation, const Circumstances& where);

}  // namespace godot::analysis::values
