// SPDX-License-Identifier: MIT
#include "codec/variant/plain_text.h"

#include <algorithm>
#include <cmath>

#include "codec/core/compiler.h"
#include "codec/core/number.h"
#include "codec/core/utf8.h"
#include "codec/variant/node_path.h"
#include "codec/variant/text_parts.h"
#include "codec/variant/walker.h"

namespace godot::variant {
namespace {

using namespace text_parts;

/// The longest text between two checks of the limit: a type's name, a separator, a number.
constexpr std::size_t slack = 128;

/// Reads a plain value and writes its text. Every reading member returns false if the value is not plain; then the text
/// written so far is invalid.
class PlainText {
 public:
  PlainText(const Buffer& buffer, const Options& options, const TextLimits& limits, std::span<char> out) noexcept
      : begin_(buffer.captured.data() + std::min<std::size_t>(options.begin, buffer.captured.size())),
        at_(begin_),
        end_(buffer.captured.data() + buffer.captured.size()),
        options_(options),
        dialect_(dialect_of(options)),
        limits_(limits),
        out_(out),
        to_(out.data()),
        stop_(out.data() + std::min<std::size_t>(limits.characters, out.size() - slack)) {}

  /// False: the value is not plain.
  bool write(Text& text) noexcept {
    if (options_.prefixed && !skip(stream_prefix)) return false;
    if (!value()) return false;
    while (depth_ != 0 && !is_full()) {
      Frame& frame = frames_[depth_ - 1];
      if (frame.remaining == 0) {
        leave(frame);
        continue;
      }
      if (!separate(frame) || !value()) return false;
    }
    finish(text);
    return true;
  }

  /// The same for a value of numbers about which a walk has nothing to note, see end_of_numbers(); false: of any other.
  bool write_numbers(Text& text, Offset& end) noexcept {
    std::uint32_t header = 0;
    if (!take(header)) return false;
    const std::uint32_t id = header & type_mask;
    if (id >= dialect_.types.size()) return false;
    const TypeRow& type = dialect_.types[id];
    if ((header & ~(type_mask | type.flags)) != 0) return false;
    if (type.kind == Kind::math) {
      if (!math(type, header)) return false;
    } else if (type.kind != Kind::floating || header != id || left() < sizeof(float) ||
               !std::isfinite(load_le<float>(at_)) || !floating(header)) {
      return false;
    }
    if (is_full()) return false;  // what is not shown was not read
    end = options_.begin + static_cast<Offset>(at_ - begin_);
    finish(text);
    return true;
  }

 private:
  /// The separator before the next value of an open container.
  enum class Style : std::uint8_t { list, pairs, properties };

  /// A container whose end has not been reached.
  struct Frame {
    std::uint32_t remaining;  ///< values to come; a pair is two
    std::uint32_t count;
    Style style;
    bool is_typed;
  };

  // --- Bytes ----------------------------------------------------------------------------------------------------

  [[nodiscard]] std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - at_); }
  bool skip(std::size_t count) noexcept {
    if (count > left()) return false;
    at_ += count;
    return true;
  }
  template <class T>
  bool take(T& number) noexcept {
    if (sizeof(T) > left()) return false;
    number = load_le<T>(at_);
    at_ += sizeof(T);
    return true;
  }
  /// A string block with its padding, which readers accept without; a block without it is walked.
  bool block(std::string_view& text) noexcept {
    std::uint32_t length = 0;
    if (!take(length) || (length & detail::high_bit) != 0) return false;
    text = {reinterpret_cast<const char*>(at_), length};
    return skip(std::size_t{length} + padding_after(length));
  }

  // --- Text -----------------------------------------------------------------------------------------------------

  /// Records that there is more text than may be shown.
  [[nodiscard]] bool is_full() const noexcept { return to_ > stop_; }
  void character(char ascii) noexcept { *to_++ = ascii; }
  /// Writes as much as there is room for.
  void put(std::string_view text) noexcept {
    copy(to_, text.data(), text.size());
    to_ += text.size();
  }
  template <std::size_t size>
  void literal(const char (&text)[size]) noexcept {
    std::memcpy(to_, text, size - 1);
    to_ += size - 1;
  }
  void separator() noexcept { literal(", "); }

