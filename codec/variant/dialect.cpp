// SPDX-License-Identifier: MIT
#include "codec/variant/dialect.h"

#include <algorithm>

#include "codec/variant/tables.h"

namespace godot::variant {
namespace {

/// Without Nil and Object: the name of a class may be either.
bool has_type(const Dialect& dialect, std::string_view name) noexcept {
  return std::any_of(dialect.types.begin(), dialect.types.end(), [&](const TypeRow& row) {
    return row.name == name && row.kind != Kind::nil && row.kind != Kind::object;
  });
}

}  // namespace

const Dialect& dialect(Generation generation) noexcept {
  return tables::dialects[static_cast<std::size_t>(generation)];
}

const Dialect* find_dialect(std::string_view name) noexcept {
  for (const Dialect& candidate : tables::dialects) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

bool is_builtin_type(std::string_view name) noexcept {
  return has_type(dialect(Generation::godot4), name) || has_type(dialect(Generation::godot3), name);
}

}  // namespace godot::variant
