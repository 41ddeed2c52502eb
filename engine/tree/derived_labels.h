// SPDX-License-Identifier: MIT
// The labels of derived fields.
#pragma once

#include <string>

#include "analysis/derived/derived_value.h"

namespace godot::engine {

/// Returns "Title: value", as Wireshark writes it.
[[nodiscard]] std::string label_of(const analysis::DerivedRow& row, const analysis::DerivedValue& value);

}  // namespace godot::engine
