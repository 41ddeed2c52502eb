// SPDX-License-Identifier: MIT
// Moves through a buffer: every read is bounds-checked here, and a failed one reports the missing bytes as a problem.
#pragma once

#include <algorithm>
#include <cassert>
#include <optional>
#include <string_view>

#include "codec/core/bytes.h"
#include "codec/core/compiler.h"
#include "codec/core/problem.h"

namespace godot {

class Cursor {
 public:
  /// `limit`: the field that sets the end of the buffer, for problems: a length field, or the message itself.
  Cursor(const Buffer& buffer, Field limit) noexcept
      : bytes_(buffer.captured.data()),
        captured_(static_cast<Offset>(buffer.captured.size())),
        reported_(std::max(buffer.reported, captured_)),
        limit_(limit) {}

  [[nodiscard]] Offset position() const noexcept { return position_; }

  /// Number of bytes from here to the end of the message on the wire, captured or not.
  [[nodiscard]] Offset left() const noexcept { return reported_ - position_; }
  [[nodiscard]] Offset captured_left() const noexcept { return captured_ - position_; }

  /// True if `count` bytes can be read here; otherwise sets `problem`.
  [[nodiscard]] GODOT_INLINE bool has(std::uint64_t count, Field field, Problem& problem) const noexcept {
    if (count <= captured_left()) [[likely]]
      return true;
    fail(count, field, problem);
    return false;
  }

  /// The little-endian number at the position; false: `problem` is set.
  template <class T>
  [[nodiscard]] GODOT_INLINE bool peek(T& number, Field field, Problem& problem) const noexcept {
    if (!has(sizeof(T), field, problem)) return false;
    number = load_le<T>(bytes_ + position_);
    return true;
  }

  /// The same, and advances the position.
  template <class T>
  [[nodiscard]] bool read(T& number, Field field, Problem& problem) noexcept {
    if (!peek(number, field, problem)) return false;
    position_ += static_cast<Offset>(sizeof(T));
    return true;
  }

  /// The same for a big-endian number.
  template <class T>
  [[nodiscard]] bool read_be(T& number, Field field, Problem& problem) noexcept {
    if (!has(sizeof(T), field, problem)) return false;
    number = load<T, std::endian::big>(bytes_ + position_);
    position_ += static_cast<Offset>(sizeof(T));
    return true;
  }

  /// The number at `ahead` bytes from here; empty if it is not captured completely.
  template <class T>
  [[nodiscard]] std::optional<T> look(Offset ahead = 0) const noexcept {
    if (std::uint64_t{ahead} + sizeof(T) > captured_left()) return std::nullopt;
    return load_le<T>(bytes_ + position_ + ahead);
  }

  // `count` must not exceed what has() confirmed, or captured_left(). Builds with assertions check it.

  /// `count` bytes from here.
  [[nodiscard]] const std::uint8_t* bytes([[maybe_unused]] Offset count) const noexcept {
    assert(count <= captured_left());
    return bytes_ + position_;
  }
  [[nodiscard]] std::string_view view(Offset from, Offset length) const noexcept {
    assert(from <= captured_ && length <= captured_ - from);
    return {reinterpret_cast<const char*>(bytes_ + from), length};
  }
  void skip(Offset count) noexcept {
    assert(count <= captured_left());
    position_ += count;
  }

  /// Returns to an earlier position.
  void rewind(Offset position) noexcept {
    assert(position <= position_);
    position_ = position;
  }

 private:
  GODOT_COLD void fail(std::uint64_t count, Field field, Problem& problem) const noexcept {
    const bool cut = count <= left();
    problem = {.code = cut ? Problem::Code::cut : Problem::Code::truncated,
               .field = field,
               .limit = limit_,
               .offset = position_,
               .needed = count,
               .had = cut ? captured_left() : left()};
  }

  const std::uint8_t* bytes_;
  Offset position_ = 0;
  Offset captured_;
  Offset reported_;
  Field limit_;
};

}  // namespace godot
