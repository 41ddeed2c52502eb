// SPDX-License-Identifier: MIT
// FastLZ, level 1: the second compression of Godot's ENet.
//
// Bytes: items, each with a control byte. Below 32: control + 1 bytes follow that are copied. From 32: a match of
// (control >> 5) + 2 bytes, plus the next byte if the control's upper three bits are all set; its distance is the
// control's lower five bits, then a byte, plus 1. The first control's upper three bits are the level, 0 here.
//
// Memory: none. Time: linear in the output. Errors: see Decompressed.
// Source: thirdparty/misc/fastlz.c (fastlz1_decompress) of Godot 3 and 4.
#pragma once

#include "codec/enet/decompress.h"

namespace godot::enet {

/// Decompresses `input` into `output`, whose size is the limit.
[[nodiscard]] Decompressed decompress_fastlz(std::span<const std::uint8_t> input,
                                             std::span<std::uint8_t> output) noexcept;

}  // namespace godot::enet
