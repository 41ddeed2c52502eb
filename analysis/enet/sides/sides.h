// SPDX-License-Identifier: MIT
// The two sides of one connection, if the capture has both: a relay, a router or a host with containers passes
// datagrams on unchanged, to other addresses. A datagram on its sender's side that never appears on its receiver's side
// was lost in between.
//
// In: the datagrams of both streams from their handshakes on, in capture order, each as a digest of its bytes, without
// those with Connect (those of the first stream precede the second one). Out: for each datagram its frame on the other
// side, and at the end whether it never arrived.
//
// Nothing is reported unless everything matches: datagrams of both directions are on both sides, each first at its
// sender's, and no datagram is on its receiver's side only; otherwise these are two connections, the clocks of two
// captures disagree, or the capture misses frames. And the receiver's side must continue long enough.
//
// Memory: 8 KiB for each pair after its handshake, 56 bytes for each datagram. Time: at most `most_steps` for each.
#pragma once

#include <array>
#include <cstdint>

#include "analysis/enet/order/clock.h"
#include "base/arena.h"
#include "base/time.h"

namespace godot::analysis::enet {

/// A datagram's frames on both sides, 0 and 1.
struct Passage {
  Passage* earlier = nullptr;  ///< the one before in the same bucket
  std::uint64_t digest = 0;
  std::array<Nanoseconds, 2> captured = {};
  std::array<std::uint32_t, 2> frames = {};  ///< 0: not seen there
  bool from_client = false;
};

/// A datagram on the other side; `in` is 0 if it has not been found there with certainty.
struct OtherSide {
  std::uint32_t in = 0;
  Nanoseconds captured = 0;       ///< when that was captured, in nanoseconds
  std::uint32_t stream = 0;       ///< the number of its connection, enet.stream
  bool is_receivers = false;      ///< the other side is the receiver's
  const char* dropped = nullptr;  ///< a relay says that it dropped the datagram, for this reason
  bool never_arrived = false;     ///< the other side is the receiver's, and does not have it; known on the second pass
};

class Sides {
 public:
  /// A datagram as captured on one side.
  struct Sighting {
    unsigned side = 0;
    bool from_client = false;
    std::uint64_t digest = 0;
    std::uint32_t frame = 0;
    Nanoseconds captured = 0;
  };

  explicit Sides(const Arena& arena) noexcept : arena_(arena) {}

  /// Duplicates of a datagram count once.
  const Passage& see(const Sighting& sighting);

  /// From now on nothing is reported, and datagrams need not be added.
  void spoil() noexcept { spoiled_ = true; }
  [[nodiscard]] bool spoiled() const noexcept { return spoiled_; }

  /// True if its sender's side has it, and its receiver's side should have it but does not (so far).
  [[nodiscard]] bool never_arrived(const Passage& passage) const noexcept;

  /// The side nearer to the client: 0 or 1; 2: not certain.
  [[nodiscard]] unsigned client_side() const noexcept;

 private:
  static constexpr std::size_t bucket_count = 1024;
  static constexpr unsigned most_steps = 64;
  static constexpr Nanoseconds window = 10 * second;  // after that, the same bytes are another datagram

  void match(Passage& passage, const Sighting& sighting) noexcept;

  Arena arena_;
  Passage** buckets_ = nullptr;  // made when needed: handshakes alone cost little
  std::array<Nanoseconds, 2> last_ = {};
  Nanoseconds longest_ = 0;  // from one side to the other
  // By side, by direction: datagrams on this side only, and those that this side had first.
  std::array<std::array<std::uint32_t, 2>, 2> alone_ = {};
  std::array<std::array<std::uint32_t, 2>, 2> first_ = {};
  bool spoiled_ = false;
};

}  // namespace godot::analysis::enet
