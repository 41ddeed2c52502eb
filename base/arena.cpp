// SPDX-License-Identifier: MIT
#include "base/arena.h"

#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace godot::analysis {

/// Few texts are longer than the buffer: those are formatted again.
const char* Arena::text(const char* format, ...) const {
  std::array<char, 256> buffer;
  std::va_list values;
  va_start(values, format);
  std::va_list again;
  va_copy(again, values);
  const int length = std::vsnprintf(buffer.data(), buffer.size(), format, values);
  va_end(values);
  const std::size_t size = length > 0 ? static_cast<std::size_t>(length) : 0;
  char* const text = bytes(size + 1);
  if (size < buffer.size()) std::memcpy(text, buffer.data(), size);
  else std::vsnprintf(text, size + 1, format, again);
  text[size] = '\0';
  va_end(again);
  return text;
}

}  // namespace godot::analysis
