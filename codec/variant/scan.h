// SPDX-License-Identifier: MIT
// Finds the end of a value without a walk: of scalars, texts, vectors, packed arrays, paths, and containers of these.
//
// Sources: those of walk.h.
#pragma once

#include "codec/core/bytes.h"
#include "codec/variant/walk.h"

namespace godot::variant {

/// The end of the value at `begin`, read as engines write it, if a walk would report neither a problem nor a note.
/// 0: only a walk can decide.
[[nodiscard]] Offset end_of_usual(const Buffer& buffer, Offset begin, const Dialect& dialect,
                                  Precision precision) noexcept;

}  // namespace godot::variant
