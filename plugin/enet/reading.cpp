// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/reading.h"

#include "engine/packed/decompressors.h"
#include "plugin/core/epan/longjmp.h"

namespace godot::plugin::enet {

LEFT_BY_LONGJMP(Reading);

DatagramReader& reader() noexcept {
  static DatagramReader all(engine::packed::decompressors());
  return all;
}

}  // namespace godot::plugin::enet
