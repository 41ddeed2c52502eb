// SPDX-License-Identifier: MIT
// Why a walk ended early: what was expected, where, and which field imposed the limit. Stored as data; describe() makes
// the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "codec/core/bytes.h"
#include "codec/core/catalogue.h"

namespace godot {

/// The limit of fields that no other field bounds: the end of the message.
inline constexpr Field message_end = field::none;

/// Example: `04000000 10000000 6162`, a String with the length 16, of which two bytes follow, gives
///
///     {.code = truncated, .field = field::string, .limit = message_end, .offset = 8, .needed = 16, .had = 2}
///
/// and describe() makes of it "String needs 16 bytes, 2 are left, at offset 8 [godot.variant.string]".
struct Problem {
  enum class Code : std::uint8_t {
    none,
    // Bytes: `needed` and `had`
    cut,              ///< the bytes were on the wire, but are not in the capture
    truncated,        ///< the message ends inside the field
    count_too_large,  ///< the declared elements need more bytes than are left
    // A value: `value`, and the `bound` that it breaks
    negative_length,     ///< a length with its sign bit set; no bound
    unknown_type,        ///< an id that does not exist; all ids are below the bound
    too_deep,            ///< more levels of nesting than the engine accepts (the bound)
    out_of_range,        ///< a value outside its fixed set; valid values are below the bound
    length_mismatch,     ///< a length that contradicts the field it belongs to; the bound is the smallest valid one
    unsupported_format,  ///< a form that this engine no longer reads; neither value nor bound
    wrong_type,          ///< a type's id; the bound is the expected id
    misplaced,           ///< a value that is valid elsewhere, but not here; no bound
  };

  Code code = Code::none;
  Field field = field::none;  ///< the field being read
  Field limit = message_end;  ///< what sets the limit: a length field, or the message itself
  Offset offset = 0;          ///< where the field begins
  std::uint64_t needed = 0;   ///< bytes that the field, or its elements, need
  std::uint64_t had = 0;      ///< bytes that were left, or captured
  std::uint64_t value = 0;    ///< the value that was read and is wrong
  std::uint64_t bound = 0;    ///< the bound that it breaks

  [[nodiscard]] explicit operator bool() const noexcept { return code != Code::none; }
  [[nodiscard]] bool operator==(const Problem&) const noexcept = default;

  /// True for missing bytes, false for wrong values.
  [[nodiscard]] bool is_about_bytes() const noexcept { return code != Code::none && code <= Code::count_too_large; }
};

/// The longest text that describe() makes, in bytes.
inline constexpr std::size_t max_problem_text = 320;

/// Writes one sentence about the problem into `out` and returns the part used. Never allocates.
[[nodiscard]] std::string_view describe(const Problem& problem, std::span<char, max_problem_text> out) noexcept;

/// The code's name for scripts, e.g. "count_too_large".
[[nodiscard]] std::string_view name(Problem::Code code) noexcept;

}  // namespace godot
