// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that ENet's dissector adds to what the wire says.
#pragma once

#include <cstdint>

#include "plugin/core/generated.h"

namespace godot::plugin {

enum class EnetField : std::uint16_t {
#define GODOT_GENERATED(id, ...) id,
#include "plugin/enet/generated.def"
#undef GODOT_GENERATED
  count_,
};

enum class EnetExpert : std::uint8_t {
#define GODOT_EXPERT(id, ...) id,
#include "plugin/enet/experts.def"
#undef GODOT_EXPERT
  count_,
};

[[nodiscard]] int header_field(EnetField field) noexcept;
[[nodiscard]] int subtree(EnetField field) noexcept;
[[nodiscard]] expert_field* expert(EnetExpert row) noexcept;

/// Registers the rows of both tables. The protocols are there already.
void register_generated_of_enet();

}  // namespace godot::plugin
