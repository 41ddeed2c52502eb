// SPDX-License-Identifier: MIT
// The position that a value is: a Vector2, a Vector3 from above (x and z), or the origin of a transform.
#pragma once

#include <optional>

#include "analysis/facts/facts.h"

namespace godot::analysis::page {

struct Place {
  float x;
  float y;
};

/// Nothing: the value is no position.
[[nodiscard]] std::optional<Place> place_of(const facts::Value& value);

}  // namespace godot::analysis::page
