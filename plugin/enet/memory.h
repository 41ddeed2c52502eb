// SPDX-License-Identifier: GPL-2.0-or-later
// Memory for what is remembered of datagrams: as long as the capture is open, in pieces of larger blocks, because
// Wireshark's own allocator takes 16 bytes for each piece.
#pragma once

#include "plugin/analysis/enet/arena.h"

namespace godot::enet::dissector {

[[nodiscard]] void* allocate_for_file(void*, std::size_t size);

inline constexpr Arena file_arena = {.allocate = allocate_for_file, .context = nullptr};

/// Forgets the last block; called before each capture.
void reset_memory() noexcept;

}  // namespace godot::enet::dissector
