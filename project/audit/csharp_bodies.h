// SPDX-License-Identifier: MIT
// The body of a method in C#, as method_bodies.h describes it.
#pragma once

#include <string_view>

#include "project/audit/method_bodies.h"

namespace godot::analysis::project {

/// In: the script, and a method of it as read_csharp() has found it. Time: linear in the script, at most nine times; no
/// recursion.
///
/// Not read: lambdas, the braces of objects and patterns, and what properties and other files do.
[[nodiscard]] Body read_csharp_body(std::string_view script, const Method& method);

}  // namespace godot::analysis::project
