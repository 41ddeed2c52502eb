// SPDX-License-Identifier: GPL-2.0-or-later
// Counting values: the tap `godot_variant`, and Statistics > Godot > Variants (tshark -z godot_variant,tree).
#pragma once

#include <cstdint>

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// The tap's data of one value.
struct ValueTap {
  const char* type;
  const char* dialect;
  std::uint32_t size;  ///< in bytes, with the length prefix on a stream
  bool malformed;
};

void register_statistics();

/// Passes a value to the tap; `value` must be valid as long as the packet.
void tap_value(packet_info* pinfo, const ValueTap* value);

}  // namespace godot::plugin
