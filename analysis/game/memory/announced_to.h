// SPDX-License-Identifier: MIT
// Whether an announcement of a path went to the far end of a link. A call that carries its path is looked up by what
// its sender has announced to anybody.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "analysis/game/memory/paths.h"

namespace godot::analysis {

/// False for a path that the caller has announced to others only: what they confirm says nothing of this link's far
/// end. `frame`: of the call.
[[nodiscard]] inline bool is_of_link(const Paths& paths, const AnnouncedPath* known, const Speaker& caller,
                                     std::string_view path, std::uint32_t frame) {
  if (known == nullptr || caller.is_behind_server()) return true;
  return paths.find_on_link(caller, path, std::max(frame, known->frame)) == known;
}

}  // namespace godot::analysis
