// SPDX-License-Identifier: GPL-2.0-or-later
// The game's own bytes: shown as a Variant where they read as one.
#pragma once

#include "codec/multiplayer/walk.h"
#include "plugin/multiplayer/annotations.h"

namespace godot::plugin {

/// True if the bytes have been shown.
bool annotate_bytes(Annotations& notes, const multiplayer::UserBytes& bytes);

}  // namespace godot::plugin
