// SPDX-License-Identifier: MIT
// Names of the values of netfox's fields, for the catalogue.
#pragma once

#include "codec/core/catalogue.h"

namespace godot::names {

/// The names of netfox's commands, one for each CommandKind.
extern const ValueName netfox_commands[];

}  // namespace godot::names
