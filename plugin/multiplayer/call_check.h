// SPDX-License-Identifier: GPL-2.0-or-later
// A call held against what the project declares: whether its receiver takes it, and whether it was sent so.
#pragma once

#include "plugin/multiplayer/annotations.h"

namespace godot::plugin {

/// Shows how the method is declared, and what of this call is otherwise. `method` is its name without a mark.
void check_call(Annotations& notes, const char* method, ByteRange whole);

/// Reports a path that the receiver has no node for, as far as its confirmations tell: seldom before the second pass.
void check_path(Annotations& notes, const TaughtPath& path);

/// Reports an unreliable message that no datagram has room for.
void check_size(Annotations& notes);

}  // namespace godot::plugin
