// SPDX-License-Identifier: MIT
// Bytes of the game's own: shown as a Variant if they parse as one.
#pragma once

#include "analysis/message/annotation/annotations.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis::annotation {

/// The word for them in texts.
[[nodiscard]] const char* name_of(const multiplayer::UserBytes& bytes) noexcept;

/// True if they have been shown.
[[nodiscard]] bool annotate(Annotations& notes, const multiplayer::UserBytes& bytes);

}  // namespace godot::analysis::annotation
