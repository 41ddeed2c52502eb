// SPDX-License-Identifier: MIT
#include "codec/variant/dialect.h"

#include "codec/variant/types.h"

namespace godot::variant {

const Dialect& dialect(Generation generation) noexcept {
  return tables::dialects[static_cast<std::size_t>(generation)];
}

const Dialect* find_dialect(std::string_view name) noexcept {
  for (const Dialect& candidate : tables::dialects) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

}  // namespace godot::variant
