// SPDX-License-Identifier: MIT
// Why a walk ended early: what was expected, where, and which field imposed the limit. Data, not text; the text is
// made once, by describe().
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "codec/core/bytes.h"
#include "codec/core/catalogue.h"

namespace godot {

struct Problem {
  enum class Code : std::uint8_t {
    none,
    cut,                 ///< the bytes were on the wire, but the capture does not hold them
    truncated,           ///< the message ends inside the field
    count_too_large,     ///< the declared elements need more bytes than are left
    negative_length,     ///< a length with its sign bit set
    unknown_type,        ///< a type id that the dialect does not have
    too_deep,            ///< more levels of nesting than the engine accepts
    out_of_range,        ///< a value outside its fixed set
    length_mismatch,     ///< a length that contradicts the field it belongs to
    unsupported_format,  ///< a form that this engine no longer reads
    wrong_type,          ///< a value of another type than the message has in this place
    misplaced,           ///< a value that is good elsewhere, but not in this place
  };

  Code code = Code::none;
  Field field = Field::variant;  ///< what was being read
  Field limit = Field::variant;  ///< what imposed the limit: a length field, or `variant` for the message's end
  Offset offset = 0;             ///< where the field begins
  std::uint64_t needed = 0;      ///< bytes that the field needs, or the offending value
  std::uint64_t had = 0;         ///< bytes that were left, or the first value that is too large

  [[nodiscard]] explicit operator bool() const noexcept { return code != Code::none; }
};

/// The longest text that describe() makes, in bytes.
inline constexpr std::size_t max_problem_text = 320;

/// Writes one sentence about the problem into `out` and returns the part used. Never allocates.
[[nodiscard]] std::string_view describe(const Problem& problem, std::span<char, max_problem_text> out) noexcept;

/// The code's name for scripts, e.g. "count_too_large".
[[nodiscard]] std::string_view name(Problem::Code code) noexcept;

}  // namespace godot
