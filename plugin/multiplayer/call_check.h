// SPDX-License-Identifier: GPL-2.0-or-later
// A call held against what the project declares: whether its receiver takes it, and whether it was sent so.
#pragma once

#include "plugin/multiplayer/annotations.h"

namespace godot::plugin {

/// Shows how the method is declared, and what of this call is otherwise. `method` is its name without a mark.
void check_call(Annotations& notes, const char* method, ByteRange whole);

}  // namespace godot::plugin
