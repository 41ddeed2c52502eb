// SPDX-License-Identifier: GPL-2.0-or-later
// What only the plugin can know, because it remembers: numbers of conversations, links between frames, times. One row
// per field and per expert information, in the generated.def and experts.def of each protocol; the codec's catalogue
// has the rest.
#pragma once

#include <cstdint>

#include "plugin/core/bridge.h"

namespace godot::plugin {

enum class Generated : std::uint16_t {
#define GODOT_GENERATED(id, ...) id,
#include "plugin/debugger/generated.def"
#include "plugin/enet/generated.def"
#include "plugin/multiplayer/generated.def"
#undef GODOT_GENERATED
  count_,
};

enum class Expert : std::uint8_t {
#define GODOT_EXPERT(id, ...) id,
#include "plugin/debugger/experts.def"
#include "plugin/enet/experts.def"
#include "plugin/multiplayer/experts.def"
#include "plugin/variant/experts.def"
#undef GODOT_EXPERT
  count_,
};

/// Header field of a row.
[[nodiscard]] int header_field(Generated field) noexcept;

/// Subtree type of a row.
[[nodiscard]] int subtree(Generated field) noexcept;

[[nodiscard]] expert_field* expert(Expert row) noexcept;

}  // namespace godot::plugin
