// SPDX-License-Identifier: MIT
// What is wrong with one direction of a link. Nothing is, by default.
#pragma once

#include <cstddef>
#include <cstdint>

namespace godotdump::relay {

/// Nanoseconds, on the relay's clock: since it began.
using Time = std::int64_t;
inline constexpr Time microsecond = 1000;
inline constexpr Time millisecond = 1000 * microsecond;
inline constexpr Time second = 1000 * millisecond;

enum class Way : std::uint8_t { up, down };  ///< to the server, from it
inline constexpr unsigned ways = 2;

/// How delays differ. Uniform: between base - jitter and base + jitter. Normal: jitter is the standard deviation.
/// Pareto: base plus an excess with a long tail, whose mean is the jitter (Lomax, shape 3). Below 0: 0.
enum class Shape : std::uint8_t { uniform, normal, pareto };

struct Faults {
  struct Delay {
    Time base = 0;
    Time jitter = 0;
    Shape shape = Shape::uniform;
    bool operator==(const Delay&) const = default;
  } delay;
  /// Losses in bursts (Gilbert-Elliott): the shares of datagrams that begin and that end a burst, and of those lost in
  /// it.
  struct Burst {
    double enter = 0;
    double leave = 1;
    double loss = 1;
    bool operator==(const Burst&) const = default;
  } burst;
  /// This share waits longer than the others, which may overtake.
  struct Reorder {
    double share = 0;
    Time by = 30 * millisecond;
    bool operator==(const Reorder&) const = default;
  } reorder;
  double loss = 0;                ///< share, each for itself
  double duplicate = 0;           ///< share of the datagrams that pass twice
  std::uint64_t bandwidth = 0;    ///< bits in a second, IP and UDP headers included; 0: no limit
  std::size_t queue = 64 * 1024;  ///< bytes that wait before the limited bandwidth; more is dropped

  bool operator==(const Faults&) const = default;
};

}  // namespace godotdump::relay
