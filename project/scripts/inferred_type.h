// SPDX-License-Identifier: MIT
// The type that `var name := expression` gives a variable, if the expression alone shows it: a literal, a constructor,
// a constant of a type. (Godot: modules/gdscript/gdscript_analyzer.cpp)
#pragma once

#include <span>
#include <string_view>

#include "project/scripts/gdscript_lexer.h"

namespace godot::analysis::project {

/// True for Variant's own types as scripts write them: a value declared as one of these is never sent as another type.
[[nodiscard]] bool is_sent_as_declared(std::string_view name) noexcept;

/// `expression`: its tokens outside of brackets. Empty if the type is not certain.
[[nodiscard]] std::string_view inferred_type(std::span<const Token> expression, std::string_view source) noexcept;

}  // namespace godot::analysis::project
