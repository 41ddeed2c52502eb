// SPDX-License-Identifier: MIT
// Texts from the wire, safe to show: as Wireshark shows them.
#pragma once

#include <string_view>

#include "base/arena.h"

namespace godot::engine {

/// Valid UTF-8 on one line. U+FFFD replaces each longest beginning of a character that goes no further (Unicode 15,
/// chapter 3.9, "Substitution of Maximal Subparts"), and U+FFFE and U+FFFF; control characters become their pictures.
[[nodiscard]] const char* one_line(const analysis::Arena& arena, std::string_view text);

}  // namespace godot::engine
