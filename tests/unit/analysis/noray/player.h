// SPDX-License-Identifier: MIT
// A player of noray and whom it meets, for tests that write lines and datagrams by hand.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "codec/noray/noray.h"

namespace godot::test {

inline constexpr noray::End player = {0x0a000202, 53328};
inline constexpr noray::End server = {0xcb007101, 8890};
inline constexpr noray::End registrar = {0xcb007101, 8809};
inline constexpr noray::End local = {0x0a000202, 41740};
inline constexpr noray::End other = {0xcb00710a, 34066};
inline constexpr std::int64_t ms = 1'000'000;

inline std::span<const std::uint8_t> bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

}  // namespace godot::test
