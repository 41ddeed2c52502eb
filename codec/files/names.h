// SPDX-License-Identifier: MIT
// Names of the values of the remote file system's fields, for the catalogue.
#pragma once

#include "codec/core/catalogue.h"

namespace godot::names {

extern const ValueName files_commands[];
extern const ValueName files_responses[];
extern const ValueName files_errors[];

}  // namespace godot::names
