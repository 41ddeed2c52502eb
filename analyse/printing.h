// SPDX-License-Identifier: MIT
// Where the program prints: answers to standard output, what is wrong to standard error.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "analyse/exit_status.h"

namespace godot::analyse {

inline void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

/// Says why there is no answer. Returns the exit status.
inline int refuse(const std::string& why) {
  std::fprintf(stderr, "godot-analyse: %s\n", why.c_str());
  return could_not_read;
}

}  // namespace godot::analyse
