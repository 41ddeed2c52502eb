// SPDX-License-Identifier: MIT
// How a property is encoded: as a Variant, or by one of netfox's serializers (RollbackSynchronizer.set_schema).
//
//   netfox::Schema schema;
//   if (netfox::parse("array_of(vec2f16, uint8)", schema)) ...
//
// Source: addons/netfox/schemas/network-schemas.gd of 1.48.4.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace godot::netfox {

/// One number, or a truth value.
enum class Scalar : std::uint8_t {
  bool8,
  uint8,
  uint16,
  uint32,
  uint64,
  varuint,
  int8,
  int16,
  int32,
  int64,
  float16,  ///< an IEEE half; 4 bytes of engines before 4.4
  float32,
  float64,
  sfrac8,  ///< -1 to 1 in so many bits
  sfrac16,
  sfrac32,
  ufrac8,  ///< 0 to 1 in so many bits
  ufrac16,
  ufrac32,
  degrees8,  ///< an angle from 0 to 360 in so many bits
  degrees16,
  degrees32,
  radians8,  ///< an angle from 0 to TAU in so many bits
  radians16,
  radians32,
  count_,
};

enum class Shape : std::uint8_t {
  variant,   ///< put_var: u32 length, Variant
  string,    ///< a u32 with the length, then UTF-8
  c_string,  ///< UTF-8 that ends with a NUL
  scalar,
  vector2,
  vector3,
  vector4,
  normal2,  ///< one number: the angle of the direction
  normal3,  ///< two numbers: an octahedron unfolded
  quaternion,
  transform2d,
  transform3d,  ///< twelve numbers, column by column
  array,        ///< its size, then its items
  dictionary,   ///< size, keys and values
};

/// A tree of shapes; the first part is the root, parts of containers come after those that hold them.
struct Schema {
  struct Part {
    Shape shape = Shape::variant;
    Scalar scalar = Scalar::uint16;  ///< of a scalar or of each component; of containers: how the size is written
    std::uint8_t first = 0;          ///< array: its items; dictionary: its keys
    std::uint8_t second = 0;         ///< of a dictionary: the part that describes its values
  };
  static constexpr std::size_t most_parts = 8;
  std::array<Part, most_parts> parts = {};
  std::uint8_t count = 1;

  [[nodiscard]] const Part& root() const noexcept { return parts[0]; }
};

/// Reads a schema as scripts write it, with or without "NetworkSchemas." and empty brackets: `vec2f16()`,
/// `array_of(varuint, uint8)`, `vec3t(sfrac8)`, `dictionary()`. False: it is not a schema, or has too many parts.
[[nodiscard]] bool parse(std::string_view text, Schema& schema) noexcept;

}  // namespace godot::netfox
