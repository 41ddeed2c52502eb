// SPDX-License-Identifier: MIT
// Units of a stream (a length, then that many bytes) that begin in one segment and end in another, joined while the
// stream is not recognised yet: TCP joins segments only for dissectors that claim them, and not afterwards.
//
// In: the segments in stream order, and the result for each unit. Out: for each segment which bytes belong to a unit
// that began earlier or ends later, and that unit as a whole. Memory: the bytes of the one open unit; of units that
// were values, their bytes again, within limits. Units longer than `most_held` are followed to their end, but not
// stored.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/number_hash.h"
#include "codec/variant/framing.h"

namespace godot::analysis::values {

/// The parts of incomplete units in a segment.
struct Edges {
  std::uint32_t front = 0;          ///< bytes of a unit that began before
  std::uint32_t front_ends_in = 0;  ///< the frame in which that ends
  std::uint32_t front_begins_in = 0;
  std::uint32_t tail = 0;                            ///< bytes of a unit that ends later
  std::uint32_t tail_ends_in = 0;                    ///< the frame in which that ends
  const std::vector<std::uint8_t>* whole = nullptr;  ///< the unit that `front` ends, with its length; null: not kept
};

/// Identifies a segment: a frame may have several.
struct SegmentId {
  std::uint32_t frame = 0;
  std::uint32_t index = 0;
  [[nodiscard]] bool operator==(const SegmentId&) const noexcept = default;
};

/// The open unit of one direction.
class Joiner {
 public:
  /// The most bytes of a unit that are held, and the longest unit that is followed.
  static constexpr std::size_t most_held = std::size_t{1} << 20;
  static constexpr Offset longest = (Offset{16} << 20) - 4;

  enum class State : std::uint8_t { none, open, whole, impossible };

  /// Begins with the front of a unit at the end of a segment.
  void begin(const SegmentId& id, std::span<const std::uint8_t> front, variant::ByteOrder order);

  /// Takes from the front of the next segment what belongs to the open unit. Returns how many bytes that are.
  std::uint32_t take(const SegmentId& id, std::span<const std::uint8_t> segment);

  [[nodiscard]] State state() const noexcept { return state_; }
  [[nodiscard]] bool is_open() const noexcept { return state_ == State::open; }
  [[nodiscard]] std::uint32_t begun_in() const noexcept { return parts_.empty() ? 0 : parts_.front().id.frame; }

  /// The unit's value so far, and its full length. Empty while its length is incomplete.
  [[nodiscard]] Buffer value() const noexcept;

  /// True at each doubling of the bytes so far: the times to check whether they can still be a value.
  [[nodiscard]] bool is_due() noexcept;

  void forget() noexcept;

 private:
  friend class JoinedUnits;
  struct Part {
    SegmentId id;
    std::uint32_t size;
  };
  static constexpr std::size_t most_parts = 8192;

  void read_length();

  std::vector<std::uint8_t> held_;
  std::vector<Part> parts_;
  std::uint64_t come_ = 0;  ///< bytes of the unit
  std::uint64_t size_ = 0;  ///< of the whole unit; 0: not known
  std::uint64_t due_ = 0;
  variant::ByteOrder order_ = variant::ByteOrder::little;
  State state_ = State::none;
};

/// The units of a stream that were joined.
class JoinedUnits {
 public:
  /// The joiner's unit is complete and a value: takes it out of the joiner.
  void keep(Joiner& joiner);

  /// The state of a segment, or null.
  [[nodiscard]] const Edges* find(const SegmentId& id) const;

 private:
  static constexpr std::size_t most_kept = std::size_t{4} << 20;  ///< bytes of a stream's units
  static constexpr std::size_t most_edges = std::size_t{1} << 16;

  std::unordered_map<std::uint64_t, Edges, NumberHash> edges_;
  std::deque<std::vector<std::uint8_t>> units_;
  std::size_t kept_ = 0;
};

}  // namespace godot::analysis::values
