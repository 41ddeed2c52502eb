// SPDX-License-Identifier: GPL-2.0-or-later
// A game's own bytes: shown as a Variant if they parse as one.
#pragma once

#include "codec/multiplayer/walk.h"
#include "plugin/multiplayer/annotations.h"

namespace godot::plugin {

/// True if the bytes have been shown.
bool annotate_bytes(Annotations& notes, const multiplayer::UserBytes& bytes);

}  // namespace godot::plugin
