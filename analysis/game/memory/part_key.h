// SPDX-License-Identifier: MIT
// Identifies a part of a message.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/number_hash.h"

namespace godot::analysis {

/// Identifies a part of a message, to store something about it: its frame, its number in the frame, its number in the
/// message.
struct PartKey {
  std::uint32_t frame;
  std::uint32_t message;
  std::uint32_t part;
  [[nodiscard]] bool operator==(const PartKey&) const noexcept = default;
};

struct PartHash {
  std::size_t operator()(const PartKey& key) const noexcept { return hash_numbers(key.frame, key.message, key.part); }
};

}  // namespace godot::analysis