  bool escaped(std::string_view text, bool like_c) noexcept {
    while (!text.empty() && !is_full()) {
      const auto room = static_cast<std::size_t>(stop_ - to_) + 1;
      const std::size_t plain = plain_front(text, std::min(text.size(), room), like_c);
      put(text.substr(0, plain));
      text.remove_prefix(plain);
      if (plain == 0 && !odd_character(text, like_c)) return false;
    }
    return true;
  }

  /// Writes an escape, or a character of several bytes, and removes it from the text.
  GODOT_COLD bool odd_character(std::string_view& text, bool like_c) noexcept {
    const char first = text.front();
    if (first == '\0') return false;  // it ends the text
    if (static_cast<unsigned char>(first) < 0x80) {
      to_ = escape(first, like_c, to_);
      text.remove_prefix(1);
      return true;
    }
    const std::size_t length = utf8_character(text);
    if (length == 0) return false;
    put(text.substr(0, length));
    text.remove_prefix(length);
    wide_ += length - 1;
    stop_ += std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(length - 1), out_.data() + out_.size() - stop_);
    return true;
  }

  bool quoted(std::string_view text, bool like_c) noexcept {
    character('"');
    if (!escaped(text, like_c)) return false;
    character('"');
    return true;
  }

  void finish(Text& finished) const noexcept {
    const std::string_view text{out_.data(), static_cast<std::size_t>(to_ - out_.data())};
    finished.ascii = wide_ == 0;
    finished.cut = text.size() - wide_ > limits_.characters;
    finished.text = finished.cut ? text.substr(0, kept_of(text)) : text;
  }

  /// The size of the part of a longer text that is shown.
  [[nodiscard]] std::size_t kept_of(std::string_view text) const noexcept {
    std::size_t characters = limits_.characters == 0 ? 0 : limits_.characters - 1;
    if (wide_ == 0) return characters;
    std::size_t end = 0;
    for (; characters != 0; --characters) end += utf8_character(text.substr(end));
    return end;
  }

  // --- Containers -----------------------------------------------------------------------------------------------

  /// Writes the separator before the next value.
  bool separate(Frame& frame) noexcept {
    const std::uint32_t index = frame.count - frame.remaining--;
    if (frame.style == Style::properties) return property(index);
    if (frame.style == Style::pairs && (index & 1) != 0) literal(": ");
    else if (index != 0) separator();
    return true;
  }

  bool property(std::uint32_t index) noexcept {
    std::string_view name;
    if (!text(name)) return false;
    if (index != 0) character(',');
    if (!quoted(name, false)) return false;
    character(':');
    return true;
  }

  void leave(const Frame& frame) noexcept {
    if (frame.style == Style::list) put(dialect_.text.array_close);
    else character(frame.style == Style::pairs ? '}' : ')');
    if (frame.is_typed) character(')');
    --depth_;
  }

  /// More levels of nesting than allowed are a problem that a walk reports.
  bool enter(std::uint32_t count, Style style, bool is_typed) noexcept {
    if (depth_ == max_depth) return false;
    if (style == Style::list) put(dialect_.text.array_open);
    else if (style == Style::pairs) character('{');
    frames_[depth_++] = {.remaining = count, .count = count, .style = style, .is_typed = is_typed};
    return true;
  }

  /// A declared type's name; "Variant" if none is declared.
  bool declared(std::uint32_t kind) noexcept {
    if (kind == detail::untyped) {
      literal("Variant");
      return true;
    }
    if (kind == detail::builtin) {
      std::uint32_t id = 0;
      if (!take(id) || id >= dialect_.types.size()) return false;
      put(dialect_.types[id].name);
      return true;
    }
    std::string_view name;
    if (!text(name)) return false;
    if (kind == detail::class_name) return escaped(name, false);
    literal("Resource(");
    if (!quoted(name, false)) return false;
    character(')');
    return true;
  }

  bool array(const TypeRow& type, std::uint32_t header) noexcept {
    const std::uint32_t kind = type.flags == 0 ? 0 : header >> element_kind_shift & kind_mask;
    if (kind != detail::untyped) {
      literal("Array[");
      if (!declared(kind)) return false;
      literal("](");
    }
    std::uint32_t count = 0;
    return take(count) && enter(count & detail::low_bits, Style::list, kind != detail::untyped);
  }

  bool dictionary(const TypeRow& type, std::uint32_t header) noexcept {
    const std::uint32_t key = type.flags == 0 ? 0 : header >> key_kind_shift & kind_mask;
    const std::uint32_t value = type.flags == 0 ? 0 : header >> value_kind_shift & kind_mask;
    const bool typed = (key | value) != detail::untyped;
    if (typed) {
      literal("Dictionary[");
      if (!declared(key)) return false;
      separator();
      if (!declared(value)) return false;
      literal("](");
    }
    std::uint32_t count = 0;
    return take(count) && enter(2 * (count & detail::low_bits), Style::pairs, typed);
  }

  // --- Values ---------------------------------------------------------------------------------------------------

  bool value() noexcept {
    std::uint32_t header = 0;
    if (!take(header)) return false;
    const std::uint32_t id = header & type_mask;
    if (id >= dialect_.types.size()) return false;
    const TypeRow& type = dialect_.types[id];
    switch (type.kind) {
      case Kind::nil: literal("null"); return true;
      case Kind::boolean: return boolean();
      case Kind::integer: return integer(header);
      case Kind::floating: return floating(header);
      case Kind::string: return string("", false);
      case Kind::string_name: return string("&", true);
      case Kind::math: return math(type, header);
      case Kind::node_path: return node_path();
      case Kind::no_payload:
        put(type.text_name);
        if (type.text_name != "null") literal("()");
        return true;
      case Kind::rid: return rid();
      case Kind::object: return object(header);
      case Kind::signal: return signal();
      case Kind::dictionary: return dictionary(type, header);
      case Kind::array: return array(type, header);
      case Kind::packed_bytes: return packed_bytes(type);
      case Kind::packed: return packed(type, header);
      case Kind::packed_strings: return packed_strings(type);
      case Kind::image:
      case Kind::input_event:
      case Kind::structure: break;
    }
    return false;
  }

  bool boolean() noexcept {
    std::uint32_t number = 0;
    if (!take(number)) return false;
    put(number != 0 ? "true" : "false");
    return true;
  }

  bool integer(std::uint32_t header) noexcept {
    std::int64_t number = 0;
    if ((header & flag_64) != 0) {
      if (!take(number)) return false;
    } else {
      std::int32_t narrow = 0;
      // A lone int that is longer may be in a documented form.
      if (depth_ == 0 && dialect_.wide_ints && left() != sizeof narrow) return false;
      if (!take(narrow)) return false;
      number = narrow;
    }
    to_ = write_int(number, to_);
    return true;
  }

  bool floating(std::uint32_t header) noexcept {
    double number = 0;
    if ((header & flag_64) != 0) {
      if (!take(number)) return false;
    } else {
      float narrow = 0;
      if (!take(narrow)) return false;
      number = narrow;
    }
    to_ = write_literal(number, dialect_.text.exponent_like_printf, to_);
    return true;
  }

  /// A text as the engine reads it; one with a byte order mark, or that is empty before its NULs, is walked.
  bool text(std::string_view& text) noexcept {
    return block(text) && !text.starts_with("\xEF\xBB\xBF") && !text.starts_with('\0');
  }

  bool string(std::string_view mark, bool like_c) noexcept {
    std::string_view content;
    if (!text(content)) return false;
    put(mark);
    return quoted(content, like_c);
  }

  bool rid() noexcept {
    std::int64_t id = 0;
    if (!take(id)) return false;
    literal("RID(");
    if (id != 0) to_ = write_int(id, to_);
    character(')');
    return true;
  }

  bool object(std::uint32_t header) noexcept {
    if ((header & flag_object_as_id) == 0) return full_object();
    std::int64_t id = 0;
    if (!take(id)) return false;
    if (id == 0) {
      literal("null");
      return true;
    }
    put(encoded_object);
    to_ = write_int(id, to_);
    character(')');
    return true;
  }

  bool full_object() noexcept {
    std::string_view name;
    if (!text(name)) return false;
    if (name.empty()) {
      literal("null");
      return true;
    }
    literal("Object(");
    if (!escaped(name, false)) return false;
    character(',');
    std::uint32_t count = 0;
    return take(count) && enter(count, Style::properties, false);
  }

  bool signal() noexcept {
    std::string_view name;
    std::uint64_t object = 0;
    if (!block(name) || !take(object)) return false;
    literal("Signal()");
    return true;
  }

  bool node_path() noexcept {
    const std::uint8_t* const begin = at_;
    std::uint32_t names = 0;
    std::uint32_t subnames = 0;
    std::uint32_t flags = 0;
    if (!take(names) || (names & detail::high_bit) == 0 || !take(subnames) || !take(flags)) return false;
    const std::uint64_t parts =
        std::uint64_t{names & detail::low_bits} + subnames + ((flags & detail::path_has_property) != 0 ? 1 : 0);
    std::string_view name;
    for (std::uint64_t i = 0; i < parts; ++i) {
      if (!block(name)) return false;
    }
    literal("NodePath(\"");
    NodePathReader reader({reinterpret_cast<const char*>(begin), static_cast<std::size_t>(at_ - begin)},
                          dialect_.root_path);
    for (NodePathReader::Part part; !is_full() && reader.next(part);) {
      put(part.separator);
      if (!escaped(part.name, true)) return false;
    }
    literal("\")");
    return true;
  }

  // --- Sequences of numbers -----------------------------------------------------------------------------------------

  bool math(const TypeRow& type, std::uint32_t header) noexcept { return numbers(type, header, 1); }

  bool packed(const TypeRow& type, std::uint32_t header) noexcept {
    std::uint32_t count = 0;
    return take(count) && numbers(type, header, count);
  }

  /// `count` times the numbers of the type's layout.
  bool numbers(const TypeRow& type, std::uint32_t header, std::uint32_t count) noexcept {
    const bool wide = wide_reals(type, header, dialect_, options_.precision);
    const std::uint64_t total = std::uint64_t{count} * type.layout.count;
    const std::uint32_t each = width(type.layout.component, wide);
    if (total * each > left()) return false;
    put(type.text_name);
    put(dialect_.text.open);
    const std::uint8_t* from = at_;
    const bool is_whole = type.layout.component == Component::int32 || type.layout.component == Component::int64;
    for (std::uint64_t i = 0; i < total && !is_full(); ++i, from += each) {
      if (i != 0) separator();
      if (is_whole) {
        to_ = write_int(each == 4 ? load_le<std::int32_t>(from) : load_le<std::int64_t>(from), to_);
      } else {
        const double number = each == 4 ? static_cast<double>(load_le<float>(from)) : load_le<double>(from);
        if (!std::isfinite(number)) return false;  // a walk adds a note
        to_ = each == 4 ? write_float(static_cast<float>(number), dialect_.text.exponent_like_printf, to_)
                        : write_float(number, dialect_.text.exponent_like_printf, to_);
      }
    }
    put(dialect_.text.close);
    at_ += static_cast<std::size_t>(total * each);
    return true;
  }

  bool packed_bytes(const TypeRow& type) noexcept {
    std::string_view bytes;
    if (!block(bytes)) return false;
    const bool is_hex = bytes.size() >= limits_.hex_bytes;
    put(type.text_name);
    put(dialect_.text.open);
    if (is_hex) literal("hex:");
    for (std::size_t i = 0; i < bytes.size() && !is_full(); ++i) {
      const auto code = static_cast<unsigned char>(bytes[i]);
      if (is_hex) {
        character(hex_digits[code >> 4]);
        character(hex_digits[code & 15]);
      } else {
        if (i != 0) separator();
        to_ = write_uint(code, to_);
      }
    }
    put(dialect_.text.close);
    return true;
  }

  /// The lengths include a NUL, which not every encoder writes.
  bool packed_strings(const TypeRow& type) noexcept {
    std::uint32_t count = 0;
    if (!take(count)) return false;
    put(type.text_name);
    put(dialect_.text.open);
    for (std::uint32_t i = 0; i < count && !is_full(); ++i) {
      std::string_view content;
      if (!text(content)) return false;
      if (content.ends_with('\0')) content.remove_suffix(1);
      if (i != 0) separator();
      if (!quoted(content, true)) return false;
    }
    put(dialect_.text.close);
    return true;
  }

  const std::uint8_t* begin_;
  const std::uint8_t* at_;
  const std::uint8_t* end_;
  const Options& options_;
  const Dialect& dialect_;
  const TextLimits& limits_;
  std::span<char> out_;
  char* to_;
  char* stop_;            ///< text that reaches beyond is too long
  std::size_t wide_ = 0;  ///< bytes that do not begin a character
  std::uint32_t depth_ = 0;
  Frame frames_[max_depth];  // the first `depth_` are written before they are read
};

