// SPDX-License-Identifier: MIT
// Project settings of netfox that are not on the wire.
#pragma once

#include <cstdint>

#include "codec/libraries/netfox/protocol.h"

namespace godot::analysis {

struct NetfoxSettings {
  bool known = false;                ///< from a project; otherwise netfox's defaults
  std::uint32_t history_limit = 64;  ///< ticks, as netfox/rollback/history_limit says
  std::uint32_t input_delay = 0;     ///< ticks, as netfox/rollback/input_delay says
  /// Bytes, as netfox/general/max_sync_packet_size says; 0: no limit.
  std::uint32_t packet_limit = netfox::usual_packet_limit;
};

}  // namespace godot::analysis
