// SPDX-License-Identifier: MIT
// Memory that is given back while its owner lives on.
#pragma once

#include <vector>

namespace godot::analysis {

/// Empties a vector and frees its memory, which clear() and `= {}` keep.
template <class Element>
void release(std::vector<Element>& vector) noexcept {
  vector = std::vector<Element>();
}

}  // namespace godot::analysis
