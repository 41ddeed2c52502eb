// SPDX-License-Identifier: MIT
// What the captures have and was not read, on standard error: an answer does not speak of it.
#pragma once

#include "analyse/reading/passes.h"

namespace godot::analyse {

void say_what_was_not_read(const Passes& passes);

}  // namespace godot::analyse
