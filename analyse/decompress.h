// SPDX-License-Identifier: MIT
// zlib and zstd, for datagrams of ENet.
#pragma once

#include "codec/enet/reading.h"

namespace godot::analyse {

[[nodiscard]] godot::enet::Decompressors decompressors() noexcept;

}  // namespace godot::analyse
