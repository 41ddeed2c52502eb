// SPDX-License-Identifier: MIT
// Names of the values of ENet's fields, for the catalogue.
#pragma once

#include "codec/core/catalogue.h"

namespace godot::names {

extern const ValueName enet_commands[];
extern const ValueName enet_peers[];
extern const ValueName enet_channels[];
extern const ValueName enet_sessions[];

}  // namespace godot::names
