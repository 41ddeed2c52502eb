// SPDX-License-Identifier: MIT
// Where the program prints: answers to standard output, what is wrong to standard error.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "analyse/command_line/exit_status.h"

namespace godot::analyse {

inline void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

/// What the program's own lines on standard error begin with.
inline constexpr std::string_view own_name = "godot-analyse: ";

/// A line of its own on standard error.
inline void say(const std::string& text) { std::fprintf(stderr, "%s%s\n", own_name.data(), text.c_str()); }

/// Says why there is no answer. Returns the exit status.
inline int refuse(const std::string& why) {
  say(why);
  return could_not_read;
}

}  // namespace godot::analyse
