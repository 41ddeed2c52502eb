// SPDX-License-Identifier: MIT
// What the program asks the system for: the terminal's size, and input as it comes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>

namespace godot::analyse {

struct TerminalSize {
  unsigned lines = 24;
  unsigned columns = 80;
};
/// The size of the terminal at standard output.
[[nodiscard]] TerminalSize terminal_size() noexcept;

/// Waits until standard input has bytes or has ended, `milliseconds` at most. False: it has none yet.
[[nodiscard]] bool wait_for_input(unsigned milliseconds) noexcept;

/// Reads what standard input has, at least a byte. 0: it has ended, or `failed`.
[[nodiscard]] std::size_t read_input(std::span<std::uint8_t> into, bool& failed) noexcept;

}  // namespace godot::analyse
