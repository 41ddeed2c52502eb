// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that the debugger's dissector adds to what the wire says.
#pragma once

#include <cstdint>

#include "plugin/core/generated.h"

namespace godot::plugin {

enum class DebuggerField : std::uint16_t {
#define GODOT_GENERATED(id, ...) id,
#include "plugin/debugger/generated.def"
#undef GODOT_GENERATED
  count_,
};

enum class DebuggerExpert : std::uint8_t {
#define GODOT_EXPERT(id, ...) id,
#include "plugin/debugger/experts.def"
#undef GODOT_EXPERT
  count_,
};

[[nodiscard]] int header_field(DebuggerField field) noexcept;
[[nodiscard]] int subtree(DebuggerField field) noexcept;
[[nodiscard]] expert_field* expert(DebuggerExpert row) noexcept;

/// Registers the rows of both tables. The protocols are there already.
void register_generated_of_debugger();

}  // namespace godot::plugin
