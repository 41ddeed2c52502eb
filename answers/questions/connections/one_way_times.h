// SPDX-License-Identifier: MIT
// What a capture of both sides of a connection shows of one direction: which datagrams arrived, and how long each was
// under way. A capture has both sides if a relay, a router or a host with containers passes datagrams on
// (analysis/enet/sides), or if the relay that makes a network worse says what it did to each.
//
// In: the datagrams of the sender's side in the order of capture, each with its fate, and the arrivals. Counting ends
// with the first datagram whose fate is not known: after it, those that arrived are known sooner than those that did
// not. Nothing is stored for each datagram.
#pragma once

#include <cstdint>

#include "analysis/facts/facts.h"
#include "answers/tables/spread.h"

namespace godot::analysis::streams {

enum class Arrival : std::uint8_t { unknown, arrived, lost };

/// What became of a datagram, by the commands in it.
[[nodiscard]] Arrival arrival_of(const facts::Envelope& envelope) noexcept;

/// Its frame at the receiver's side; 0: not known.
[[nodiscard]] std::uint32_t arrives_in(const facts::Envelope& envelope) noexcept;

class Transit {
 public:
  void sent(Arrival arrival) noexcept;
  /// A reliable command in the latest datagram, which was not sent before.
  void carried_first(Arrival arrival) noexcept;
  /// A datagram arrives at `now`, this long after it was sent. Both in nanoseconds.
  void arrived(facts::Time now, facts::Time after) noexcept;

  [[nodiscard]] bool is_known() const noexcept { return datagrams_ != 0; }
  [[nodiscard]] std::uint64_t datagrams() const noexcept { return datagrams_; }
  [[nodiscard]] std::uint64_t lost() const noexcept { return lost_; }
  /// First transmissions of reliable commands, and those of them that never arrived.
  [[nodiscard]] std::uint64_t firsts() const noexcept { return firsts_; }
  [[nodiscard]] std::uint64_t firsts_lost() const noexcept { return firsts_lost_; }
  /// The share of the datagrams that never arrived.
  [[nodiscard]] double loss() const noexcept {
    return datagrams_ == 0 ? 0 : static_cast<double>(lost_) / static_cast<double>(datagrams_);
  }
  /// How long datagrams were under way, in milliseconds.
  [[nodiscard]] const report::Spread& times() const noexcept { return times_; }
  /// How often the link held datagrams back for a quarter of a second or more, and the longest time in seconds.
  [[nodiscard]] std::uint32_t standstills() const noexcept { return standstills_; }
  [[nodiscard]] double longest_standstill() const noexcept;

 private:
  std::uint64_t datagrams_ = 0;
  std::uint64_t lost_ = 0;
  std::uint64_t firsts_ = 0;
  std::uint64_t firsts_lost_ = 0;
  report::Spread times_;
  facts::Time held_at_ = 0;  ///< when the latest one that was held back arrived
  std::uint32_t standstills_ = 0;
  bool ended_ = false;
};

}  // namespace godot::analysis::streams
