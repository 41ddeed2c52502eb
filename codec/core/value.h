// SPDX-License-Identifier: MIT
// The value of a leaf: a small copyable union that points into the buffer where it is not a number.
#pragma once

#include <cstdint>
#include <string_view>

namespace godot {

struct Value {
  enum class Kind : std::uint8_t {
    none,
    boolean,
    uint,
    int_,
    float32,
    float64,
    text,       ///< UTF-8 as on the wire: may be invalid, the sink decides how to show it
    bytes,      ///< raw bytes of the buffer
    node_path,  ///< the strings of a NodePath: see variant/node_path.h
  };

  Kind kind = Kind::none;
  std::uint32_t size = 0;  ///< text, bytes, node_path: length in bytes
  union {
    std::uint64_t uint = 0;
    std::int64_t int_;
    double real;        ///< the number of a float32 or float64
    const char* chars;  ///< the characters of a text, bytes or node_path
  };

  constexpr Value() noexcept = default;
  static constexpr Value of_bool(std::uint64_t raw) noexcept { return unsigned_of(Kind::boolean, raw); }
  static constexpr Value of_uint(std::uint64_t raw) noexcept { return unsigned_of(Kind::uint, raw); }
  static constexpr Value of_int(std::int64_t number) noexcept {
    Value value;
    value.kind = Kind::int_;
    value.int_ = number;
    return value;
  }
  static constexpr Value of_float(float number) noexcept {
    Value value;
    value.kind = Kind::float32;
    value.real = number;
    return value;
  }
  static constexpr Value of_double(double number) noexcept {
    Value value;
    value.kind = Kind::float64;
    value.real = number;
    return value;
  }
  static constexpr Value of_text(std::string_view text) noexcept { return view_of(Kind::text, text); }
  static constexpr Value of_bytes(std::string_view bytes) noexcept { return view_of(Kind::bytes, bytes); }
  static constexpr Value of_node_path(std::string_view strings) noexcept { return view_of(Kind::node_path, strings); }

  [[nodiscard]] constexpr std::string_view view() const noexcept { return {chars, size}; }

 private:
  static constexpr Value unsigned_of(Kind kind, std::uint64_t raw) noexcept {
    Value value;
    value.kind = kind;
    value.uint = raw;
    return value;
  }
  static constexpr Value view_of(Kind kind, std::string_view view) noexcept {
    Value value;
    value.kind = kind;
    value.size = static_cast<std::uint32_t>(view.size());
    value.chars = view.data();
    return value;
  }
};

}  // namespace godot
