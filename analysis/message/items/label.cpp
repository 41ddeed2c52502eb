// SPDX-License-Identifier: MIT
#include "analysis/message/items/label.h"

#include <algorithm>
#include <array>

namespace godot::analysis::items {
namespace {

constexpr std::string_view ellipsis = "\u2026";
constexpr char erase = 0x7F;

bool is_control(char letter) noexcept { return static_cast<unsigned char>(letter) < ' ' || letter == erase; }

/// U+2400 and following depict the control characters, U+2421 depicts 0x7F.
constexpr std::size_t picture_size = 3;
std::array<char, picture_size> picture_of(char letter) noexcept {
  constexpr char first_last_byte = '\x80';
  const char number = letter == erase ? '\x21' : letter;
  return {'\xE2', '\x90', static_cast<char>(first_last_byte | number)};
}

}  // namespace

std::size_t fitting(std::string_view text, std::size_t room) noexcept {
  if (text.size() <= room) return text.size();
  return room < ellipsis.size() ? 0 : utf8_boundary(text, room - ellipsis.size());
}

const char* within(const Arena& arena, const char* text, std::size_t room) {
  const std::size_t kept = fitting(text, room);
  if (text[kept] == '\0') return text;
  if (room < ellipsis.size()) return "";
  return arena.joined({{text, kept}, ellipsis});
}

const char* one_line(const Arena& arena, const char* text) {
  const std::string_view all(text);
  if (!has_controls(all)) return text;
  char* shown = arena.bytes(all.size() * picture_size + 1);
  char* to = shown;
  for (const char letter : all) {
    if (is_control(letter)) to = std::ranges::copy(picture_of(letter), to).out;
    else *to++ = letter;
  }
  *to = '\0';
  return shown;
}

std::size_t write_with_care(std::span<char> label, std::size_t used, LabelParts parts) noexcept {
  char* const begin = label.data() + used;
  const std::size_t room = label.size() - used;
  std::size_t size = 0;
  char digits[max_number_text];
  for (const LabelPart& part : parts) {
    for (const char letter : part.written(digits)) {
      const std::array<char, picture_size> picture = picture_of(letter);
      const std::string_view shown =
          is_control(letter) ? std::string_view(picture.data(), picture.size()) : std::string_view(&letter, 1);
      if (shown.size() > room - size) {
        if (room < ellipsis.size()) return used;
        const std::size_t kept = utf8_boundary({begin, size}, room - ellipsis.size());
        std::ranges::copy(ellipsis, begin + kept);
        return used + kept + ellipsis.size();
      }
      std::ranges::copy(shown, begin + size);
      size += shown.size();
    }
  }
  return used + size;
}

}  // namespace godot::analysis::items
