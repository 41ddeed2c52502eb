// SPDX-License-Identifier: MIT
#include "codec/variant/text.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "codec/core/number.h"
#include "codec/core/utf8.h"
#include "codec/variant/fields.h"
#include "codec/variant/node_path.h"
#include "codec/variant/text_parts.h"
#include "codec/variant/types.h"

namespace godot::variant {

using namespace text_parts;

namespace {

/// The longest text for a byte on the wire: a Callable of 4 bytes is "Callable(), ", a control character "\u0007".
constexpr std::size_t text_per_byte = 8;
constexpr std::size_t text_per_message = 64;

/// A declared type; an id without a type is reported before the walk fails at it.
std::string_view type_name(const Dialect& dialect, std::uint64_t id) noexcept {
  return id < dialect.types.size() ? dialect.types[id].name : "?";
}

/// The effect of a field's events, besides the types and components of every dialect.
struct ActionRow {
  Field field;
  TextAction action;
};
constexpr ActionRow action_rows[] = {
    {field::int_, TextAction::integer},
    {field::bool_, TextAction::boolean},
    {field::float_, TextAction::floating},
    {field::string, TextAction::string},
    {field::string_name, TextAction::string_name},
    {field::node_path, TextAction::node_path},
    {field::rid, TextAction::rid},
    {field::object_id, TextAction::object_id},
    {field::object_null, TextAction::object_null},
    {field::object_class, TextAction::object_class},
    {field::structure_type, TextAction::structure_type},
    {field::element_type, TextAction::element_type},
    {field::key_type, TextAction::element_type},
    {field::value_type, TextAction::value_type},
    {field::element_class, TextAction::element_class},
    {field::key_class, TextAction::element_class},
    {field::value_class, TextAction::value_class},
    {field::element_script, TextAction::element_script},
    {field::key_script, TextAction::element_script},
    {field::value_script, TextAction::value_script},
    {field::packed_bytes, TextAction::bytes},
    {field::elements_omitted, TextAction::omitted},
    {field::image_format, TextAction::first_number},
    {field::image_mipmaps, TextAction::second_number},
    {field::image_width, TextAction::third_number},
    {field::image_height, TextAction::fourth_number},
    {field::image_data, TextAction::pixels},
    {field::input_event_type, TextAction::first_number},
    {field::input_event_device, TextAction::device},
    {field::input_event_axis_value, TextAction::axis_value},
    {field::input_event_scancode, TextAction::second_number},
    {field::input_event_button, TextAction::second_number},
    {field::input_event_axis, TextAction::second_number},
    {field::input_event_index, TextAction::second_number},
    {field::input_event_shift, TextAction::modifier},
    {field::input_event_alt, TextAction::modifier},
    {field::input_event_meta, TextAction::modifier},
    {field::input_event_ctrl, TextAction::modifier},
    {field::entry, TextAction::entry},
    {field::object_property, TextAction::property},
    {field::array_count, TextAction::array_count},
    {field::dictionary_count, TextAction::dictionary_count},
    {field::index, TextAction::element},
    {field::structure_value, TextAction::element},
    {field::value, TextAction::mapped},
    {field::structure_default, TextAction::default_value},
};

struct FieldFlags {
  Field field;
  unsigned flags;
};
constexpr FieldFlags own_fields[] = {
#define GODOT_FIELD(id, filter, type, flags, ...) {field::id, flags},
#include "codec/variant/fields.def"
#undef GODOT_FIELD
};

constexpr std::array<TextAction, variant_field_numbers> actions_of_fields() {
  std::array<TextAction, variant_field_numbers> actions{};
  for (const FieldFlags& row : own_fields) {
    if ((row.flags & is_variant) != 0) actions[static_cast<std::size_t>(row.field)] = TextAction::value;
  }
  for (const Dialect& dialect : tables::dialects) {
    actions[static_cast<std::size_t>(dialect.type_field)] = TextAction::type;
    for (const TypeRow& type : dialect.types) {
      for (std::size_t i = 0; i < type.layout.count; ++i)
        actions[static_cast<std::size_t>(type.layout.first) + i] = TextAction::component;
    }
  }
  for (const ActionRow& row : action_rows) actions[static_cast<std::size_t>(row.field)] = row.action;
  return actions;
}

}  // namespace

constexpr std::array<TextAction, variant_field_numbers> text_actions = actions_of_fields();

std::size_t TextWriter::capacity(std::size_t message_size, std::uint32_t limit) noexcept {
  const std::size_t by_message = message_size * text_per_byte + text_per_message;
  if (limit == no_text_limit) return by_message;
  const std::size_t by_limit = (std::size_t{limit} + 1) * 4 * (max_depth + 2);
  return std::min(by_message, by_limit);
}

// --- The buffer ---------------------------------------------------------------------------------------------------

/// The limit and the end of the buffer, combined as one position that a text must not reach.
void TextWriter::set_stop() noexcept {
  const Frame& frame = top();
  const std::uint64_t by_limit = std::uint64_t{frame.begin} + most_ + (wide_ - frame.begin_wide);
  stop_ = frame.cut ? 0 : static_cast<std::size_t>(std::min<std::uint64_t>(by_limit, buffer_.size() + 1));
}

void TextWriter::push() noexcept {
  frames_[depth_++] = {.type = nullptr,
                       .begin = size_,
                       .begin_wide = wide_,
                       .end = 0,
                       .end_wide = 0,
                       .parts = 0,
                       .declared = 0,
                       .cut = false,
                       .hidden = false,
                       .opened = false};
  set_stop();
}

void TextWriter::cut() noexcept {
  Frame& frame = top();
  frame.cut = true;
  frame.end = size_;
  frame.end_wide = wide_;
  stop_ = 0;
}

inline void TextWriter::ascii(std::string_view text) noexcept {
  if (!fits(text.size())) [[unlikely]] {
    ascii_to_the_end(text);
    return;
  }
  copy(here(), text.data(), text.size());
  size_ += static_cast<std::uint32_t>(text.size());
}

/// A text whose size the compiler knows.
template <std::size_t size>
inline void TextWriter::literal(const char (&text)[size]) noexcept {
  if (!fits(size - 1)) [[unlikely]] {
    ascii_to_the_end({text, size - 1});
    return;
  }
  std::memcpy(here(), text, size - 1);
  size_ += static_cast<std::uint32_t>(size - 1);
}

/// Writes as much of a text as fits when the room is used up.
void TextWriter::ascii_to_the_end(std::string_view text) noexcept {
  const std::size_t left = room();
  const std::size_t most = std::min({text.size(), left, buffer_.size() - size_});
  std::copy_n(text.data(), most, here());
  size_ += static_cast<std::uint32_t>(most);
  if ((most < text.size() || most == left) && depth_ != 0 && !top().cut) cut();
}

/// Writes one character of one to four bytes, completely or not at all.
void TextWriter::character(std::string_view bytes) noexcept {
  if (room() == 0) return;
  if (buffer_.size() - size_ < bytes.size()) {
    cut();
    return;
  }
  std::copy_n(bytes.data(), bytes.size(), here());
  size_ += static_cast<std::uint32_t>(bytes.size());
  wide_ += static_cast<std::uint32_t>(bytes.size() - 1);
  if (room() == 0) cut();
  else set_stop();
}

/// Most texts need no escapes.
void TextWriter::escaped(std::string_view text, bool like_c) noexcept {
  const std::size_t plain = plain_front(text, fits(text.size()) ? text.size() : 0, like_c);
  ascii(text.substr(0, plain));
  if (plain < text.size()) escaped_to_the_end(text.substr(plain), like_c);
}

void TextWriter::escaped_to_the_end(std::string_view text, bool like_c) noexcept {
  while (!text.empty() && room() != 0) {
    const std::size_t plain = plain_front(text, std::min<std::size_t>(text.size(), room()), like_c);
    if (plain != 0) {
      ascii(text.substr(0, plain));
      text.remove_prefix(plain);
      continue;
    }
    if (static_cast<unsigned char>(text.front()) < 0x80) {
      char escaped_character[8];
      char* const end = escape(text.front(), like_c, escaped_character);
      ascii({escaped_character, static_cast<std::size_t>(end - escaped_character)});
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
  literal("\"");
  escaped(text, like_c);
  literal("\"");
}

Text TextWriter::pop() noexcept {
  const Frame& frame = top();
  if (frame.cut) {
    size_ = frame.end;
    wide_ = frame.end_wide;
  }
  Text result{{buffer_.data() + frame.begin, size_ - frame.begin}, frame.cut};
  std::uint32_t chars = (size_ - frame.begin) - (wide_ - frame.begin_wide);
  if (chars > limit_) {
    // Too long, by a character or by an inner value: make room for the ellipsis.
    std::size_t keep = result.text.size();
    if (keep == chars) keep = chars = limit_ == 0 ? 0 : limit_ - 1;  // each character is a byte
    for (; chars + 1 > limit_ && keep != 0; --chars) keep = utf8_boundary(result.text, keep - 1);
    result = {result.text.substr(0, keep), true};
  }
  --depth_;
  if (depth_ == 0) {
    size_ = wide_ = 0;
    stop_ = 0;
    return result;
  }
  if (top().cut) {
    size_ = top().end;  // the outer value was full before this one began
    wide_ = top().end_wide;
  } else if (frame.hidden) {
    size_ = frame.begin;
    wide_ = frame.begin_wide;
  } else if (result.cut) {
    cut();  // if the inner text is too long, the outer one is
  }
  set_stop();
  return result;
}

// --- Events -------------------------------------------------------------------------------------------------------

inline void TextWriter::part() noexcept {
  if (top().parts++ != 0) literal(", ");
}

void TextWriter::begin_part(TextAction action, const Value& value) noexcept {
  if (depth_ == 0) return;
  switch (action) {
    case TextAction::entry: part(); break;
    case TextAction::property:
      if (top().parts++ != 0) literal(",");
      quoted(value.view().substr(0, value.view().find('\0')), false);
      literal(":");
      break;
    case TextAction::array_count:
      ascii(dialect_.text.array_open);
      top().opened = true;
      break;
    case TextAction::dictionary_count:
      if (top().declared == 1) literal(", Variant](");
      literal("{");
      top().opened = true;
      break;
    default: break;
  }
}

void TextWriter::begin_value(TextAction action) noexcept {
  const bool is_inside = depth_ != 0;
  if (is_inside) {
    if (action == TextAction::element) part();
    else if (action == TextAction::mapped && top().type != nullptr && top().type->kind == Kind::dictionary)
      literal(": ");
  }
  push();
  // A struct shows its fields' values, not their defaults.
  top().hidden = is_inside && action == TextAction::default_value;
}

Text TextWriter::end_value() noexcept {
  end_type();
  return pop();
}

void TextWriter::problem() noexcept {
  if (depth_ == 0) return;
  const TypeRow* const type = top().type;
  // These are written once all of their parts are known.
  if (type != nullptr && (type->kind == Kind::image || type->kind == Kind::input_event)) top().type = nullptr;
  pixels_ = {};
  character(ellipsis);
}

std::uint32_t TextWriter::wanted_elements() const noexcept { return room(); }

void TextWriter::begin_type(const TypeRow& type) noexcept {
  top().type = &type;
  switch (type.kind) {
    case Kind::nil: literal("null"); break;
    case Kind::no_payload:
      ascii(type.text_name);
      if (type.text_name != "null") literal("()");
      break;
    case Kind::signal: literal("Signal()"); break;
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
      if (frame.declared != 0) literal(")");
      break;
    case Kind::dictionary:
      if (frame.opened) literal("}");
      if (frame.declared != 0) literal(")");
      break;
    case Kind::object:
    case Kind::structure:
      if (frame.declared != 0) literal(")");
      break;
    case Kind::image: image(); break;
    case Kind::input_event: input_event(); break;
    default: break;
  }
}

/// Writes a number directly to its place if there is room for any number.
template <class Write>
inline void TextWriter::written(Write write) noexcept {
  if (fits(max_number_text)) [[likely]] {
    size_ = static_cast<std::uint32_t>(write(here()) - buffer_.data());
    return;
  }
  char digits[max_number_text];
  ascii({digits, static_cast<std::size_t>(write(digits) - digits)});
}

void TextWriter::number(const Value& value) noexcept {
  switch (value.kind) {
    case Value::Kind::int_: written([&](char* to) { return write_int(value.int_, to); }); break;
    case Value::Kind::float32:
      written([&](char* to) {
        return write_float(static_cast<float>(value.real), dialect_.text.exponent_like_printf, to);
      });
      break;
    case Value::Kind::float64:
      written([&](char* to) { return write_float(value.real, dialect_.text.exponent_like_printf, to); });
      break;
    default: written([&](char* to) { return write_uint(value.uint, to); }); break;
  }
}

void TextWriter::node_path(const Value& value) noexcept {
  literal("NodePath(\"");
  if (value.kind == Value::Kind::text) {
    escaped(value.view(), true);
  } else {
    NodePathReader reader(value.view(), dialect_.root_path);
    for (NodePathReader::Part path_part; reader.next(path_part) && room() != 0;) {
      ascii(path_part.separator);
      escaped(path_part.name, true);
    }
  }
  literal("\")");
}

void TextWriter::object_id(std::int64_t id) noexcept {
  if (id == 0) {
    literal("null");
    return;
  }
  char digits[max_number_text];
  ascii(encoded_object);
  ascii(int_text(id, digits));
  literal(")");
}

void TextWriter::object_class(std::string_view name) noexcept {
  if (name.empty()) {
    literal("null");
    return;
  }
  literal("Object(");
  escaped(name, false);
  literal(",");
  top().declared = 1;
}

/// A text form chosen for Redot; its engine has none.
void TextWriter::struct_type(std::string_view name) noexcept {
  if (name.empty()) {
    literal("null");
    return;
  }
  literal("Struct[");
  escaped(name, false);
  literal("](");
  top().declared = 1;
}

/// Writes the declared type of elements or keys (place 1) or of values (place 2) as "Array[int](".
void TextWriter::declare(std::uint8_t place, std::string_view name, bool script) noexcept {
  Frame& frame = top();
  const bool array = frame.type != nullptr && frame.type->kind == Kind::array;
  if (frame.declared == 0) ascii(array ? "Array[" : "Dictionary[");
  if (place == 2) ascii(frame.declared == 0 ? "Variant, " : ", ");
  if (script) {
    literal("Resource(");
    quoted(name, false);
    literal(")");
  } else {
    escaped(name, false);
  }
  if (array || place == 2) literal("](");
  frame.declared = place;
}

void TextWriter::byte_array(std::string_view bytes) noexcept {
  const bool is_hex = bytes.size() >= hex_bytes_;
  if (is_hex) literal("hex:");
  for (const char byte : bytes) {
    if (room() == 0) return;
    const auto code = static_cast<unsigned char>(byte);
    if (is_hex) {
      const char pair[] = {hex_digits[code >> 4], hex_digits[code & 15]};
      ascii({pair, sizeof pair});
    } else {
      part();
      written([code](char* to) { return write_uint(code, to); });
    }
  }
}

void TextWriter::add(TextAction action, Field field, const Value& value) noexcept {
  if (action == TextAction::type) {
    const std::uint64_t id = value.uint & type_mask;
    if (id < dialect_.types.size()) begin_type(dialect_.types[id]);
    return;
  }
  const TypeRow* const type = top().type;
  if (type == nullptr || top().cut) return;
  const Kind kind = type->kind;
  switch (action) {
    case TextAction::integer:
      if (kind == Kind::integer) {
        number(value);
        return;
      }
      [[fallthrough]];
    case TextAction::component:
      if (kind != Kind::math && kind != Kind::packed) return;
      part();
      number(value);
      return;
    case TextAction::boolean: ascii(value.uint != 0 ? "true" : "false"); return;
    case TextAction::floating:
      written([&](char* to) {
        const bool like_printf = dialect_.text.exponent_like_printf;
        return value.kind == Value::Kind::float32 ? write_literal(static_cast<float>(value.real), like_printf, to)
                                                  : write_literal(value.real, like_printf, to);
      });
      return;
    case TextAction::string:
      if (kind == Kind::packed_strings) part();
      quoted(value.view(), kind == Kind::packed_strings);
      return;
    case TextAction::string_name:
      literal("&");
      quoted(value.view(), true);
      return;
    case TextAction::node_path: node_path(value); return;
    case TextAction::rid:
      literal("RID(");
      if (value.uint != 0) number(Value::of_int(value.int_));  // the engine prints it signed
      literal(")");
      return;
    case TextAction::object_id: object_id(value.int_); return;
    case TextAction::object_null: literal("null"); return;
    case TextAction::object_class: object_class(value.view()); return;
    case TextAction::structure_type: struct_type(value.view()); return;
    case TextAction::bytes: byte_array(value.view()); return;
    case TextAction::omitted:
      part();
      character(ellipsis);
      return;
    default: declare_or_keep(action, field, value); return;
  }
}

/// Writes declared types, and the ends of Godot 2's values.
void TextWriter::declare_or_keep(TextAction action, Field field, const Value& value) noexcept {
  switch (action) {
    case TextAction::element_type: declare(1, type_name(dialect_, value.uint), false); return;
    case TextAction::value_type: declare(2, type_name(dialect_, value.uint), false); return;
    case TextAction::element_class: declare(1, value.view(), false); return;
    case TextAction::value_class: declare(2, value.view(), false); return;
    case TextAction::element_script: declare(1, value.view(), true); return;
    case TextAction::value_script: declare(2, value.view(), true); return;
    case TextAction::first_number: numbers_[0] = static_cast<std::uint32_t>(value.uint); return;
    case TextAction::second_number: numbers_[1] = static_cast<std::uint32_t>(value.uint); return;
    case TextAction::third_number: numbers_[2] = static_cast<std::uint32_t>(value.uint); return;
    case TextAction::fourth_number: numbers_[3] = static_cast<std::uint32_t>(value.uint); return;
    case TextAction::pixels: pixels_ = value.view(); return;
    case TextAction::device:
      modifiers_ = numbers_[1] = 0;
      axis_value_ = 0;
      return;
    case TextAction::axis_value: axis_value_ = value.real; return;
    case TextAction::modifier: modifier(field, value.uint); return;
    default: return;
  }
}

// --- Godot 2 ------------------------------------------------------------------------------------------------------

void TextWriter::image() noexcept {
  if (pixels_.empty()) {
    literal("Image()");
    return;
  }
  char digits[max_number_text];
  literal("Image( ");
  for (const std::uint32_t number : {numbers_[2], numbers_[3], numbers_[1]}) {
    ascii(uint_text(number, digits));
    literal(", ");
  }
  ascii(value_name(field::image_format, numbers_[0]));
  for (const char byte : pixels_) {
    if (room() == 0) break;
    literal(", ");
    ascii(uint_text(static_cast<unsigned char>(byte), digits));
  }
  literal(" )");
  pixels_ = {};
}

void TextWriter::modifier(Field field, std::uint64_t bits) noexcept {
  constexpr Field keys[] = {field::input_event_alt, field::input_event_shift, field::input_event_ctrl,
                            field::input_event_meta};
  const auto place = static_cast<unsigned>(std::find(std::begin(keys), std::end(keys), field) - std::begin(keys));
  if ((bits & info(field).mask) != 0) modifiers_ |= 1U << place;
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
  literal("InputEvent(");
  ascii(row.name);
  if (row.has_number) {
    char digits[max_number_text];
    literal(",");
    ascii(uint_text(numbers_[1], digits));
  }
  if (row.name == "JAXIS") {
    char digits[max_number_text];
    literal(",");
    ascii(float_text(axis_value_, dialect_.text.exponent_like_printf, digits));  // the engine drops the fraction
  }
  if (modifiers_ != 0) {
    literal(",");
    for (unsigned bit = 0; bit < 4; ++bit) {
      if ((modifiers_ >> bit & 1) != 0) ascii(std::string_view{"ASCM"}.substr(bit, 1));
    }
  }
  literal(")");
}

}  // namespace godot::variant
