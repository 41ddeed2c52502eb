// SPDX-License-Identifier: MIT
// The form of a word that belongs to a number, for sentences: "1 value", "2 values".
#pragma once

#include <cstdint>

namespace godot::analysis {

[[nodiscard]] constexpr const char* plural(std::uint64_t count, const char* one, const char* many) noexcept {
  return count == 1 ? one : many;
}

}  // namespace godot::analysis
