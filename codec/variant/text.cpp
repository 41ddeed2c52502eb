// SPDX-License-Identifier: MIT
#include "codec/variant/text.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "codec/core/number.h"
#include "codec/core/utf8.h"
#include "codec/debugger/fields.h"
#include "codec/enet/fields.h"
#include "codec/mirror/fields.h"
#include "codec/multiplayer/fields.h"
#include "codec/variant/fields.h"
#include "codec/variant/node_path.h"
#include "codec/variant/tables.h"

namespace godot::variant {
namespace {

/// The most text that a byte on the wire becomes: a Callable of 4 bytes is "Callable(), ", a control character
/// "\u0007".
constexpr std::size_t text_per_byte = 8;
constexpr std::size_t text_per_message = 64;

constexpr char hex_digits[] = "0123456789abcdef";

/// Copies a text that is most often shorter than a word or two, without a call.
inline void copy(char* to, const char* from, std::size_t size) noexcept {
  if (size > 16) {
    std::memcpy(to, from, size);
  } else if (size >= 8) {
    std::memcpy(to, from, 8);
    std::memcpy(to + size - 8, from + size - 8, 8);
  } else if (size >= 4) {
    std::memcpy(to, from, 4);
    std::memcpy(to + size - 4, from + size - 4, 4);
  } else if (size != 0) {
    to[0] = from[0];
    to[size / 2] = from[size / 2];
    to[size - 1] = from[size - 1];
  }
}

/// How an ASCII character is escaped: 0 = not at all, 'u' = by its number, else the letter after the backslash.
/// String::c_escape escapes quotes of both kinds, c_escape_multiline (strings alone) only the double ones; that one
/// leaves control characters alone, but a line must not end inside a text.
constexpr char escape_letter(char byte, bool like_c) noexcept {
  switch (byte) {
    case '\a': return 'a';
    case '\b': return 'b';
    case '\f': return 'f';
    case '\n': return 'n';
    case '\r': return 'r';
    case '\t': return 't';
    case '\v': return 'v';
    case '\\':
    case '"': return byte;
    case '\'': return like_c ? '\'' : '\0';
    case '\x7F': return 'u';
    default: return static_cast<unsigned char>(byte) < 0x20 ? 'u' : '\0';
  }
}

/// Bytes that stand for themselves.
using PlainBytes = std::array<bool, 256>;
constexpr PlainBytes plain_bytes(bool like_c) {
  PlainBytes plain{};
  for (std::size_t byte = 0; byte < 0x80; ++byte) plain[byte] = escape_letter(static_cast<char>(byte), like_c) == 0;
  return plain;
}
constexpr PlainBytes plain_in_text = plain_bytes(false);
constexpr PlainBytes plain_in_c = plain_bytes(true);

/// A declared type; an id that no type has is reported before the walk fails at it.
std::string_view type_name(const Dialect& dialect, std::uint64_t id) noexcept {
  return id < dialect.types.size() ? dialect.types[id].name : "?";
}

/// What a row of the catalogue opens and closes: a value, or what separates values.
constexpr std::uint8_t subtree_events(Field field, unsigned flags) noexcept {
  switch (field) {
    case field::entry:
    case field::object_property:
    case field::array_count:
    case field::dictionary_count: return opens_text;
    default: return (flags & is_variant) != 0 ? opens_text | closes_text : no_text;
  }
}

/// The leaves that add() knows, beside the types and the numbers of every dialect.
constexpr Field text_leaves[] = {
    field::int_,
    field::bool_,
    field::float_,
    field::string,
    field::string_name,
    field::node_path,
    field::rid,
    field::object_id,
    field::object_null,
    field::object_class,
    field::element_type,
    field::key_type,
    field::value_type,
    field::element_class,
    field::key_class,
    field::value_class,
    field::element_script,
    field::key_script,
    field::value_script,
    field::packed_bytes,
    field::elements_omitted,
    field::structure_type,
    field::image_format,
    field::image_mipmaps,
    field::image_width,
    field::image_height,
    field::image_data,
    field::input_event_type,
    field::input_event_device,
    field::input_event_axis_value,
    field::input_event_scancode,
    field::input_event_button,
    field::input_event_axis,
    field::input_event_index,
    field::input_event_shift,
    field::input_event_alt,
    field::input_event_meta,
    field::input_event_ctrl,
};

constexpr std::array<std::uint8_t, field_numbers> events_of_texts() {
  std::array<std::uint8_t, field_numbers> events{};
#define GODOT_FIELD(id, filter, type, flags, ...) \
  events[static_cast<std::size_t>(field::id)] = subtree_events(field::id, flags);
#include "codec/debugger/fields.def"
#include "codec/enet/fields.def"
#include "codec/mirror/fields.def"
#include "codec/multiplayer/fields.def"
#include "codec/variant/fields.def"
#undef GODOT_FIELD
  for (const Field field : text_leaves) events[static_cast<std::size_t>(field)] |= leaves_text;
  for (const Dialect& dialect : tables::dialects) {
    events[static_cast<std::size_t>(dialect.type_field)] |= leaves_text;
    for (const TypeRow& type : dialect.types) {
      for (std::size_t i = 0; i < type.layout.count; ++i)
        events[static_cast<std::size_t>(type.layout.first) + i] |= leaves_text;
    }
  }
  return events;
}

}  // namespace

constexpr std::array<std::uint8_t, field_numbers> text_events = events_of_texts();

std::size_t TextWriter::capacity(std::size_t message_size, std::uint32_t limit) noexcept {
  const std::size_t by_message = message_size * text_per_byte + text_per_message;
  if (limit == no_text_limit) return by_message;
  const std::size_t by_limit = (std::size_t{limit} + 1) * 4 * (max_depth + 2);
  return std::min(by_message, by_limit);
}

// --- The buffer ---------------------------------------------------------------------------------------------------

void TextWriter::push() noexcept {
  frames_[depth_++] = {.type = nullptr,
                       .begin = size_,
                       .begin_chars = chars_,
                       .end = 0,
                       .end_chars = 0,
                       .parts = 0,
                       .declared = 0,
                       .cut = false,
                       .hidden = false,
                       .opened = false};
}

void TextWriter::cut() noexcept {
  Frame& frame = top();
  frame.cut = true;
  frame.end = size_;
  frame.end_chars = chars_;
}

inline void TextWriter::ascii(std::string_view text) noexcept {
  if (text.size() >= room() || text.size() > buffer_.size() - size_) [[unlikely]] {
    ascii_to_the_end(text);
    return;
  }
  copy(buffer_.data() + size_, text.data(), text.size());
  size_ += static_cast<std::uint32_t>(text.size());
  chars_ += static_cast<std::uint32_t>(text.size());
}

/// What fits of a text that uses up what there is, or more.
void TextWriter::ascii_to_the_end(std::string_view text) noexcept {
  const std::size_t left = room();
  const std::size_t fits = std::min({text.size(), left, buffer_.size() - size_});
  std::copy_n(text.data(), fits, buffer_.data() + size_);
  size_ += static_cast<std::uint32_t>(fits);
  chars_ += static_cast<std::uint32_t>(fits);
  if ((fits < text.size() || fits == left) && depth_ != 0 && !top().cut) cut();
}

/// One character of one to four bytes, whole or not at all.
void TextWriter::character(std::string_view bytes) noexcept {
  if (room() == 0) return;
  if (buffer_.size() - size_ < bytes.size()) {
    cut();
    return;
  }
  std::copy_n(bytes.data(), bytes.size(), buffer_.data() + size_);
  size_ += static_cast<std::uint32_t>(bytes.size());
  ++chars_;
  if (room() == 0) cut();
}

void TextWriter::escaped(std::string_view text, bool like_c) noexcept {
  const PlainBytes& is_plain_byte = like_c ? plain_in_c : plain_in_text;
  while (!text.empty() && room() != 0) {
    // Most text needs no escapes: take as much of it at once as there is, and as there is room for.
    const std::size_t most = std::min<std::size_t>(text.size(), room());
    std::size_t plain = 0;
    while (plain < most && is_plain_byte[static_cast<unsigned char>(text[plain])]) ++plain;
    if (plain != 0) {
      ascii(text.substr(0, plain));
      text.remove_prefix(plain);
      continue;
    }
    if (static_cast<unsigned char>(text.front()) < 0x80) {
      const char letter = escape_letter(text.front(), like_c);
      if (letter == 'u') {
        const auto code = static_cast<unsigned char>(text.front());
        const char number[] = {'\\', 'u', '0', '0', hex_digits[code >> 4], hex_digits[code & 15]};
        ascii({number, sizeof number});
      } else {
        const char pair[] = {'\\', letter};
        ascii({pair, sizeof pair});
      }
      text.remove_prefix(1);
      continue;
    }
    const std::size_t length = utf8_character(text);
    character(length == 0 ? std::string_view{"\xEF\xBF\xBD"}
                          : text.substr(0, length));  // U+FFFD for what is no character
    text.remove_prefix(std::max(length, std::size_t{1}));
  }
}

void TextWriter::quoted(std::string_view text, bool like_c) noexcept {
  ascii("\"");
  escaped(text, like_c);
  ascii("\"");
}

Text TextWriter::pop() noexcept {
  const Frame frame = top();
  if (frame.cut) {
    size_ = frame.end;
    chars_ = frame.end_chars;
  }
  Text result{{buffer_.data() + frame.begin, size_ - frame.begin}, frame.cut};
  if (limit_ != no_text_limit && chars_ - frame.begin_chars > limit_) {
    // Too long, by a character or by a value inside: make room for the ellipsis.
    std::size_t keep = result.text.size();
    std::uint32_t chars = chars_ - frame.begin_chars;
    if (keep == chars) keep = chars = limit_ == 0 ? 0 : limit_ - 1;  // each character is a byte
    for (; chars + 1 > limit_ && keep != 0; --chars) keep = utf8_boundary(result.text, keep - 1);
    result = {result.text.substr(0, keep), true};
  }
  --depth_;
  if (depth_ == 0) {
    size_ = 0;
    chars_ = 0;
  } else if (top().cut) {
    size_ = top().end;  // the outer value had enough before this one began
    chars_ = top().end_chars;
  } else if (frame.hidden) {
    size_ = frame.begin;
    chars_ = frame.begin_chars;
  } else if (result.cut) {
    cut();  // what was too long inside is too long outside
  }
  return result;
}

// --- Events -------------------------------------------------------------------------------------------------------

void TextWriter::part(std::string_view separator) noexcept {
  if (top().parts++ != 0) ascii(separator);
}

void TextWriter::begin(Field field, const Value& value) noexcept {
  if (field == field::entry) {
    part(", ");
    return;
  }
  if (field == field::object_property) {
    part(",");
    quoted(value.view().substr(0, value.view().find('\0')), false);
    ascii(":");
    return;
  }
  if (field == field::array_count) {
    ascii(dialect_.text.array_open);
    top().opened = true;
    return;
  }
  if (field == field::dictionary_count) {
    if (top().declared == 1) ascii(", Variant](");
    ascii("{");
    top().opened = true;
    return;
  }
  if (depth_ != 0) {
    if (field == field::index || field == field::structure_value) part(", ");
    if (field == field::value && top().type != nullptr && top().type->kind == Kind::dictionary) ascii(": ");
  }
  push();
  // A struct shows its fields' values, not what they would be.
  top().hidden = field == field::structure_default && depth_ != 1;
}

Text TextWriter::end() noexcept {
  end_type();
  return pop();
}

void TextWriter::problem() noexcept {
  if (depth_ == 0) return;
  const TypeRow* const type = top().type;
  // These are written when all of them is known.
  if (type != nullptr && (type->kind == Kind::image || type->kind == Kind::input_event)) top().type = nullptr;
  pixels_ = {};
  character(ellipsis);
}

std::uint32_t TextWriter::wanted_elements() const noexcept { return room(); }

void TextWriter::begin_type(const TypeRow& type) noexcept {
  top().type = &type;
  switch (type.kind) {
    case Kind::nil: ascii("null"); break;
    case Kind::no_payload:
      ascii(type.text_name);
      if (type.text_name != "null") ascii("()");
      break;
    case Kind::signal: ascii("Signal()"); break;
    case Kind::math:
    case Kind::packed:
    case Kind::packed_bytes:
    case Kind::packed_strings:
      ascii(type.text_name);
      ascii(dialect_.text.open);
      break;
    default: break;
  }
}

void TextWriter::end_type() noexcept {
  const Frame& frame = top();
  if (frame.type == nullptr) return;
  switch (frame.type->kind) {
    case Kind::math:
    case Kind::packed:
    case Kind::packed_bytes:
    case Kind::packed_strings: ascii(dialect_.text.close); break;
    case Kind::array:
      if (frame.opened) ascii(dialect_.text.array_close);
      if (frame.declared != 0) ascii(")");
      break;
    case Kind::dictionary:
      if (frame.opened) ascii("}");
      if (frame.declared != 0) ascii(")");
      break;
    case Kind::object:
    case Kind::structure:
      if (frame.declared != 0) ascii(")");
      break;
    case Kind::image: image(); break;
    case Kind::input_event: input_event(); break;
    default: break;
  }
}

void TextWriter::number(const Value& value, bool literal) noexcept {
  char digits[max_number_text];
  const bool like_printf = dialect_.text.exponent_like_printf;
  switch (value.kind) {
    case Value::Kind::int_: ascii(int_text(value.int_, digits)); break;
    case Value::Kind::float32:
    case Value::Kind::float64:
      ascii(literal ? float_literal(value.real, like_printf, digits) : float_text(value.real, like_printf, digits));
      break;
    default: ascii(uint_text(value.uint, digits)); break;
  }
}

void TextWriter::node_path(const Value& value) noexcept {
  ascii("NodePath(\"");
  if (value.kind == Value::Kind::text) {
    escaped(value.view(), true);
  } else {
    NodePathReader reader(value.view(), dialect_.root_path);
    for (NodePathReader::Part path_part; reader.next(path_part) && room() != 0;) {
      ascii(path_part.separator);
      escaped(path_part.name, true);
    }
  }
  ascii("\")");
}

void TextWriter::object_id(std::int64_t id) noexcept {
  if (id == 0) {
    ascii("null");
    return;
  }
  char digits[max_number_text];
  ascii("Object(EncodedObjectAsID,\"object_id\":");
  ascii(int_text(id, digits));
  ascii(")");
}

void TextWriter::object_class(std::string_view name) noexcept {
  if (name.empty()) {
    ascii("null");
    return;
  }
  ascii("Object(");
  escaped(name, false);
  ascii(",");
  top().declared = 1;
}

/// A name of Redot's own; there is no text form of the engine's to follow.
void TextWriter::struct_type(std::string_view name) noexcept {
  if (name.empty()) {
    ascii("null");
    return;
  }
  ascii("Struct[");
  escaped(name, false);
  ascii("](");
  top().declared = 1;
}

/// Writes the declared type of elements or keys (place 1) or of values (place 2) as "Array[int](".
void TextWriter::declare(std::uint8_t place, std::string_view name, bool script) noexcept {
  Frame& frame = top();
  const bool array = frame.type != nullptr && frame.type->kind == Kind::array;
  if (frame.declared == 0) ascii(array ? "Array[" : "Dictionary[");
  if (place == 2) ascii(frame.declared == 0 ? "Variant, " : ", ");
  if (script) {
    ascii("Resource(");
    quoted(name, false);
    ascii(")");
  } else {
    escaped(name, false);
  }
  if (array || place == 2) ascii("](");
  frame.declared = place;
}

void TextWriter::byte_array(std::string_view bytes) noexcept {
  const bool is_hex = bytes.size() >= hex_bytes_;
  if (is_hex) ascii("hex:");
  for (const char byte : bytes) {
    if (room() == 0) return;
    const auto code = static_cast<unsigned char>(byte);
    if (is_hex) {
      const char pair[] = {hex_digits[code >> 4], hex_digits[code & 15]};
      ascii({pair, sizeof pair});
    } else {
      part(", ");
      number(Value::of_uint(code), false);
    }
  }
}

void TextWriter::add(Field field, const Value& value) noexcept {
  if (depth_ == 0) return;
  if (field == dialect_.type_field) {
    const std::uint64_t id = value.uint & type_mask;
    if (id < dialect_.types.size()) begin_type(dialect_.types[id]);
    return;
  }
  const TypeRow* const type = top().type;
  if (type == nullptr || top().cut) return;
  const Kind kind = type->kind;
  if (kind == Kind::math || kind == Kind::packed) {
    const auto place = static_cast<unsigned>(field) - static_cast<unsigned>(type->layout.first);
    if (place < type->layout.count) {
      part(", ");
      number(value, false);
      return;
    }
  }
  switch (field) {
    case field::bool_: ascii(value.uint != 0 ? "true" : "false"); return;
    case field::float_: number(value, true); return;
    case field::string:
      if (kind == Kind::packed_strings) part(", ");
      quoted(value.view(), kind == Kind::packed_strings);
      return;
    case field::string_name:
      ascii("&");
      quoted(value.view(), true);
      return;
    case field::node_path: node_path(value); return;
    case field::rid:
      ascii("RID(");
      if (value.uint != 0) number(Value::of_int(value.int_), false);  // the engine prints it signed
      ascii(")");
      return;
    case field::object_id: object_id(value.int_); return;
    case field::object_null: ascii("null"); return;
    case field::object_class: object_class(value.view()); return;
    case field::structure_type: struct_type(value.view()); return;
    case field::element_type:
    case field::key_type: declare(1, type_name(dialect_, value.uint), false); return;
    case field::value_type: declare(2, type_name(dialect_, value.uint), false); return;
    case field::element_class:
    case field::key_class: declare(1, value.view(), false); return;
    case field::value_class: declare(2, value.view(), false); return;
    case field::element_script:
    case field::key_script: declare(1, value.view(), true); return;
    case field::value_script: declare(2, value.view(), true); return;
    case field::packed_bytes: byte_array(value.view()); return;
    case field::elements_omitted:
      part(", ");
      character(ellipsis);
      return;
    case field::image_format:
    case field::input_event_type: numbers_[0] = static_cast<std::uint32_t>(value.uint); return;
    case field::image_mipmaps: numbers_[1] = static_cast<std::uint32_t>(value.uint); return;
    case field::image_width: numbers_[2] = static_cast<std::uint32_t>(value.uint); return;
    case field::image_height: numbers_[3] = static_cast<std::uint32_t>(value.uint); return;
    case field::image_data: pixels_ = value.view(); return;
    case field::input_event_device:
      modifiers_ = numbers_[1] = 0;
      axis_value_ = 0;
      return;
    case field::input_event_axis_value: axis_value_ = value.real; return;
    case field::input_event_scancode:
    case field::input_event_button:
    case field::input_event_axis:
    case field::input_event_index: numbers_[1] = static_cast<std::uint32_t>(value.uint); return;
    default: break;
  }
  if (field == field::int_ && kind == Kind::integer) {
    number(value, false);
  } else if (kind == Kind::input_event) {
    for (unsigned bit = 0; bit < 4; ++bit) {
      constexpr Field keys[] = {field::input_event_alt, field::input_event_shift, field::input_event_ctrl,
                                field::input_event_meta};
      if (field == keys[bit] && (value.uint & info(field).mask) != 0) modifiers_ |= 1U << bit;
    }
  }
}

// --- Godot 2 ------------------------------------------------------------------------------------------------------

void TextWriter::image() noexcept {
  if (pixels_.empty()) {
    ascii("Image()");
    return;
  }
  char digits[max_number_text];
  ascii("Image( ");
  for (const std::uint32_t number : {numbers_[2], numbers_[3], numbers_[1]}) {
    ascii(uint_text(number, digits));
    ascii(", ");
  }
  ascii(value_name(field::image_format, numbers_[0]));
  for (const char byte : pixels_) {
    if (room() == 0) break;
    ascii(", ");
    ascii(uint_text(static_cast<unsigned char>(byte), digits));
  }
  ascii(" )");
  pixels_ = {};
}

void TextWriter::input_event() noexcept {
  struct Row {
    std::string_view name;
    bool has_number;
  };
  // The engine writes only the kinds that it can read back; the others are written in the same way here.
  constexpr Row rows[] = {{"NONE", false},   {"KEY", true},   {"MOTION", false}, {"MBUTTON", true}, {"JAXIS", true},
                          {"JBUTTON", true}, {"TOUCH", true}, {"DRAG", false},   {"ACTION", false}};
  const Row& row = rows[std::min<std::size_t>(numbers_[0], std::size(rows) - 1)];
  ascii("InputEvent(");
  ascii(row.name);
  if (row.has_number) {
    char digits[max_number_text];
    ascii(",");
    ascii(uint_text(numbers_[1], digits));
  }
  if (row.name == "JAXIS") {
    char digits[max_number_text];
    ascii(",");
    ascii(float_text(axis_value_, dialect_.text.exponent_like_printf, digits));  // the engine drops the fraction
  }
  if (modifiers_ != 0) {
    ascii(",");
    for (unsigned bit = 0; bit < 4; ++bit) {
      if ((modifiers_ >> bit & 1) != 0) ascii(std::string_view{"ASCM"}.substr(bit, 1));
    }
  }
  ascii(")");
}

}  // namespace godot::variant
