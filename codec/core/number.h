// SPDX-License-Identifier: MIT
// Numbers as Godot writes them in text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "codec/core/value.h"

namespace godot {

inline constexpr std::size_t max_number_text = 40;
using NumberText = std::span<char, max_number_text>;

/// The shortest text that reads back as `number`, bit for bit, without a trailing ".0". A script's float has 64 bits,
/// whatever its width on the wire; the components of vectors and colours have 32. Exponents appear outside 1e-4 ..
/// 1e15, as in Godot 4; with `like_printf`, where "%g" has them, as in Godot 2 and 3. Minus infinity is "inf_neg".
/// (core/variant/variant_parser.cpp, rtos_fix)
[[nodiscard]] std::string_view float_text(double number, bool like_printf, NumberText out) noexcept;

/// The shortest text that reads back as this float. Whole numbers, and those that nine digits write exactly, have all
/// their digits.
[[nodiscard]] std::string_view float_text(float number, bool like_printf, NumberText out) noexcept;

/// The same, written where there is room for `max_number_text` bytes, all of which may change. Returns the end of the
/// text.
[[nodiscard]] char* write_float(double number, bool like_printf, char* to) noexcept;
[[nodiscard]] char* write_float(float number, bool like_printf, char* to) noexcept;
/// A float in a script: with ".0" where it would read as an int.
[[nodiscard]] char* write_literal(double number, bool like_printf, char* to) noexcept;
[[nodiscard]] char* write_literal(float number, bool like_printf, char* to) noexcept;

/// The double that the float's text parses to: 0.1 for the nearest float, as users write it in filters.
/// Denormal numbers, infinities and NaN are unchanged.
[[nodiscard]] double as_written(float number) noexcept;

[[nodiscard]] char* write_int(std::int64_t number, char* to) noexcept;
[[nodiscard]] char* write_uint(std::uint64_t number, char* to) noexcept;

[[nodiscard]] std::string_view int_text(std::int64_t number, NumberText out) noexcept;
[[nodiscard]] std::string_view uint_text(std::uint64_t number, NumberText out) noexcept;

}  // namespace godot
