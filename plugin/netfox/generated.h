// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that the plugin adds to what netfox sends.
#pragma once

#include <cstdint>

#include "plugin/core/generated.h"

namespace godot::plugin {

enum class NetfoxField : std::uint8_t {
#define GODOT_GENERATED(id, ...) id,
#include "plugin/netfox/generated.def"
#undef GODOT_GENERATED
  count_,
};

enum class NetfoxExpert : std::uint8_t {
#define GODOT_EXPERT(id, ...) id,
#include "plugin/netfox/experts.def"
#undef GODOT_EXPERT
  count_,
};

[[nodiscard]] int header_field(NetfoxField field) noexcept;
[[nodiscard]] expert_field* expert(NetfoxExpert row) noexcept;

/// Registers the rows of both tables. The protocols are there already.
void register_generated_of_netfox();

}  // namespace godot::plugin