/// Keeps the text of a walk's outermost value.
class WalkedText {
 public:
  explicit WalkedText(TextWriter& writer) noexcept : writer_(writer) {}
  [[nodiscard]] const Text& text() const noexcept { return text_; }

  void open(Field field, Offset, const Value& value) noexcept { writer_.open(field, value); }
  void leaf(Field field, Offset, Offset, const Value& value) noexcept { writer_.leaf(field, value); }
  void close(Field field, Offset) noexcept {
    const Text text = writer_.close(field);
    if (text.text.data() != nullptr) text_ = text;  // the outermost one closes last
  }
  void note(Note note, Offset, Offset) noexcept { notes_.add(note); }
  [[nodiscard]] const Notes& notes() const noexcept { return notes_; }
  void problem(const Problem&) noexcept { writer_.problem(); }
  [[nodiscard]] std::uint32_t wanted_elements(std::uint32_t count) const noexcept {
    return std::min(count, writer_.wanted_elements());
  }

 private:
  TextWriter& writer_;
  Text text_;
  Notes notes_;
};

}  // namespace

std::size_t text_capacity(std::size_t message_size, const TextLimits& limits) noexcept {
  return TextWriter::capacity(message_size, limits.characters) + slack;
}

Text text_of(const Buffer& buffer, const Options& options, const TextLimits& limits, std::span<char> out,
             Notes* notes) noexcept {
  Text text;
  const bool engine_form = (options.forms & ~forms::chosen) == 0 && !dialect_of(options).documented_forms;
  if (engine_form && out.size() >= text_capacity(buffer.captured.size(), limits) &&
      PlainText(buffer, options, limits, out).write(text))
    return text;
  TextWriter writer(out, limits.characters, dialect_of(options), limits.hex_bytes);
  WalkedText walked(writer);
  walk_into(buffer, options, walked);
  if (notes != nullptr) notes->add(walked.notes());
  text = walked.text();
  return text;
}

Offset text_of_numbers(const Buffer& buffer, const Options& options, const TextLimits& limits, std::span<char> out,
                       Text& text) noexcept {
  if (options.prefixed || options.whole || options.forms != forms::engine || dialect_of(options).documented_forms)
    return 0;
  Offset end = 0;
  return PlainText(buffer, options, limits, out).write_numbers(text, end) ? end : 0;
}

std::string_view type_of(const Buffer& buffer, const Options& options) noexcept {
  const std::size_t at = options.begin + (options.prefixed ? std::size_t{stream_prefix} : 0);
  if (buffer.captured.size() < at + sizeof(std::uint32_t)) return {};
  const std::uint32_t id = load_le<std::uint32_t>(buffer.captured.data() + at) & type_mask;
  const std::span<const TypeRow> types = dialect_of(options).types;
  return id < types.size() ? types[id].name : std::string_view{};
}

}  // namespace godot::variant
