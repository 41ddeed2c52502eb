// SPDX-License-Identifier: MIT
// The texts of a message's values, in packet scope. A value of a message that is not part of another one is an
// outermost value.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "analysis/message/items/number_cache.h"
#include "base/arena.h"
#include "codec/core/number.h"
#include "codec/core/sink.h"
#include "codec/core/utf8.h"
#include "codec/variant/fields.h"
#include "codec/variant/plain_text.h"
#include "codec/variant/text.h"

namespace godot::analysis::items {

/// What the user wants to see of trees and texts.
struct Display {
  std::uint32_t text_limit;    ///< characters; variant::no_text_limit = no limit
  std::uint32_t max_elements;  ///< per container; 0 = no limit
  std::uint32_t hex_bytes;     ///< size in bytes from which byte arrays are shown as hexadecimal
};

/// The type's name for a value whose header has not been read.
inline constexpr const char* unknown_type = "Unknown";

/// True if the tree does not display this value: a bit that is not set, of a word whose line has those that are.
[[nodiscard]] inline bool is_unset_bit(Field field, const Value& value) noexcept {
  const FieldInfo& row = info(field);
  return row.type == FieldType::boolean && row.mask != 0 && (value.uint & row.mask) == 0;
}

/// A number as text. `like_printf`: how the dialect writes exponents, see float_text().
[[nodiscard]] inline std::string_view number_text(const Value& value, bool like_printf, NumberText digits) noexcept {
  switch (value.kind) {
    case Value::Kind::float32: return float_text(static_cast<float>(value.real), like_printf, digits);
    case Value::Kind::float64: return float_text(value.real, like_printf, digits);
    case Value::Kind::int_: return int_text(value.int_, digits);
    default: return uint_text(value.uint, digits);
  }
}

/// A buffer for the text of a value in a message of `size` bytes.
[[nodiscard]] inline std::span<char> text_buffer(const Arena& arena, std::size_t size, const Display& display) {
  const std::size_t capacity = variant::TextWriter::capacity(size, display.text_limit);
  return {arena.bytes(capacity), capacity};
}

/// A value's text for display: marked where it was cut, and without U+FFFE and U+FFFF.
[[nodiscard]] inline const char* kept_text(const Arena& arena, const variant::Text& text) {
  const std::string_view mark = text.cut ? variant::ellipsis : std::string_view{};
  const std::size_t size = text.text.size();
  char* kept = arena.bytes(size + mark.size() + 1);
  std::copy_n(text.text.data(), size, kept);
  if (!text.ascii) replace_noncharacters({kept, size});
  *std::copy(mark.begin(), mark.end(), kept + size) = '\0';
  return kept;
}

/// The texts of the values of one message straight from their bytes, for messages whose fields are not needed.
class PlainTexts {
 public:
  /// `size`: of the message. `known`: texts of earlier numbers; null: each is written. `values`: for how many texts
  /// memory is taken at once.
  PlainTexts(const Arena& arena, std::size_t size, const Display& display, NumberCache* known = nullptr,
             std::size_t values = 4)
      : arena_(arena),
        values_(values),
        known_(known),
        limits_{.characters = display.text_limit, .hex_bytes = display.hex_bytes},
        room_(variant::text_capacity(size, limits_)) {}

  /// The longest text, in characters.
  [[nodiscard]] std::uint32_t longest() const noexcept { return limits_.characters; }

  /// The text of a value that was read without a problem. `notes`: null if it was read without a note, too.
  [[nodiscard]] const char* text(const Buffer& bytes, const variant::Options& options, Notes* notes = nullptr) {
    make_room();
    const variant::Text text = variant::text_of(bytes, options, limits_, {buffer_, room_}, notes);
    return text.ascii ? kept_in_place(text) : kept_text(arena_, text);
  }

  /// Reads a value of numbers once, as variant::text_of_numbers(): returns its end; 0: it is another, or odd.
  [[nodiscard]] Offset numbers(const Buffer& bytes, const variant::Options& options, const char*& text) {
    make_room();
    const bool is_plain =
        known_ != nullptr && !options.prefixed && !options.whole && options.forms == variant::forms::engine;
    if (const NumberCache::Known* known = is_plain ? known_->find(bytes, options) : nullptr;
        known != nullptr && known->length <= limits_.characters && known->length < room_) {
      std::copy_n(known->characters.data(), known->length, buffer_);
      text = kept_in_place({.text = {buffer_, known->length}});
      return options.begin + known->size;
    }
    variant::Text numbers;
    const Offset end = variant::text_of_numbers(bytes, options, limits_, {buffer_, room_}, numbers);
    if (end == 0) return 0;
    if (is_plain && !numbers.cut) known_->keep(bytes, options, end, numbers.text);
    text = kept_in_place(numbers);
    return end;
  }

