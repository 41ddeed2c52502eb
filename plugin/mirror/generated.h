// SPDX-License-Identifier: GPL-2.0-or-later
// Fields that the mirror's dissector adds to what the records say.
#pragma once

#include <cstdint>

#include "plugin/core/generated.h"

namespace godot::plugin {

enum class MirrorField : std::uint16_t {
#define GODOT_GENERATED(id, ...) id,
#include "plugin/mirror/generated.def"
#undef GODOT_GENERATED
  count_,
};

[[nodiscard]] int header_field(MirrorField field) noexcept;

/// Registers the table's rows. The protocols are there already.
void register_generated_of_mirror();

}  // namespace godot::plugin
