// SPDX-License-Identifier: MIT
// One-line text of values, as Godot's var_to_str (4.x) and var2str (2.x, 3.x) write them; their line breaks become
// spaces or escapes. Fed with the events of a walk, so that nothing is read twice.
//
// A container's text holds the texts of its elements, so there is one buffer and each open value is a place in it.
// Nothing is written that no open value needs: time and memory are bounded by the limit, not by the value.
//
// Source: core/variant/variant_parser.cpp (2.x, 3.x: core/variant_parser.cpp), VariantWriter::write.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "codec/core/catalogue.h"
#include "codec/core/value.h"
#include "codec/variant/dialect.h"
#include "codec/variant/walk.h"

namespace godot::variant {

/// A finished text. Where it is cut, the reader shows an ellipsis after it.
struct Text {
  std::string_view text;
  bool cut = false;
};

inline constexpr std::string_view ellipsis = "\xE2\x80\xA6";
inline constexpr std::uint32_t no_text_limit = std::numeric_limits<std::uint32_t>::max();

/// Byte arrays are lists of numbers, however long, as the engine writes them.
inline constexpr std::uint32_t no_hex_bytes = std::numeric_limits<std::uint32_t>::max();

/// Which events of a field a text is made of. Most are of no concern, and cost a look here.
enum : std::uint8_t { no_text = 0, opens_text = 1, leaves_text = 2, closes_text = 4 };
extern const std::array<std::uint8_t, field_numbers> text_events;

class TextWriter {
 public:
  /// `limit`: the longest text in characters, the ellipsis included. A full buffer cuts, too.
  /// `hex_bytes`: byte arrays of so many bytes or more are written `hex:1a24`.
  TextWriter(std::span<char> buffer, std::uint32_t limit, const Dialect& dialect,
             std::uint32_t hex_bytes = no_hex_bytes) noexcept
      : buffer_(buffer),
        limit_(limit),
        most_(limit == no_text_limit ? limit : limit + 1),
        hex_bytes_(hex_bytes),
        dialect_(dialect) {}

  /// Bytes of buffer that no text of a message of this size exceeds.
  [[nodiscard]] static std::size_t capacity(std::size_t message_size, std::uint32_t limit) noexcept;

  void open(Field field, const Value& value) noexcept {
    if ((text_events[static_cast<std::size_t>(field)] & opens_text) != 0) begin(field, value);
  }
  void leaf(Field field, const Value& value) noexcept {
    if ((text_events[static_cast<std::size_t>(field)] & leaves_text) != 0) add(field, value);
  }

  /// The text of the value that ends with this subtree; empty for subtrees that are no values. It is valid until the
  /// next event.
  Text close(Field field) noexcept {
    return (text_events[static_cast<std::size_t>(field)] & closes_text) != 0 && depth_ != 0 ? end() : Text{};
  }

  /// Marks where a malformed value ends.
  void problem() noexcept;

  /// How many more elements can leave a trace in the text.
  [[nodiscard]] std::uint32_t wanted_elements() const noexcept;

 private:
  struct Frame {
    const TypeRow* type;
    std::uint32_t begin;        ///< place in the buffer
    std::uint32_t begin_chars;  ///< characters before it
    std::uint32_t end;          ///< size to return to, once cut
    std::uint32_t end_chars;
    std::uint32_t parts;    ///< elements or components begun
    std::uint8_t declared;  ///< parts of a typed container's declaration written
    bool cut;
    bool hidden;  ///< part of the value, not of its text
    bool opened;  ///< a container whose bracket has been written
  };

  [[nodiscard]] Frame& top() noexcept { return frames_[depth_ - 1]; }
  void push() noexcept;
  Text pop() noexcept;

  /// Characters that the innermost value can still show, one more than the limit so that a cut is noticed.
  [[nodiscard]] std::uint32_t room() const noexcept {
    if (depth_ == 0) return 0;
    const Frame& frame = frames_[depth_ - 1];
    if (frame.cut) return 0;
    return most_ - (chars_ - frame.begin_chars);
  }
  void begin(Field field, const Value& value) noexcept;
  void add(Field field, const Value& value) noexcept;
  Text end() noexcept;
  void cut() noexcept;
  void ascii(std::string_view text) noexcept;
  void ascii_to_the_end(std::string_view text) noexcept;
  void character(std::string_view bytes) noexcept;
  void escaped(std::string_view text, bool like_c) noexcept;
  void quoted(std::string_view text, bool like_c) noexcept;

  void begin_type(const TypeRow& type) noexcept;
  void end_type() noexcept;
  void part(std::string_view separator) noexcept;
  void number(const Value& value, bool literal) noexcept;
  void node_path(const Value& value) noexcept;
  void object_id(std::int64_t id) noexcept;
  void object_class(std::string_view name) noexcept;
  void struct_type(std::string_view name) noexcept;
  void declare(std::uint8_t place, std::string_view name, bool script) noexcept;
  void byte_array(std::string_view bytes) noexcept;
  void image() noexcept;
  void input_event() noexcept;

  std::span<char> buffer_;
  std::uint32_t limit_;
  std::uint32_t most_;  ///< characters that a value is given: one more than the limit
  std::uint32_t hex_bytes_;
  const Dialect& dialect_;
  std::uint32_t size_ = 0;
  std::uint32_t chars_ = 0;
  std::uint32_t depth_ = 0;
  std::uint32_t numbers_[4] = {};  ///< of an image or input event, in wire order
  std::uint32_t modifiers_ = 0;
  double axis_value_ = 0;
  std::string_view pixels_;
  Frame frames_[max_depth + 2];
};

}  // namespace godot::variant
