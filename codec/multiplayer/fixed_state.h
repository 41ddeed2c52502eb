// SPDX-License-Identifier: MIT
// Whether a state consists of values whose length follows from their header, as most states do. Internal to the
// recognition, which walks others.
//
// Sources: those of walk.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codec/core/bytes.h"
#include "codec/multiplayer/message_values.h"
#include "codec/variant/types.h"

namespace godot::multiplayer::detail {

/// Length of a value with its header, by type; 0: it depends on more. Wide: with flag_64.
struct FixedLengths {
  std::array<std::uint8_t, scene_types.size()> narrow = {};
  std::array<std::uint8_t, scene_types.size()> wide = {};
};

inline constexpr FixedLengths fixed_lengths = [] {
  FixedLengths lengths;
  for (std::size_t i = 0; i != scene_types.size(); ++i) {
    const variant::TypeRow& type = scene_types[i];
    const bool is_float = type.kind == variant::Kind::floating;
    if (!is_float && type.kind != variant::Kind::math) continue;
    const std::uint32_t count = is_float ? 1 : type.layout.count;
    const auto length = [&](bool wide) {
      const std::uint32_t each = is_float ? (wide ? 8 : 4) : variant::width(type.layout.component, wide);
      return static_cast<std::uint8_t>(word + each * count);
    };
    lengths.narrow[i] = length(false);
    if ((type.flags & variant::flag_64) != 0) lengths.wide[i] = length(true);
  }
  return lengths;
}();

/// Length of the value at the beginning; 0: not fixed, or too few bytes.
[[nodiscard]] inline std::size_t fixed_length(std::span<const std::uint8_t> bytes) noexcept {
  if (bytes.empty()) return 0;
  const std::uint32_t type = bytes[0] & short_type_mask;
  if (type == bool_type) return 1;
  if (type == int_type) return 1 + (std::size_t{1} << (bytes[0] >> int_width_shift));
  if (bytes.size() < word || type >= scene_types.size()) return 0;
  const std::uint32_t rest = load_le<std::uint32_t>(bytes.data()) ^ type;
  if (rest == 0) return fixed_lengths.narrow[type];
  return rest == variant::flag_64 ? fixed_lengths.wide[type] : 0;
}

/// True if a Sync of Godot 4, from the byte after its command, is whole and has only such values. A walk would find no
/// problem in it, and no bit of a value that Godot never sets.
[[nodiscard]] inline bool is_fixed_state(std::span<const std::uint8_t> bytes, bool delta) noexcept {
  // [time:2] (synchronizer:4 [indexes:8] size:4 values) × n
  constexpr std::size_t time_size = 2;
  const std::size_t head = delta ? delta_head : sync_head;
  if (!delta) {
    if (bytes.size() < time_size) return false;
    bytes = bytes.subspan(time_size);
  }
  do {
    if (bytes.size() < head) return false;
    const std::size_t size = load_le<std::uint32_t>(bytes.data() + head - word);
    if (size > bytes.size() - head) return false;
    std::span<const std::uint8_t> values = bytes.subspan(head, size);
    while (!values.empty()) {
      const std::size_t length = fixed_length(values);
      if (length == 0 || length > values.size()) return false;
      values = values.subspan(length);
    }
    bytes = bytes.subspan(head + size);
  } while (bytes.size() > head);
  return bytes.empty();
}

}  // namespace godot::multiplayer::detail
