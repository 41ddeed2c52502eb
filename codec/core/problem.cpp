// SPDX-License-Identifier: MIT
#include "codec/core/problem.h"

#include <algorithm>
#include <charconv>

namespace godot {
namespace {

/// Appends what fits and drops the rest; max_problem_text suffices for every sentence below.
class Line {
 public:
  explicit Line(std::span<char, max_problem_text> out) noexcept : out_(out) {}

  Line& operator<<(std::string_view text) noexcept {
    const std::size_t fits = std::min(text.size(), out_.size() - size_);
    std::copy_n(text.data(), fits, out_.data() + size_);
    size_ += fits;
    return *this;
  }
  Line& operator<<(std::uint64_t number) noexcept {
    char digits[20] = {};
    const char* const end = std::to_chars(std::begin(digits), std::end(digits), number).ptr;
    return *this << std::string_view{digits, static_cast<std::size_t>(end - digits)};
  }
  [[nodiscard]] std::string_view text() const noexcept { return {out_.data(), size_}; }

 private:
  std::span<char, max_problem_text> out_;
  std::size_t size_ = 0;
};

std::string_view left(std::uint64_t count) noexcept { return count == 1 ? " is left" : " are left"; }

}  // namespace

std::string_view name(Problem::Code code) noexcept {
  switch (code) {
    case Problem::Code::none: return "none";
    case Problem::Code::cut: return "cut";
    case Problem::Code::truncated: return "truncated";
    case Problem::Code::count_too_large: return "count_too_large";
    case Problem::Code::negative_length: return "negative_length";
    case Problem::Code::unknown_type: return "unknown_type";
    case Problem::Code::too_deep: return "too_deep";
    case Problem::Code::out_of_range: return "out_of_range";
    case Problem::Code::length_mismatch: return "length_mismatch";
    case Problem::Code::unsupported_format: return "unsupported_format";
    case Problem::Code::wrong_type: return "wrong_type";
    case Problem::Code::misplaced: return "misplaced";
  }
  return "none";
}

std::string_view describe(const Problem& problem, std::span<char, max_problem_text> out) noexcept {
  Line line(out);
  const FieldInfo& field = info(problem.field);
  const std::string_view title = field.title;
  switch (problem.code) {
    case Problem::Code::none: return {};
    case Problem::Code::cut:
      line << title << " needs " << problem.needed << " bytes, of which the capture holds " << problem.had;
      break;
    case Problem::Code::truncated:
      line << title << " needs " << problem.needed << " bytes, " << problem.had << left(problem.had);
      break;
    case Problem::Code::count_too_large:
      line << title << ": its elements need at least " << problem.needed << " bytes, " << problem.had
           << left(problem.had);
      break;
    case Problem::Code::negative_length:
      line << title << " is negative as the engine reads it (" << problem.value << ")";
      break;
    case Problem::Code::unknown_type:
      line << title << " " << problem.value << " is unknown";
      if (problem.value >= problem.bound) line << ", ids below " << problem.bound << " are expected";
      break;
    case Problem::Code::too_deep:
      line << "Nested deeper than the " << problem.bound << " levels that the engine accepts";
      break;
    case Problem::Code::out_of_range:
      line << title << " is " << problem.value << ", a value below " << problem.bound << " is expected";
      break;
    case Problem::Code::length_mismatch:
      line << title << " is " << problem.value << ", at least " << problem.bound << " is expected";
      break;
    case Problem::Code::unsupported_format:
      line << "The old format, which this engine refuses; " << title << " must be set";
      break;
    case Problem::Code::wrong_type:
      line << title << " is of type " << problem.value << ", type " << problem.bound << " is expected";
      break;
    case Problem::Code::misplaced: line << title << " is " << problem.value << ", which cannot be here"; break;
  }
  line << ", at offset " << problem.offset;
  if (problem.limit != message_end) line << " (limited by " << std::string_view{info(problem.limit).filter} << ")";
  line << " [" << std::string_view{field.filter} << "]";
  return line.text();
}

}  // namespace godot
