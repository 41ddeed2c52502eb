// SPDX-License-Identifier: MIT
// The only way to move through a buffer: every read is checked here, and a failed one says what was missing.
#pragma once

#include <algorithm>
#include <string_view>

#include "codec/core/bytes.h"
#include "codec/core/problem.h"

namespace godot {

class Cursor {
 public:
  /// `limit` is the field that imposes the end of the buffer, for problems: a length field, or the message itself.
  Cursor(const Buffer& buffer, Field limit) noexcept
      : bytes_(buffer.captured.data()),
        captured_(static_cast<Offset>(buffer.captured.size())),
        reported_(std::max(buffer.reported, captured_)),
        limit_(limit) {}

  [[nodiscard]] Offset position() const noexcept { return position_; }

  /// Bytes between here and the end of the message on the wire, captured or not.
  [[nodiscard]] Offset left() const noexcept { return reported_ - position_; }
  [[nodiscard]] Offset captured_left() const noexcept { return captured_ - position_; }

  /// True when `count` bytes can be read here; otherwise `problem` says why not.
  [[nodiscard]] bool has(std::uint64_t count, Field field, Problem& problem) const noexcept {
    if (count <= captured_left()) [[likely]]
      return true;
    fail(count, field, problem);
    return false;
  }

  // The reads below are valid only after has().
  [[nodiscard]] const std::uint8_t* here() const noexcept { return bytes_ + position_; }
  [[nodiscard]] std::uint32_t peek32(Offset ahead = 0) const noexcept {
    return load_le<std::uint32_t>(bytes_ + position_ + ahead);
  }
  [[nodiscard]] std::string_view view(Offset from, Offset length) const noexcept {
    return {reinterpret_cast<const char*>(bytes_ + from), length};
  }
  void skip(Offset count) noexcept { position_ += count; }

 private:
  void fail(std::uint64_t count, Field field, Problem& problem) const noexcept {
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
