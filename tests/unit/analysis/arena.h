// SPDX-License-Identifier: MIT
// Memory for the texts of these tests, until the program ends.
#pragma once

#include <cstddef>
#include <deque>
#include <vector>

#include "base/arena.h"

namespace godot::analysis {

inline std::deque<std::vector<std::max_align_t>> taken;
inline const Arena arena([](void*, std::size_t size)
                             -> void* { return taken.emplace_back(size / sizeof(std::max_align_t) + 1).data(); },
                         nullptr);

}  // namespace godot::analysis
