// SPDX-License-Identifier: GPL-2.0-or-later
// Expert information that the dissector of Variants adds to what the wire says.
#pragma once

#include <cstdint>

#include "plugin/core/generated.h"

namespace godot::plugin {

enum class VariantExpert : std::uint8_t {
#define GODOT_EXPERT(id, ...) id,
#include "plugin/variant/experts.def"
#undef GODOT_EXPERT
  count_,
};

[[nodiscard]] expert_field* expert(VariantExpert row) noexcept;

/// Registers the rows. The protocols are there already.
void register_generated_of_variant();

}  // namespace godot::plugin
