// SPDX-License-Identifier: MIT
#include "engine/tree/field_labels.h"

#include <algorithm>
#include <bit>
#include <cstdio>

#include "analysis/message/items/value_texts.h"
#include "codec/core/number.h"
#include "engine/frame/safe_text.h"
#include "engine/tree/tree.h"

namespace godot::engine {
namespace {

// As many bytes as Wireshark shows of a field.
constexpr std::size_t most_bytes = 36;

/// Hexadecimal digits of a number of this type.
int width_of(FieldType type) {
  switch (type) {
    case FieldType::uint8: return 2;
    case FieldType::uint16: return 4;
    case FieldType::uint64: return 16;
    default: return 8;
  }
}

std::string number_of(const FieldInfo& row, std::uint64_t number) {
  char text[24];
  if ((row.flags & is_hex) == 0) return std::to_string(number);
  std::snprintf(text, sizeof text, "0x%0*llx", width_of(row.type), static_cast<unsigned long long>(number));
  return text;
}

/// "name (12)"; a number alone, if only some have names; "Unknown (12)".
std::string named(Field field, std::uint64_t number) {
  const FieldInfo& row = info(field);
  const std::string digits = number_of(row, number);
  if (row.names == nullptr) return digits;
  const std::string_view name = value_name(field, static_cast<std::uint32_t>(number));
  if (name.empty() && (row.flags & names_some) != 0) return digits;
  return (name.empty() ? "Unknown" : std::string(name)) + " (" + digits + ')';
}

std::uint64_t bits_of(const FieldInfo& row, std::uint64_t word) {
  return row.mask == 0 ? word : (word & row.mask) >> std::countr_zero(row.mask);
}

std::string value_of(Field field, const Value& value, std::string_view shown, bool like_printf,
                     const analysis::Arena& arena) {
  const FieldInfo& row = info(field);
  switch (row.type) {
    case FieldType::none:
    case FieldType::protocol: return {};
    case FieldType::boolean: return bits_of(row, value.uint) != 0 ? "True" : "False";
    case FieldType::uint8:
    case FieldType::uint16:
    case FieldType::uint32:
    case FieldType::uint64: return named(field, bits_of(row, value.uint));
    case FieldType::int32: return std::to_string(static_cast<std::int32_t>(value.int_));
    case FieldType::int64: return std::to_string(value.int_);
    case FieldType::real:
    case FieldType::float64: {
      char digits[max_number_text];
      return std::string(analysis::items::number_text(value, like_printf, digits));
    }
    case FieldType::string: return one_line(arena, shown);
    case FieldType::bytes: return shown.empty() ? "<MISSING>" : hexadecimal(shown, most_bytes);
  }
  return {};
}

}  // namespace

std::string hexadecimal(std::string_view bytes, std::size_t most) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const char each : bytes.substr(0, most)) {
    const auto byte = static_cast<unsigned char>(each);
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  if (bytes.size() > most) text += "\u2026";
  return text;
}

std::string label_of_field(Field field, const Value& value, std::string_view shown, bool like_printf,
                           const analysis::Arena& arena) {
  const FieldInfo& row = info(field);
  const bool has_value = row.type != FieldType::none && row.type != FieldType::protocol;
  if (!has_value) return row.title;
  return label_of({row.title, ": ", std::string_view(value_of(field, value, shown, like_printf, arena))});
}

std::string label_of_time(std::string_view title, std::int64_t nanoseconds) {
  constexpr std::int64_t second = 1'000'000'000;
  char text[48];
  const bool is_negative = nanoseconds < 0;
  const std::uint64_t all =
      is_negative ? 0 - static_cast<std::uint64_t>(nanoseconds) : static_cast<std::uint64_t>(nanoseconds);
  std::snprintf(text, sizeof text, "%s%llu.%09llu seconds", is_negative ? "-" : "",
                static_cast<unsigned long long>(all / second), static_cast<unsigned long long>(all % second));
  return label_of({title, ": ", std::string_view(text)});
}

}  // namespace godot::engine
