// SPDX-License-Identifier: GPL-2.0-or-later
// Reads datagrams with the user's choice of the checksum, and the libraries for zlib and zstd.
#pragma once

#include "plugin/enet/codec.h"

namespace godot::plugin::enet {

/// The reader of all datagrams, with the decompressors of this build. A reading is valid until the next one.
[[nodiscard]] DatagramReader& reader() noexcept;

}  // namespace godot::plugin::enet
