// SPDX-License-Identifier: MIT
// A few counters for each flow (a pair of ports) in a table of fixed size, so that other protocols' traffic costs a few
// instructions and no memory. Both directions of a flow share an entry, and other flows may share it too: counters here
// may make recognition stricter, never laxer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace godot::analysis {

/// A flow, or a flow in one layer of its packets: which entry it has.
struct FlowKey {
  std::uint32_t mixed;

  constexpr FlowKey(std::uint32_t source, std::uint32_t destination) noexcept
      : mixed((source + destination) * 31 ^ (source ^ destination)) {}
  /// Keeps a transport's refusals apart from those of decrypted or unwrapped data.
  constexpr FlowKey(std::uint32_t source, std::uint32_t destination, std::uint32_t layer) noexcept
      : mixed(FlowKey(source, destination).mixed ^ layer * 977) {}
};

template <class T>
class FlowTable {
 public:
  [[nodiscard]] T& of(FlowKey flow) noexcept { return places_[(flow.mixed ^ flow.mixed >> 12) % size]; }
  void reset() noexcept { places_.fill({}); }

 private:
  static constexpr std::size_t size = 4096;
  std::array<T, size> places_{};
};

/// Counts up to the limit of the number; it stays there.
inline void count_up(std::uint8_t& number) noexcept {
  constexpr std::uint8_t most = 255;
  number = static_cast<std::uint8_t>(number + (number != most ? 1 : 0));
}

}  // namespace godot::analysis
