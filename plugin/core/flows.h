// SPDX-License-Identifier: GPL-2.0-or-later
// A few numbers for each flow (a pair of ports) in a table of fixed size, for what everybody else's traffic pays: a few
// instructions, and no memory. Both directions of a flow share a place; so may other flows, so that what is counted
// here may make recognition stricter, never laxer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "plugin/core/bridge.h"

namespace godot::plugin {

template <class T>
class FlowTable {
 public:
  /// Of a flow, whatever layer of the packet it is in.
  [[nodiscard]] T& of(const packet_info* pinfo) noexcept { return places_[place(ports(pinfo))]; }

  /// Keeps what a transport refused apart from what is decrypted or unwrapped from it later.
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

/// Counts up to a limit, and stays there.
inline constexpr std::uint8_t most_counted = 255;
inline void count(std::uint8_t& number) noexcept {
  number = static_cast<std::uint8_t>(number + (number != most_counted ? 1 : 0));
}

}  // namespace godot::plugin
