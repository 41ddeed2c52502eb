// SPDX-License-Identifier: MIT
#include "analysis/base/arena.h"

#include <cstdarg>
#include <cstdio>

namespace godot::analysis {

const char* Arena::text(const char* format, ...) const {
  std::va_list values;
  va_start(values, format);
  std::va_list again;
  va_copy(again, values);
  const int length = std::vsnprintf(nullptr, 0, format, values);
  va_end(values);
  const std::size_t room = length > 0 ? static_cast<std::size_t>(length) + 1 : 1;
  auto* text = static_cast<char*>(take_(pool_, room));
  text[0] = '\0';
  std::vsnprintf(text, room, format, again);
  va_end(again);
  return text;
}

}  // namespace godot::analysis
