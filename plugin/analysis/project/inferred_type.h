// SPDX-License-Identifier: GPL-2.0-or-later
// The type that `var name := expression` gives a variable, where the expression alone says it: a literal, a
// constructor, a constant of a type. (Godot: modules/gdscript/gdscript_analyzer.cpp)
#pragma once

#include <span>
#include <string_view>

#include "plugin/analysis/project/gdscript_lexer.h"

namespace godot::project {

/// True for Variant's own types as scripts write them: what is declared as one of these is never sent as another.
[[nodiscard]] bool is_sent_as_declared(std::string_view name) noexcept;

/// `expression`: its tokens outside of brackets. Empty where nothing is certain.
[[nodiscard]] std::string_view inferred_type(std::span<const Token> expression, std::string_view source) noexcept;

}  // namespace godot::project
