// SPDX-License-Identifier: GPL-2.0-or-later
// Reads datagrams with the user's choice of the checksum, and the libraries for zlib and zstd.
#pragma once

#include "codec/enet/reading.h"

namespace godot::enet::dissector {

/// As DatagramReader::read(); valid until the next call.
[[nodiscard]] Reading read(const Buffer& datagram, const ObservedSettings& settings, bool decompresses = true);

}  // namespace godot::enet::dissector