 private:
  void make_room() {
    if (left_ >= room_) return;
    left_ = values_ * room_;
    buffer_ = arena_.bytes(left_);
  }

  /// The text that begins in the buffer, which then continues behind it; text_of() leaves room for the mark and a NUL.
  [[nodiscard]] const char* kept_in_place(const variant::Text& text) noexcept {
    const std::string_view mark = text.cut ? variant::ellipsis : std::string_view{};
    const char* kept = buffer_;
    const std::size_t size = text.text.size() + mark.size() + 1;
    *std::copy(mark.begin(), mark.end(), buffer_ + text.text.size()) = '\0';
    buffer_ += size;
    left_ -= size;
    return kept;
  }

  Arena arena_;
  std::size_t values_;
  NumberCache* known_;
  variant::TextLimits limits_;
  std::size_t room_;  ///< bytes that one text may take
  char* buffer_ = nullptr;
  std::size_t left_ = 0;  ///< bytes of the buffer that are left
};

/// A value of a message that is not part of another value.
struct OutermostValue {
  Field role;
  std::uint32_t index;  ///< the role's value, for numbered roles
  Offset begin;
  Offset end;
  const char* text;  ///< as long as the frame
  const char* type;  ///< name of the type in scripts
  void* item;        ///< the host's, with a subtree and a label; null without a tree
};

/// Called at the end of each of a message's values, to name it or to format it. May leave by longjmp.
class ValueListener {
 public:
  virtual void value(const OutermostValue& value) = 0;

 protected:
  ~ValueListener() = default;  // never owned through this interface
};

/// A codec sink for packets without a tree: it formats each outermost value, and creates no items. A TreeSink without a
/// tree has the same results at three times the cost. Who derives from it reports notes and problems.
class TextSinkBase : public Sink {
 public:
  /// `size`: of the walked buffer.
  TextSinkBase(const Arena& arena, std::size_t size, const Display& display, const variant::Dialect& dialect,
               ValueListener& listener)
      : arena_(arena),
        listener_(listener),
        writer_(text_buffer(arena, size, display), display.text_limit, dialect, display.hex_bytes) {}

  void open(Field field, Offset begin, const Value& value) override {
    if (is_value(field) && values_++ == 0) {
      depth_ = 0;
      index_ = static_cast<std::uint32_t>(value.uint);
      begin_ = begin;
      type_ = unknown_type;
    }
    if (values_ == 0) return;
    ++depth_;
    writer_.open(field, value);
  }

  void leaf(Field field, Offset, Offset, const Value& value) override {
    if (values_ == 0) return;
    if (field == field::type_name && depth_ == 1) type_ = value.chars;
    writer_.leaf(field, value);
  }

  void close(Field field, Offset end) override {
    if (values_ == 0) return;
    --depth_;
    const variant::Text text = writer_.close(field);
    if (!is_value(field) || --values_ != 0) return;
    listener_.value({.role = field,
                     .index = index_,
                     .begin = begin_,
                     .end = end,
                     .text = kept_text(arena_, text),
                     .type = type_,
                     .item = nullptr});
  }

  std::uint32_t wanted_elements(std::uint32_t count) override { return std::min(count, writer_.wanted_elements()); }

 protected:
  ~TextSinkBase() = default;

  /// Ends the text of an open value. Returns whether there is one.
  bool end_by_problem() noexcept {
    if (values_ != 0) writer_.problem();
    return values_ != 0;
  }

 private:
  static bool is_value(Field field) noexcept { return (info(field).flags & is_variant) != 0; }

  Arena arena_;
  ValueListener& listener_;
  std::uint32_t values_ = 0;  ///< number of nested open values
  std::uint32_t depth_ = 0;   ///< depth below the outermost value
  std::uint32_t index_ = 0;   ///< of the outermost value
  Offset begin_ = 0;
  const char* type_ = "";
  variant::TextWriter writer_;
};

}  // namespace godot::analysis::items
