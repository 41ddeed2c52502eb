// SPDX-License-Identifier: MIT
// Bytes of the game's own: shown as a Variant if they parse as one.
#pragma once

#include "analysis/annotation/annotations.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis::annotation {

/// True if they have been shown.
[[nodiscard]] bool annotate(Annotations& notes, const multiplayer::UserBytes& bytes);

}  // namespace godot::analysis::annotation
