// SPDX-License-Identifier: MIT
// One-line text of values, as Godot's var_to_str (4.x) and var2str (2.x, 3.x) write them; their line breaks become
// spaces or escapes. Made from the events of a walk, so that no value is read twice.
//
// A container's text contains the texts of its elements, so there is one buffer, and each open value is a position in
// it. Only text that an open value needs is written: time and memory are bounded by the limit, not by the value.
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

/// A finished text. If it is cut, the caller shows an ellipsis after it.
struct Text {
  std::string_view text;
  bool cut = false;
  bool ascii = false;  ///< it certainly has no other characters
};

inline constexpr std::string_view ellipsis = "\xE2\x80\xA6";
inline constexpr std::uint32_t no_text_limit = std::numeric_limits<std::uint32_t>::max();

/// Byte arrays are lists of numbers, however long, as the engine writes them.
inline constexpr std::uint32_t no_hex_bytes = std::numeric_limits<std::uint32_t>::max();

/// The effect of a field's event on a text. Most have none, and cost one table lookup.
enum class TextAction : std::uint8_t {
  none,
  // Actions of leaves, which write their value.
  type,
  component,
  boolean,
  integer,
  floating,
  string,
  string_name,
  node_path,
  rid,
  object_id,
  object_null,
  object_class,
  structure_type,
  element_type,
  value_type,
  element_class,
  value_class,
  element_script,
  value_script,
  bytes,
  omitted,
  first_number,  ///< of an image or input event, in wire order
  second_number,
  third_number,
  fourth_number,
  pixels,
  device,
  axis_value,
  modifier,
  // Actions of subtrees, which open and close.
  entry,
  property,
  array_count,
  dictionary_count,
  // Subtrees that are values.
  value,
  element,        ///< an element of a list
  mapped,         ///< after a key, if there is one
  default_value,  ///< which a struct does not show
};
/// The Variant's own fields have lower numbers: they are the catalogue's first.
inline constexpr std::size_t variant_field_numbers = first_field(CatalogueProtocol::variant) + most_fields;
extern const std::array<TextAction, variant_field_numbers> text_actions;

/// For any protocol's field: fields of others matter only if they contain a Variant.
[[nodiscard]] inline TextAction text_action(Field field) noexcept {
  const auto number = static_cast<std::size_t>(field);
  if (number < text_actions.size()) return text_actions[number];
  return (info(field).flags & is_variant) != 0 ? TextAction::value : TextAction::none;
}

class TextWriter {
 public:
  /// `limit`: the longest text in characters, including the ellipsis. A full buffer cuts, too.
  /// `hex_bytes`: byte arrays of so many bytes or more are written `hex:1a24`.
  TextWriter(std::span<char> buffer, std::uint32_t limit, const Dialect& dialect,
             std::uint32_t hex_bytes = no_hex_bytes) noexcept
      : buffer_(buffer),
        limit_(limit),
        most_(limit == no_text_limit ? limit : limit + 1),
        hex_bytes_(hex_bytes),
        dialect_(dialect) {}

  /// The buffer size that suffices for any message of this size.
  [[nodiscard]] static std::size_t capacity(std::size_t message_size, std::uint32_t limit) noexcept;

  void open(Field field, const Value& value) noexcept {
    const TextAction action = text_action(field);
    if (action >= TextAction::value) begin_value(action);
    else if (action >= TextAction::entry) begin_part(action, value);
  }
  void leaf(Field field, const Value& value) noexcept {
    const TextAction action = text_action(field);
    if (action != TextAction::none && action < TextAction::entry && depth_ != 0) add(action, field, value);
  }

  /// The text of the value that ends with this subtree; empty for subtrees that are no values. It is valid until the
  /// next event.
  Text close(Field field) noexcept {
    return text_action(field) >= TextAction::value && depth_ != 0 ? end_value() : Text{};
  }

  /// Marks the end of a malformed value.
  void problem() noexcept;

  /// How many more elements can appear in the text.
  [[nodiscard]] std::uint32_t wanted_elements() const noexcept;

 private:
  struct Frame {
    const TypeRow* type;
    std::uint32_t begin;       ///< place in the buffer
    std::uint32_t begin_wide;  ///< bytes before it that do not begin a character
    std::uint32_t end;         ///< size to return to, once cut
    std::uint32_t end_wide;
    std::uint32_t parts;    ///< elements or components begun
    std::uint8_t declared;  ///< parts of a typed container's declaration written
    bool cut;
    bool hidden;  ///< part of the value, not of its text
    bool opened;  ///< a container whose bracket has been written
  };

  [[nodiscard]] Frame& top() noexcept { return frames_[depth_ - 1]; }
  [[nodiscard]] char* here() noexcept { return buffer_.data() + size_; }
  void push() noexcept;
  Text pop() noexcept;
  void set_stop() noexcept;

  /// Characters that the innermost value can still show, plus one so that a cut is noticed.
  [[nodiscard]] std::uint32_t room() const noexcept {
    if (depth_ == 0) return 0;
    const Frame& frame = frames_[depth_ - 1];
    if (frame.cut) return 0;
    return most_ - ((size_ - frame.begin) - (wide_ - frame.begin_wide));
  }
  /// Whether so many ASCII characters fit, with room for one more.
  [[nodiscard]] bool fits(std::size_t count) const noexcept { return size_ + count < stop_; }
  void begin_value(TextAction action) noexcept;
  void begin_part(TextAction action, const Value& value) noexcept;
  void add(TextAction action, Field field, const Value& value) noexcept;
  void declare_or_keep(TextAction action, Field field, const Value& value) noexcept;
  Text end_value() noexcept;
  void cut() noexcept;
  void ascii(std::string_view text) noexcept;
  template <std::size_t size>
  void literal(const char (&text)[size]) noexcept;
  void ascii_to_the_end(std::string_view text) noexcept;
  void character(std::string_view bytes) noexcept;
  void escaped(std::string_view text, bool like_c) noexcept;
  void escaped_to_the_end(std::string_view text, bool like_c) noexcept;
  void quoted(std::string_view text, bool like_c) noexcept;

  void begin_type(const TypeRow& type) noexcept;
  void end_type() noexcept;
  void part() noexcept;
  void number(const Value& value) noexcept;
  template <class Write>
  void written(Write write) noexcept;
  void node_path(const Value& value) noexcept;
  void object_id(std::int64_t id) noexcept;
  void object_class(std::string_view name) noexcept;
  void struct_type(std::string_view name) noexcept;
  void declare(std::uint8_t place, std::string_view name, bool script) noexcept;
  void byte_array(std::string_view bytes) noexcept;
  void image() noexcept;
  void modifier(Field field, std::uint64_t bits) noexcept;
  void input_event() noexcept;

  std::span<char> buffer_;
  std::uint32_t limit_;
  std::uint32_t most_;  ///< limit of characters per value: one more than the limit of the text
  std::uint32_t hex_bytes_;
  const Dialect& dialect_;
  std::uint32_t size_ = 0;
  std::uint32_t wide_ = 0;  ///< bytes of it that do not begin a character
  std::size_t stop_ = 0;    ///< where the innermost value has to end, in ASCII; 0 where it has
  std::uint32_t depth_ = 0;
  std::uint32_t numbers_[4] = {};  ///< of an image or input event, in wire order
  std::uint32_t modifiers_ = 0;
  double axis_value_ = 0;
  std::string_view pixels_;
  Frame frames_[max_depth + 2];
};

}  // namespace godot::variant
