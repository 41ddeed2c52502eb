// SPDX-License-Identifier: MIT
#include "project/audit/state_size.h"

#include <algorithm>
#include <optional>

#include "codec/variant/dialect.h"

namespace godot::analysis::project {
namespace {

constexpr std::uint32_t value_header = 4;

/// Vectors, transforms, colours: their numbers behind the header.
std::optional<ByteRange> bytes_of_math(std::string_view type) {
  for (const variant::TypeRow& row : variant::dialect(variant::Generation::godot4).types) {
    if (row.name != type || row.kind != variant::Kind::math) continue;
    const std::uint32_t size = value_header + row.layout.count * variant::width(row.layout.component, false);
    return ByteRange{size, size};
  }
  return std::nullopt;
}

ByteRange bytes_of_type(std::string_view type) {
  // Type and value share the byte of a bool; an int has one byte before 1, 2, 4 or 8.
  if (type == "bool") return {1, 1};
  if (type == "int") return {2, 9};
  // A number that single precision holds has 4 bytes.
  if (type == "float") return {value_header + 4, value_header + 8};
  if (const std::optional<ByteRange> math = bytes_of_math(type)) return *math;
  constexpr ByteRange any = {1, 0, false};
  constexpr ByteRange with_length = {2 * value_header, 0, false};
  const bool has_length = type == "String" || type == "StringName" || type.starts_with("Packed");
  return has_length ? with_length : any;
}

}  // namespace

ByteRange bytes_of_value(const ValueTypes& types) {
  ByteRange range = bytes_of_type(types.names[0]);
  if (types.names[1].empty()) return range;
  const ByteRange other = bytes_of_type(types.names[1]);
  range.least = std::min(range.least, other.least);
  range.most = std::max(range.most, other.most);
  range.is_bounded = range.is_bounded && other.is_bounded;
  return range;
}

}  // namespace godot::analysis::project
