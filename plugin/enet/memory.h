// SPDX-License-Identifier: GPL-2.0-or-later
// An allocator for the state of datagrams, which lives as long as the capture. It cuts larger blocks into pieces,
// because Wireshark's own allocator has an overhead of 16 bytes for each piece.
#pragma once

#include "base/arena.h"

namespace godot::plugin::enet {

[[nodiscard]] void* allocate_for_file(void*, std::size_t size);

inline constexpr analysis::Arena file_arena(allocate_for_file, nullptr);

/// Drops the last block; called before each capture.
void reset_memory() noexcept;

}  // namespace godot::plugin::enet
