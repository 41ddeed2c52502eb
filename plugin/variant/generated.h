// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that the dissector of Variants adds to what the wire says.
#pragma once

#include <cstdint>

#include "plugin/core/generated.h"

namespace godot::plugin {

enum class VariantField : std::uint16_t {
#define GODOT_GENERATED(id, ...) id,
#include "plugin/variant/generated.def"
#undef GODOT_GENERATED
  count_,
};

enum class VariantExpert : std::uint8_t {
#define GODOT_EXPERT(id, ...) id,
#include "plugin/variant/experts.def"
#undef GODOT_EXPERT
  count_,
};

[[nodiscard]] int header_field(VariantField field) noexcept;
[[nodiscard]] expert_field* expert(VariantExpert row) noexcept;

/// Registers the rows of both tables. The protocols are there already.
void register_generated_of_variant();

}  // namespace godot::plugin
