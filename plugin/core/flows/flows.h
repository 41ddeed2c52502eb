// SPDX-License-Identifier: GPL-2.0-or-later
// A few counters for each flow (a pair of ports) in a table of fixed size, so that other protocols' traffic costs a few
// instructions and no memory. Both directions of a flow share an entry, and other flows may share it too: counters here
// may make recognition stricter, never laxer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

template <class T>
class FlowTable {
 public:
  /// The flow's entry, regardless of the packet's layer.
  [[nodiscard]] T& of(const packet_info* pinfo) noexcept { return places_[place(ports(pinfo))]; }

  /// The entry of the flow in this layer: keeps a transport's refusals apart from those of decrypted or unwrapped data.
  [[nodiscard]] T& of_layer(const packet_info* pinfo) noexcept {
    return places_[place(ports(pinfo) ^ std::uint32_t{pinfo->curr_layer_num} * 977)];
  }

  void reset() noexcept { places_.fill({}); }

 private:
  static std::uint32_t ports(const packet_info* pinfo) noexcept {
    return (pinfo->srcport + pinfo->destport) * 31 ^ (pinfo->srcport ^ pinfo->destport);
  }
  static constexpr std::size_t size = 4096;
  static std::size_t place(std::uint32_t ports) noexcept { return (ports ^ ports >> 12) % size; }

  std::array<T, size> places_{};
};

/// The limit of counters; they stay there.
inline constexpr std::uint8_t most_counted = 255;
inline void count(std::uint8_t& number) noexcept {
  number = static_cast<std::uint8_t>(number + (number != most_counted ? 1 : 0));
}

}  // namespace godot::plugin
