// SPDX-License-Identifier: MIT
// Decides whether the engine accepts a value of one type for an argument that is declared with another one.
//
// GDScript refuses a call if one of its values has neither the declared type nor one that Variant::can_convert_strict()
// converts to it, or if a typed container has elements of other types. Sources: core/variant/variant.cpp,
// modules/gdscript/gdscript_vm.cpp (4.0 to 4.6); core/variant.cpp, modules/gdscript/gdscript_function.cpp (3.1 to 3.6;
// older scripts declare no types).
#pragma once

#include <string_view>

#include "codec/variant/dialect.h"

namespace godot::analysis::names {

/// True if a value of the type `sent` (`int`, `Array[int]`; `EncodedObjectAsID`: an object that is sent as its id) is
/// accepted for `declared`, as a script writes it. Also true where nothing is known, as of the class of an object.
[[nodiscard]] bool accepts(variant::Generation generation, std::string_view declared, std::string_view sent) noexcept;

}  // namespace godot::analysis::names
