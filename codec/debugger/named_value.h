// SPDX-License-Identifier: MIT
// One value of a message under its name in the message: reports its content to the sink, and keeps the parts that the
// message's line and the listener need.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "codec/core/bytes.h"
#include "codec/core/sink.h"
#include "codec/debugger/line.h"
#include "codec/variant/text.h"

namespace godot::debugger {

class Listener;

class NamedValue {
 public:
  NamedValue(const variant::Dialect& dialect, std::uint32_t hex_bytes, LineWriter& line, Sink& sink,
             Listener* listener) noexcept
      : dialect_(dialect),
        line_(line),
        sink_(sink),
        listener_(listener),
        writer_(text_, text_limit, dialect, hex_bytes) {}

  /// Parameters for the beginning of a value. `shown`: its own value, if known.
  struct Begin {
    Field role;
    Offset at;
    Value shown = {};
    bool for_line = false;         ///< the message's line may show it
    Field elements = field::none;  ///< the name of its elements, if it is a packed array whose elements have one
  };
  void begin(const Begin& value);

  /// Begins a value that is not reported, because a caller parses it itself.
  void begin_suppressed() noexcept;

  // Events of the walk, while is_open().

  [[nodiscard]] bool is_open() const noexcept { return levels_ != 0; }
  [[nodiscard]] bool is_suppressed() const noexcept { return suppressed_; }
  void open(Field field, Offset begin, const Value& value);
  void leaf(Field field, Offset begin, Offset length, const Value& value);
  void close(Field field, Offset end);
  /// The name of the value's elements; field::none: they have none.
  [[nodiscard]] Field elements() const noexcept { return value_.elements; }
  /// True if the next close() is the value's own.
  [[nodiscard]] bool is_outermost() const noexcept { return levels_ == 1; }
  void end(Offset end, bool in_group);
  void problem() noexcept {
    if (is_open() && writing_) writer_.problem();
  }

  /// The last key of a Dictionary, if it was a String.
  [[nodiscard]] std::string_view key() const noexcept { return key_; }

 private:
  static constexpr std::uint32_t text_limit = 80;  // characters of a value on the line
  static constexpr std::size_t text_capacity = 1024;

  [[nodiscard]] bool is_path() const noexcept;
  [[nodiscard]] std::string_view path_text() noexcept;
  void element_of_packed(Field field, Offset begin, Offset length, const Value& value);

  const variant::Dialect& dialect_;
  LineWriter& line_;
  Sink& sink_;
  Listener* listener_;
  Begin value_ = {.role = field::none, .at = 0};
  std::uint32_t levels_ = 0;  ///< number of open subtrees, the value's own included
  Value path_;                ///< of a NodePath: its strings
  std::string_view key_;
  bool suppressed_ = false;
  bool writing_ = false;                  ///< the text of the value is being written
  std::array<char, text_capacity> text_;  // the characters that `writer_` has written, and no others are read
  variant::TextWriter writer_;
};

/// Converts the value to the field's type.
[[nodiscard]] Value converted(const Value& value, FieldType type) noexcept;

}  // namespace godot::debugger
