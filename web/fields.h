// SPDX-License-Identifier: MIT
// The items of a packet, for the page.
#pragma once

#include <string>

#include "engine/tree/tree.h"

namespace godot::web {

/// {"bytes":[{"title","size","hex"}],"items":[[depth, label, filter, bytes, begin, length, kind], ...]}: items in the
/// order of the tree; `bytes`: which of them; `kind`: 0 on the wire, 1 derived, 2 a problem. "hex" has the first
/// `most_shown_bytes`.
[[nodiscard]] std::string json_of(const engine::Tree& tree);

inline constexpr std::size_t most_shown_bytes = 65'536;

}  // namespace godot::web
