// SPDX-License-Identifier: GPL-2.0-or-later
// Memory that lives as long as the capture.
#pragma once

#include "plugin/analysis/enet/arena.h"
#include "plugin/core/bridge.h"

namespace godot::enet::dissector {

inline constexpr Arena file_arena = {
    .allocate = [](void*, std::size_t size) { return wmem_alloc(wmem_file_scope(), size); }, .context = nullptr};

}  // namespace godot::enet::dissector
