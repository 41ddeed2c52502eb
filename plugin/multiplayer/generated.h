// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that the multiplayer's dissector adds to what the wire says.
#pragma once

#include <cstdint>

#include "plugin/core/generated.h"

namespace godot::plugin {

enum class MultiplayerField : std::uint16_t {
#define GODOT_GENERATED(id, ...) id,
#include "plugin/multiplayer/generated.def"
#undef GODOT_GENERATED
  count_,
};

enum class MultiplayerExpert : std::uint8_t {
#define GODOT_EXPERT(id, ...) id,
#include "plugin/multiplayer/experts.def"
#undef GODOT_EXPERT
  count_,
};

[[nodiscard]] int header_field(MultiplayerField field) noexcept;
[[nodiscard]] int subtree(MultiplayerField field) noexcept;
[[nodiscard]] expert_field* expert(MultiplayerExpert row) noexcept;

/// Registers the rows of both tables. The protocols are there already.
void register_generated_of_multiplayer();

}  // namespace godot::plugin
