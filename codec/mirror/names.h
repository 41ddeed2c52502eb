// SPDX-License-Identifier: MIT
// Names of the values of the mirror's fields, for the catalogue.
#pragma once

#include "codec/core/catalogue.h"

namespace godot::names {

extern const ValueName mirror_kinds[];
extern const ValueName mirror_directions[];
extern const ValueName mirror_transfer_modes[];
extern const ValueName mirror_rpc_modes[];
extern const ValueName mirror_replication_modes[];
extern const ValueName mirror_events[];
extern const ValueName mirror_tags[];
extern const ValueName mirror_link_transports[];
extern const ValueName mirror_link_deliveries[];
extern const ValueName mirror_link_formats[];

}  // namespace godot::names
