// SPDX-License-Identifier: MIT
// Derived fields as items of a tree.
#pragma once

#include <string>

#include "analysis/derived/value.h"
#include "engine/tree/sink.h"

namespace godot::engine {

/// Returns "Title: value", as Wireshark writes it.
[[nodiscard]] std::string label_of(const analysis::DerivedRow& row, const analysis::DerivedValue& value);

/// Adds the item; null: there is no parent, or no room. Bytes are those of the range.
TreeItem* add_derived(const TreeOutput& out, TreeItem* in, const analysis::DerivedRow& row,
                      const analysis::ByteRange& range, const analysis::DerivedValue& value);
template <analysis::DerivedId Id>
TreeItem* add_derived(const TreeOutput& out, TreeItem* in, Id id, const analysis::ByteRange& range,
                      const analysis::DerivedValue& value) {
  return add_derived(out, in, analysis::derived_row(id), range, value);
}

}  // namespace godot::engine
