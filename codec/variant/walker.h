// SPDX-License-Identifier: MIT
// The walker itself, for sinks whose type is known at the call: their events are ordinary calls, which compilers
// inline. walk.h describes it; walk() and validate() are instances of it.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "codec/core/compiler.h"
#include "codec/core/cursor.h"
#include "codec/core/silent_sink.h"
#include "codec/core/utf8.h"
#include "codec/variant/fields.h"
#include "codec/variant/names.h"
#include "codec/variant/numbers.h"
#include "codec/variant/text_block.h"
#include "codec/variant/walk.h"

namespace godot::variant {
namespace detail {

inline constexpr Offset word = 4;
inline constexpr std::uint32_t high_bit = 1U << 31;
inline constexpr std::uint32_t low_bits = ~high_bit;
inline constexpr std::uint32_t path_absolute = 1;
inline constexpr std::uint32_t path_has_property = 2;
inline constexpr std::uint32_t image_format_count = names::count_of(names::image_formats);
inline constexpr std::uint32_t input_event_type_count = names::count_of(names::input_events);
inline constexpr Offset struct_field_least = 7 * 4;  // four empty texts, a bool, a default and a value that are Nil
inline constexpr Offset input_event_header = 12;     // its type, its device, the length of the event

/// The data after a declared container type (marshalls.cpp, ContainerTypeKind).
enum TypeKind : std::uint32_t { untyped, builtin, class_name, script };

/// The fields of a declared element, key or value type.
struct TypeFields {
  Field type, class_name, script;
};
inline constexpr TypeFields element_type{field::element_type, field::element_class, field::element_script};
inline constexpr TypeFields key_type{field::key_type, field::key_class, field::key_script};
inline constexpr TypeFields value_type{field::value_type, field::value_class, field::value_script};

/// The data after the common part of a Godot 2 input event (core/os/input_event.h, marshalls.cpp).
struct EventRow {
  Field first = field::none;
  Field second = field::none;
  bool needs_second = false;
};
inline constexpr EventRow event_rows[input_event_type_count] = {
    {},                                                                 // an event without a type
    {field::input_event_modifiers, field::input_event_scancode, true},  // a key of the keyboard
    {},                                                                 // motion of the mouse
    {field::input_event_button},                                        // a button of the mouse
    {field::input_event_axis, field::input_event_axis_value},           // joystick motion; the value since late 2.1
    {field::input_event_button},                                        // a button of the joystick
    {field::input_event_index},                                         // a touch of the screen
    {},                                                                 // a finger that is dragged on the screen
    {},                                                                 // an action of the input map
};

/// How a text's padding is filled, and whether it may be absent.
enum class Padding : std::uint8_t { zero, garbage };

/// The part of an open entry or property that has been read.
enum class Pair : std::uint8_t { none, key, value };

/// A container that is being read: a dictionary, an array, an object or a structure.
struct Frame {
  std::uint32_t count;  ///< elements, pairs or properties
  std::uint32_t index;  ///< of the next one
  std::uint32_t stop;   ///< where the elements end that are reported to the sink
  Kind kind;            ///< none of a container: around the outermost value
  Pair pair;            ///< the part of the open entry or property that has been read
};

/// For each level of nesting, one around the outermost value, and one below them. Written before read: clearing 16 KB
/// for every int would cost more than the int.
using Frames = Frame[max_depth + 2];

/// Where a walk stands, without its sink: what a walk with another sink needs to continue from there.
class WalkState {
 protected:
  WalkState(const Buffer& buffer, const Options& options, Result& result, Frames& frames) noexcept
      : in_(buffer, options.limit),
        options_(options),
        dialect_(dialect_of(options)),
        result_(result),
        base_(frames),
        top_(frames),
        deepest_(frames + max_depth),
        forms_(options.forms) {
    if (dialect_.documented_forms && (forms_ & forms::chosen) == 0) forms_ = of_document(buffer, options).forms;
    top_->kind = Kind::nil;
    in_.skip(std::min(options.begin, in_.captured_left()));
  }

  Cursor in_;
  const Options& options_;
  const Dialect& dialect_;
  Result& result_;        ///< the caller's: it is large, and small values are frequent
  const Frame* base_;     ///< the frame around the outermost value
  Frame* top_;            ///< the innermost open container; at `base_`: none
  const Frame* deepest_;  ///< the last one that may have elements
  Forms forms_;
};

/// Reads the innermost container's remaining elements without events, and moves `in` to their end. False: `result_` has
/// the problem.
bool omit_elements(const WalkState& outer, Cursor& in) noexcept;

/// The same for `count` strings of a packed array.
bool omit_strings(const WalkState& outer, std::uint32_t count, Cursor& in) noexcept;

template <class S>
class Walker : WalkState {
 public:
  Walker(const Buffer& buffer, const Options& options, S& sink, Result& result, Frames& frames) noexcept
      : WalkState(buffer, options, result, frames), sink_(sink) {}

  /// Continues with the elements of the innermost container.
  Walker(const WalkState& outer, S& sink) noexcept : WalkState(outer), sink_(sink) { base_ = top_ - 1; }

  GODOT_INLINE void run() {
    open(options_.role, in_.position(), options_.role_value);
    if (options_.prefixed && !prefix()) open_role_ = options_.role;
    else values();
    if (result_.problem) [[unlikely]] {
      unwind();
      return;
    }
    result_.consumed = in_.position();
    if (options_.whole && in_.left() != 0) trailing();
    close(options_.role, in_.position());
  }

  bool elements(Cursor& end) {
    if (next_value()) values();
    end = in_;
    return !result_.problem;
  }

  bool strings(std::uint32_t count, Cursor& end) {
    while (count != 0 && packed_string()) --count;
    end = in_;
    return count == 0;
  }

 private:
  static constexpr bool reports = !std::is_same_v<S, SilentSink>;

  // --- Events ---------------------------------------------------------------------------------------------------

  void open(Field field, Offset begin, const Value& value = {}) {
    if constexpr (reports) sink_.open(field, begin, value);
  }
  void leaf(Field field, Offset begin, Offset length, const Value& value) {
    if constexpr (reports) sink_.leaf(field, begin, length, value);
  }
  void close(Field field, Offset end) {
    if constexpr (reports) sink_.close(field, end);
  }
  void note(Note note, Offset begin, Offset length) {
    result_.notes.add(note);
    if constexpr (reports) sink_.note(note, begin, length);
  }
  bool fail(const Problem& problem) noexcept {
    result_.problem = problem;
    return false;
  }
  /// Reports a wrong word: it is shown with its value, in the open subtree.
  GODOT_COLD bool fail_at_word(Problem problem) {
    problem.offset = in_.position();
    leaf(problem.field, problem.offset, word, Value::of_uint(problem.value));
    in_.skip(word);
    return fail(problem);
  }
  [[nodiscard]] GODOT_INLINE bool has(std::uint64_t count, Field field) noexcept {
    return count <= in_.captured_left() || missing(count, field);
  }
  template <class T>
  [[nodiscard]] GODOT_INLINE bool peek(T& number, Field field) noexcept {
    if (!has(sizeof(T), field)) return false;
    number = load_le<T>(in_.bytes(sizeof(T)));
    return true;
  }
  GODOT_COLD bool missing(std::uint64_t count, Field field) noexcept { return in_.has(count, field, result_.problem); }

  // --- One value ------------------------------------------------------------------------------------------------

  [[nodiscard]] bool is_outermost() const noexcept { return top_ == base_; }

  /// Reads the value whose subtree is open, and those after it up to the end of the outermost one, whose subtree stays
  /// open.
  GODOT_INLINE void values() {
    do {
      if (!value()) {
        open_role_ = role();
        return;
      }
    } while (next_value());
  }

  /// Reads a value to its end, or to its first element if it is a container with any.
  GODOT_INLINE bool value() {
    const Offset begin = in_.position();
    std::uint32_t header = 0;
    if (!peek(header, field::header)) return false;
    const std::uint32_t id = header & type_mask;
    if (id >= dialect_.types.size()) return unknown_type(header, begin);
    const TypeRow& type = dialect_.types[id];
    const bool reserved = (header & type.unknown_bits) != 0;
    if constexpr (reports) header_events(type, header, reserved, begin);
    if (reserved) note(note::reserved_bits, begin, word);
    in_.skip(word);
    return payload(type, header);
  }

  /// A header with an unknown type is shown all the same.
  GODOT_COLD bool unknown_type(std::uint32_t header, Offset begin) {
    open(field::header, begin, Value::of_uint(header));
    leaf(dialect_.type_field, begin, word, Value::of_uint(header));
    close(field::header, begin + word);
    in_.skip(word);
    return fail({.code = Problem::Code::unknown_type,
                 .field = dialect_.type_field,
                 .offset = begin,
                 .value = header & type_mask,
                 .bound = dialect_.types.size()});
  }

  GODOT_COLD bool prefix() {
    if (!has(stream_prefix, field::stream_length)) return false;
    const Offset length = stream_length(in_.bytes(stream_prefix), options_.prefix_order);
    leaf(field::stream_length, in_.position(), stream_prefix, Value::of_uint(length));
    in_.skip(stream_prefix);
    return true;
  }

  /// For a sink that is not silent.
  void header_events(const TypeRow& type, std::uint32_t header, bool reserved, Offset begin) {
    const Value bits = Value::of_uint(header);
    sink_.open(field::header, begin, bits);
    sink_.leaf(dialect_.type_field, begin, word, bits);
    if (type.flags != 0) {
      sink_.open(field::flags, begin, Value::of_uint(header & ~type_mask));
      sink_.leaf(type.flag_fields.first, begin, word, bits);
      if (type.flag_fields.second != field::none) sink_.leaf(type.flag_fields.second, begin, word, bits);
      sink_.close(field::flags, begin + word);
    } else if (reserved) {
      undefined_flags(type, header, begin);
    }
    sink_.close(field::header, begin + word);
    sink_.leaf(field::type_name, begin, word, Value::of_text(type.name));
  }

  /// The other name of a packed array, after its header.
  void alias(const TypeRow& type) {
    if (type.has_alias) leaf(field::type_alias, in_.position() - word, word, Value::of_text(type.text_name));
  }

  /// Bits of a type that defines none.
  GODOT_COLD void undefined_flags(const TypeRow& type, std::uint32_t header, Offset begin) {
    sink_.open(field::flags, begin, Value::of_uint(header & ~type_mask));
    if (wide_number(type, header)) sink_.leaf(field::flag_64, begin, word, Value::of_uint(header));
    sink_.close(field::flags, begin + word);
  }

  /// Late Godot 2.1 reads the flag on ints and reals although nothing sends it.
  [[nodiscard]] static bool wide_number(const TypeRow& type, std::uint32_t header) noexcept {
    return (header & flag_64) != 0 && (type.kind == Kind::integer || type.kind == Kind::floating);
  }

  [[nodiscard]] bool wide(const TypeRow& type, std::uint32_t header) const noexcept {
    return wide_reals(type, header, dialect_, options_.precision);
  }

  /// The documents give colours the width of other reals; the engines never do.
  [[nodiscard]] Component component_of(const TypeRow& type) const noexcept {
    return reads(forms::wide_colours) && type.layout.first == field::color_r ? Component::real : type.layout.component;
  }

  /// Whether a documented form is read that no engine sends.
  [[nodiscard]] bool reads(Forms form) const noexcept { return (forms_ & form) != 0; }

  GODOT_COLD void trailing() {
    const Offset begin = in_.position();
    const Offset length = in_.captured_left();
    leaf(field::trailing, begin, length, Value::of_bytes(in_.view(begin, length)));
    note(note::trailing_bytes, begin, length);
    in_.skip(length);
  }

  GODOT_INLINE bool payload(const TypeRow& type, std::uint32_t header) {
    switch (type.kind) {
      case Kind::nil:
      case Kind::no_payload: return true;
      case Kind::boolean: return boolean();
      case Kind::integer: return integer(header);
      case Kind::floating: return floating(header);
      case Kind::string:
      case Kind::string_name: return string(type.layout.first);
      case Kind::math: return components(type, wide(type, header));
      case Kind::node_path: return node_path();
      case Kind::rid: return number64(field::rid);
      case Kind::object: return object(header);
      case Kind::signal: return text(field::signal, Padding::zero) && number64(field::signal_object_id);
      case Kind::dictionary: return dictionary(header & type.flags);
      case Kind::array: return array(header & type.flags);
      case Kind::packed_bytes: return packed_bytes(type);
      case Kind::packed: return packed(type, wide(type, header));
      case Kind::packed_strings: return packed_strings();
      case Kind::image: return image();
      case Kind::input_event: return input_event();
      case Kind::structure: return structure();
    }
    GODOT_UNREACHABLE();
  }

  // --- Scalars --------------------------------------------------------------------------------------------------

  bool boolean() {
    std::uint32_t number = 0;
    if (!peek(number, field::bool_)) return false;
    leaf(field::bool_, in_.position(), word, Value::of_bool(number));
    if (number > 1) note(note::bool_not_0_or_1, in_.position(), word);
    in_.skip(word);
    return true;
  }

  /// Two documents of Godot 3 know only 8-byte ints, without a flag. A lone int that is followed by its own sign is
  /// one.
  [[nodiscard]] bool is_documented_int() const noexcept {
    if (!is_outermost() || !options_.whole || in_.left() != 2 * word || in_.captured_left() != 2 * word) return false;
    const auto number = in_.template look<std::int64_t>();
    return number && *number == static_cast<std::int32_t>(*number);
  }

  bool integer(std::uint32_t header) {
    const Offset begin = in_.position();
    const bool documented =
        (header & flag_64) == 0 && dialect_.wide_ints && (reads(forms::wide_ints) || is_documented_int());
    if ((header & flag_64) == 0 && !documented) {
      std::int32_t number = 0;
      if (!peek(number, field::int_)) return false;
      leaf(field::int_, begin, word, Value::of_int(number));
      in_.skip(word);
      return true;
    }
    std::int64_t number = 0;
    if (!peek(number, field::int_)) return false;
    leaf(field::int_, begin, 2 * word, Value::of_int(number));
    if (documented) note(note::documented_form, begin, 2 * word);
    else if (number == static_cast<std::int32_t>(number)) note(note::needless_64, begin, 2 * word);
    in_.skip(2 * word);
    return true;
  }

  bool floating(std::uint32_t header) {
    const Offset begin = in_.position();
    const bool documented = (header & flag_64) == 0 && reads(forms::wide_floats);
    const bool wide = (header & flag_64) != 0 || documented;
    const Offset length = wide ? 2 * word : word;
    double number = 0;
    float narrow = 0;
    if (wide ? !peek(number, field::float_) : !peek(narrow, field::float_)) return false;
    if (!wide) number = narrow;
    leaf(field::float_, begin, length, Value::of_double(number));  // a script's float has 64 bits
    if (!std::isfinite(number)) note(note::not_finite, begin, length);
    // The encoder compares double with float with double: NaN is never equal, so NaN is always wide.
    if (documented) note(note::documented_form, begin, length);
    else if (wide && static_cast<double>(static_cast<float>(number)) == number) note(note::needless_64, begin, length);
    in_.skip(length);
    return true;
  }

  /// u64 ids; those of objects are signed in scripts.
  GODOT_COLD bool number64(Field field) {
    std::uint64_t number = 0;
    if (!peek(number, field)) return false;
    const bool is_unsigned = field == field::rid;
    leaf(field, in_.position(), 2 * word,
         is_unsigned ? Value::of_uint(number) : Value::of_int(static_cast<std::int64_t>(number)));
    in_.skip(2 * word);
    return true;
  }

  bool number32(Field field) {
    std::uint32_t ignored = 0;
    return number32(field, ignored);
  }

  bool number32(Field field, std::uint32_t& number) {
    if (!peek(number, field)) return false;
    leaf(field, in_.position(), word, Value::of_uint(number));
    in_.skip(word);
    return true;
  }

  // --- Math -----------------------------------------------------------------------------------------------------

  /// Reads the numbers of one value. If some are missing, those before are reported.
  GODOT_INLINE bool components(const TypeRow& type, bool wide) {
    return with_type(component_of(type), wide, [&](auto number) {
      constexpr Offset each = sizeof number;
      const Offset count = whole_elements(type.layout.count, each, in_.captured_left());
      numbers<decltype(number)>(type.layout.first, in_.position(), in_.bytes(count * each), count);
      in_.skip(count * each);
      return count == type.layout.count || has(each, component_field(type.layout.first, count));
    });
  }

  static Field component_field(Field first, Offset index) noexcept {
    return static_cast<Field>(static_cast<unsigned>(first) + index);
  }

  /// Calls `read` with a number of the component's type.
  template <class Read>
  static auto with_type(Component component, bool wide, Read read) {
    if (component == Component::real) component = wide ? Component::float64 : Component::float32;
    switch (component) {
      case Component::int32: return read(std::int32_t{});
      case Component::int64: return read(std::int64_t{});
      case Component::float64: return read(double{});
      default: return read(float{});
    }
  }

  /// Numbers at `from`, which is `begin` in the buffer; their fields are neighbours.
  template <class T>
  void numbers(Field first, Offset begin, const std::uint8_t* from, Offset count) {
    if constexpr (std::is_floating_point_v<T>) {
      if (!all_finite<T>(from, count)) note_not_finite<T>(begin, from, count);
    }
    if constexpr (reports) {
      for (Offset i = 0; i < count; ++i) {
        const Offset at = i * Offset{sizeof(T)};
        sink_.leaf(component_field(first, i), begin + at, sizeof(T), value_of(load_le<T>(from + at)));
      }
    }
  }

  template <class T>
  GODOT_COLD void note_not_finite(Offset begin, const std::uint8_t* from, Offset count) {
    for (Offset i = 0; i < count; ++i) {
      const Offset at = i * Offset{sizeof(T)};
      if (!std::isfinite(load_le<T>(from + at))) note(note::not_finite, begin + at, sizeof(T));
    }
  }

  static Value value_of(std::int64_t number) noexcept { return Value::of_int(number); }
  static Value value_of(std::int32_t number) noexcept { return Value::of_int(number); }
  static Value value_of(float number) noexcept { return Value::of_float(number); }
  static Value value_of(double number) noexcept { return Value::of_double(number); }

  // --- Text -----------------------------------------------------------------------------------------------------

  /// A string block: length, UTF-8 text without terminator, padding to four bytes.
  bool text(Field field, Padding padding) {
    std::string_view ignored;
    return text(field, padding, ignored);
  }

  bool text(Field field, Padding padding, std::string_view& out) {
    return plain_text(field, 0, out) || any_text(field, padding, out);
  }

  /// The same for a whole value, without a call.
  GODOT_INLINE bool string(Field field) {
    std::string_view ignored;
    return plain_text(field, 0, ignored) || any_string(field);
  }

  GODOT_COLD bool any_string(Field field) {
    std::string_view ignored;
    return any_text(field, Padding::zero, ignored);
  }

  /// Usually a text is ASCII, and its padding zero: one check of the whole block. `terminator`: a NUL at the end that
  /// belongs to the field, but not to the text. False if anything is different; nothing has been read then.
  GODOT_INLINE bool plain_text(Field field, Offset terminator, std::string_view& out) {
    if (in_.captured_left() < word) return false;
    const auto length = load_le<std::uint32_t>(in_.bytes(word));
    const Offset padding = padding_after(length);
    if (length < terminator || (length & high_bit) != 0 || length + padding > in_.captured_left() - word) return false;
    const Offset begin = in_.position() + word;
    out = in_.view(begin, length - terminator);
    if (!is_plain_block(out, terminator + padding)) return false;
    leaf(field::string_length, begin - word, word, Value::of_uint(length));
    leaf(field, begin, length, Value::of_text(out));
    if (padding != 0) leaf(field::padding, begin + length, padding, Value::of_bytes(in_.view(begin + length, padding)));
    in_.skip(word + length + padding);
    return true;
  }

  GODOT_COLD bool any_text(Field field, Padding padding, std::string_view& out) {
    Offset length = 0;
    if (!text_length(field::string_length, field, length)) return false;
    text_body(field, length, out);
    return text_padding(length, padding);
  }

  /// The name of a class or a property; the documented form omits the padding after it.
  bool name_text(Field field, std::string_view& out) {
    if (!reads(forms::unpadded_names)) return text(field, Padding::zero, out);
    Offset length = 0;
    if (!text_length(field::string_length, field, length)) return false;
    text_body(field, length, out);
    if (padding_after(length) != 0) note(note::documented_form, in_.position() - length, length);
    return true;
  }

  /// Reads a length and checks that the text is captured.
  bool text_length(Field length_field, Field field, Offset& length) {
    if (!peek(length, length_field)) return false;
    if ((length & high_bit) != 0) {
      return fail_at_word({.code = Problem::Code::negative_length, .field = length_field, .value = length, .bound = 0});
    }
    leaf(length_field, in_.position(), word, Value::of_uint(length));
    in_.skip(word);
    return has(length, field);
  }

  /// `terminator`: bytes at the end that belong to the field, but not to the text.
  void text_body(Field field, Offset length, std::string_view& out, Offset terminator = 0) {
    const Offset begin = in_.position();
    out = in_.view(begin, length - terminator);
    const Utf8Check check = check_utf8(out);
    // As the engine reads it: a byte order mark is not part of the text, and a NUL ends it.
    if (out.starts_with("\xEF\xBB\xBF")) out.remove_prefix(3);
    if (check.has_nul) out = out.substr(0, out.find('\0'));
    leaf(field, begin, length, Value::of_text(out));
    if (!check.valid) note(note::invalid_utf8, begin, length);
    if (check.has_nul) note(note::nul_in_text, begin, length);
    in_.skip(length);
  }

  bool text_padding(Offset length, Padding padding) {
    const Offset expected = padding_after(length);
    if (expected == 0) return true;
    if (dialect_.zero_padding && padding == Padding::zero && !has(expected, field::padding)) return false;
    return pad(expected, padding == Padding::zero && dialect_.zero_padding);
  }

  /// Reads up to `expected` bytes of padding; readers of byte arrays and of Godot 2 accept its absence at the message's
  /// end.
  bool pad(Offset expected, bool should_be_zero) {
    const Offset begin = in_.position();
    const Offset length = std::min(expected, in_.left());
    if (length > in_.captured_left()) return has(length, field::padding);
    const std::uint8_t* bytes = in_.bytes(length);
    const bool zero = std::all_of(bytes, bytes + length, [](std::uint8_t byte) { return byte == 0; });
    if (length != 0) leaf(field::padding, begin, length, Value::of_bytes(in_.view(begin, length)));
    if (length < expected) note(note::odd_length, begin, length);
    if (!zero && should_be_zero) note(note::padding_not_zero, begin, length);
    in_.skip(length);
    return true;
  }

  // --- NodePath -------------------------------------------------------------------------------------------------

  GODOT_COLD bool node_path() {
    const Offset begin = in_.position();
    std::uint32_t first = 0;
    if (!peek(first, field::node_path_name_count)) return false;
    if ((first & high_bit) == 0 && dialect_.old_path) return old_node_path();
    open(field::node_path_name_count, begin, Value::of_uint(first));
    leaf(field::node_path_new_format, begin, word, Value::of_uint(first));
    close(field::node_path_name_count, begin + word);
    if ((first & high_bit) == 0) {
      return fail({.code = Problem::Code::unsupported_format, .field = field::node_path_new_format, .offset = begin});
    }
    in_.skip(word);
    const std::uint32_t names = first & low_bits;
    std::uint32_t subnames = 0;
    std::uint32_t flags = 0;
    if (!number32(field::node_path_subname_count, subnames) || !peek(flags, field::node_path_flags)) return false;
    open(field::node_path_flags, begin + 2 * word, Value::of_uint(flags));
    leaf(field::node_path_absolute, begin + 2 * word, word, Value::of_uint(flags));
    leaf(field::node_path_has_property, begin + 2 * word, word, Value::of_uint(flags));
    close(field::node_path_flags, begin + 3 * word);
    const bool property = (flags & path_has_property) != 0;
    if ((flags & ~(path_absolute | path_has_property)) != 0) note(note::reserved_bits, begin + 2 * word, word);
    if (property && !dialect_.path_property) note(note::obsolete_property, begin + 2 * word, word);
    in_.skip(word);
    const std::uint64_t total = std::uint64_t{names} + subnames + (property ? 1 : 0);
    judge_count(begin, total, word);
    for (std::uint64_t i = 0; i < total; ++i) {
      const Field field = i < names                             ? field::node_path_name
                          : i < std::uint64_t{names} + subnames ? field::node_path_subname
                                                                : field::node_path_property;
      if (!text(field, Padding::garbage)) return false;
    }
    const Offset length = in_.position() - begin;
    leaf(field::node_path, begin, length, Value::of_node_path(in_.view(begin, length)));
    return true;
  }

  /// Reads one text for the whole path. The engine does not pad it; the documents do.
  bool old_node_path() {
    const Offset begin = in_.position();
    Offset length = 0;
    if (!text_length(field::node_path_text_length, field::node_path, length)) return false;
    std::string_view path;
    text_body(field::node_path, length, path);
    note(note::old_node_path, begin, word + length);
    const Offset expected = padding_after(length);
    const bool padded = dialect_.generation != Generation::godot2 || reads(forms::padded_old_paths) ||
                        (is_outermost() && in_.left() == expected);
    return !padded || expected == 0 || pad(expected, true);
  }

  // --- Containers -----------------------------------------------------------------------------------------------

  /// False if `count` items of at least `least` bytes each cannot be there.
  bool count_fits(Field field, Offset at, std::uint64_t count, Offset least) noexcept {
    const std::uint64_t needed = count * least;
    if (needed <= in_.left()) return true;
    return fail({.code = Problem::Code::count_too_large,
                 .field = field,
                 .limit = options_.limit,
                 .offset = at,
                 .needed = needed,
                 .had = in_.left()});
  }

  /// Begins a container's elements; without any, the value is complete.
  GODOT_INLINE bool enter(Kind kind, std::uint32_t count) {
    if (count == 0) return true;
    std::uint32_t wanted = count;
    if (top_ == deepest_) wanted = 0;
    else if constexpr (reports) wanted = std::min(sink_.wanted_elements(count), count);
    *++top_ = {.count = count, .index = 0, .stop = wanted, .kind = kind, .pair = Pair::none};
    return true;
  }

  GODOT_INLINE bool declared_type(std::uint32_t kind, const TypeFields& fields) {
    switch (kind) {
      case untyped: return true;
      case builtin: return builtin_type(fields.type);
      case class_name: return text(fields.class_name, Padding::zero);
      default: return text(fields.script, Padding::zero);
    }
  }

  GODOT_INLINE bool builtin_type(Field field) {
    std::uint32_t id = 0;
    if (!peek(id, field)) return false;
    if (id >= dialect_.types.size()) {
      return fail_at_word(
          {.code = Problem::Code::unknown_type, .field = field, .value = id, .bound = dialect_.types.size()});
    }
    leaf(field, in_.position(), word, Value::of_uint(id));
    in_.skip(word);
    return true;
  }

  GODOT_INLINE bool container_count(Field field, Offset least, std::uint32_t& count) {
    const Offset begin = in_.position();
    std::uint32_t raw = 0;
    if (!peek(raw, field)) return false;
    count = raw & low_bits;
    open(field, begin, Value::of_uint(raw));
    leaf(field::shared, begin, word, Value::of_uint(raw));
    close(field, begin + word);
    if ((raw & high_bit) != 0 && !dialect_.shared_bit) note(note::shared_bit, begin, word);
    in_.skip(word);
    judge_count(begin, count, least);
    return true;
  }

  /// The engine does not compare a container's count with the bytes left, and the captured elements are useful: the
  /// walk continues to the element that is incomplete.
  void judge_count(Offset at, std::uint64_t count, Offset least) {
    if (count * least > in_.left()) note(note::count_too_large, at, word);
  }

  bool array(std::uint32_t flags) {
    std::uint32_t count = 0;
    if (flags != 0 && !declared_type(flags >> element_kind_shift & kind_mask, element_type)) return false;
    return container_count(field::array_count, word, count) && enter(Kind::array, count);
  }

  bool dictionary(std::uint32_t flags) {
    std::uint32_t count = 0;
    if (flags != 0 && !(declared_type(flags >> key_kind_shift & kind_mask, key_type) &&
                        declared_type(flags >> value_kind_shift & kind_mask, value_type)))
      return false;
    return container_count(field::dictionary_count, 2 * word, count) && enter(Kind::dictionary, count);
  }

  GODOT_COLD bool object(std::uint32_t header) {
    const bool documented_id = (header & flag_object_as_id) == 0 && reads(forms::unflagged_ids) && looks_like_id();
    if ((header & flag_object_as_id) != 0 || documented_id) {
      const Offset at = in_.position();
      if (!number64(field::object_id)) return false;
      result_.has_object_id = true;
      if (documented_id) note(note::documented_form, at, 2 * word);
      return true;
    }
    const Offset begin = in_.position();
    std::string_view name;
    // Pages that call objects unsupported end them here.
    if (in_.left() == 0 && !has(word, field::object_class)) return false;
    if (!name_text(field::object_class, name)) return false;
    if (name.empty()) {
      note(note::empty_class, begin, in_.position() - begin);
      return true;
    }
    note(note::full_object, begin, in_.position() - begin);
    const Offset at = in_.position();
    std::uint32_t count = 0;
    if (!number32(field::object_property_count, count)) return false;
    judge_count(at, count, 2 * word);
    return enter(Kind::object, count);
  }

  /// Without the flag, it is an id and not a class name if no name has that length, or if the text is not a name.
  [[nodiscard]] bool looks_like_id() const noexcept {
    const auto length = in_.template look<std::uint32_t>();
    if (!length || in_.left() < 2 * word) return false;
    if (*length > in_.left() - word) return true;
    const std::string_view name = in_.view(in_.position() + word, std::min(*length, in_.captured_left() - word));
    const auto is_control = [](char byte) { return static_cast<unsigned char>(byte) < ' ' || byte == '\x7F'; };
    return !check_utf8(name).valid || std::any_of(name.begin(), name.end(), is_control);
  }

  /// The subtree of the value that is read.
  [[nodiscard]] Field role() const noexcept { return role_in(*top_); }

  /// The subtree of a value in this container.
  [[nodiscard]] Field role_in(const Frame& frame) const noexcept {
    switch (frame.kind) {
      case Kind::array: return field::index;
      case Kind::dictionary: return frame.pair == Pair::key ? field::key : field::value;
      case Kind::object: return field::value;
      case Kind::structure: return frame.pair == Pair::value ? field::structure_default : field::structure_value;
      default: return options_.role;
    }
  }

  /// Closes the subtree of the value that was read, and opens that of the next one. False if the outermost value is
  /// complete, or the data in between is malformed.
  GODOT_INLINE bool next_value() {
    for (;;) {
      Frame& frame = *top_;
      if (frame.kind == Kind::array) {
        if (frame.index != 0) close(field::index, in_.position());
      } else if (frame.kind == Kind::dictionary) {
        if (frame.pair == Pair::key) {
          close(field::key, in_.position());
          frame.pair = Pair::value;
          return open_value(field::value);
        }
        if (frame.pair == Pair::value) {
          close(field::value, in_.position());
          close(field::entry, in_.position());
        }
      } else {
        if (is_outermost()) return false;
        close_part(frame);
      }
      if (frame.index != frame.stop) return element(frame);
      frame.pair = Pair::none;
      if (frame.index != frame.count) {
        if (top_ > deepest_) return too_deep(frame);
        if (!omitted(frame)) return false;
      }
      if (--top_ == base_) return false;
    }
  }

  /// Opens the subtree of a value. True, as it can be read.
  bool open_value(Field role, const Value& index = {}) {
    open(role, in_.position(), index);
    return true;
  }

  /// Begins an element: of an array, an entry up to its key, a property up to its value.
  GODOT_INLINE bool element(Frame& frame) {
    const Value index = Value::of_uint(frame.index);
    ++frame.index;
    if (frame.kind == Kind::array) return open_value(field::index, index);
    if (frame.kind == Kind::dictionary) {
      open(field::entry, in_.position(), index);
      frame.pair = Pair::key;
      return open_value(field::key);
    }
    return frame.kind == Kind::object ? property(frame) : struct_part(frame);
  }

  /// Closes a value of an object or a structure, and the part that it ends.
  GODOT_COLD void close_part(Frame& frame) {
    if (frame.index != 0) close(role_in(frame), in_.position());
    if (frame.pair == Pair::none) return;
    close(part_of(frame.kind), in_.position());
    frame.pair = Pair::none;
  }

  /// The elements that the sink does not want are one leaf.
  GODOT_COLD bool omitted(Frame& frame) {
    const Offset begin = in_.position();
    const std::uint32_t count = frame.count - frame.stop;
    frame.stop = frame.count;
    const bool good = omit_elements(*this, in_);
    frame.pair = Pair::none;
    if (good) leaf(field::elements_omitted, begin, in_.position() - begin, Value::of_uint(count));
    return good;
  }

  /// The first element of a container that the engine does not read.
  GODOT_COLD bool too_deep(Frame& frame) {
    if constexpr (reports) {
      if (sink_.wanted_elements(frame.count) == 0) {
        omit_elements(*this, in_);
        frame.pair = Pair::none;
        return false;
      }
    }
    if (element(frame)) {
      open_role_ = role();
      fail({.code = Problem::Code::too_deep,
            .field = field::header,
            .offset = in_.position(),
            .value = max_depth + 1,
            .bound = max_depth});
    }
    return false;
  }

  GODOT_COLD bool property(Frame& frame) {
    open(field::object_property, in_.position(), property_name());
    frame.pair = Pair::value;
    std::string_view name;
    return name_text(field::object_property_name, name) && open_value(field::value);
  }

  // --- Struct of Redot (core/variant/struct.cpp; core/io/marshalls.cpp) -------------------------------------------

  GODOT_COLD bool structure() {
    std::string_view type;
    if (!text(field::structure_type, Padding::zero, type)) return false;
    if (type.empty()) return true;
    if (!number32(field::structure_version)) return false;
    const Offset at = in_.position();
    std::uint32_t count = 0;
    if (!number32(field::structure_count, count)) return false;
    if (!count_fits(field::structure_count, at, count, struct_field_least)) return false;
    return enter(Kind::structure, 2 * count);
  }

  /// Reads all fields first, each up to its default; then as many values. The part has been counted.
  GODOT_COLD bool struct_part(Frame& frame) {
    if (frame.index > frame.count / 2) return open_value(field::structure_value);
    open(field::structure_field, in_.position(), property_name());
    frame.pair = Pair::value;
    return text(field::structure_field_name, Padding::zero) && text(field::structure_field_type, Padding::zero) &&
           struct_field_typed() && text(field::structure_field_class, Padding::zero) &&
           text(field::structure_field_struct, Padding::zero) && open_value(field::structure_default);
  }

  bool struct_field_typed() {
    std::uint32_t number = 0;
    if (!peek(number, field::structure_field_typed)) return false;
    leaf(field::structure_field_typed, in_.position(), word, Value::of_bool(number));
    if (number > 1) note(note::bool_not_0_or_1, in_.position(), word);
    in_.skip(word);
    return true;
  }

  /// The subtree around each part of a container of this kind.
  [[nodiscard]] static constexpr Field part_of(Kind kind) noexcept {
    switch (kind) {
      case Kind::object: return field::object_property;
      case Kind::structure: return field::structure_field;
      default: return field::entry;
    }
  }

  /// The name is the subtree's own value, so it is peeked at before its bytes are read and checked.
  [[nodiscard]] Value property_name() const noexcept {
    const auto claimed = in_.template look<std::uint32_t>();
    if (!claimed) return Value::of_text({});
    const Offset length = std::min(*claimed, in_.captured_left() - word);
    return Value::of_text(in_.view(in_.position() + word, length));
  }

  // --- Packed arrays --------------------------------------------------------------------------------------------

  bool packed_count(std::uint64_t& count) {
    std::uint32_t narrow = 0;
    if (!number32(field::packed_count, narrow)) return false;
    count = narrow;
    return true;
  }

  GODOT_COLD bool packed_bytes(const TypeRow& type) {
    alias(type);
    std::uint64_t count = 0;
    const Offset at = in_.position();
    if (!packed_count(count)) return false;
    const Offset begin = in_.position();
    const auto length = static_cast<Offset>(count);
    if constexpr (reports) {
      // The captured part of the bytes is shown even if the capture is cut.
      const Offset captured = std::min(length, in_.captured_left());
      leaf(field::packed_bytes, begin, captured, Value::of_bytes(in_.view(begin, captured)));
    }
    if (!count_fits(field::packed_count, at, count, 1)) {
      in_.skip(in_.captured_left());
      return false;
    }
    if (!has(length, field::packed_bytes)) return false;
    in_.skip(length);
    return pad(padding_after(length), dialect_.zero_padding);
  }

  GODOT_COLD bool packed(const TypeRow& type, bool wide) {
    alias(type);
    const Offset at = in_.position();
    std::uint64_t count = 0;
    Layout layout = type.layout;
    layout.component = component_of(type);
    const Offset each = width(layout.component, wide) * layout.count;
    if (reads(forms::wide_counts) && layout.component == Component::int64 && count_is_wide()) {
      if (!peek(count, field::packed_count64)) return false;
      leaf(field::packed_count64, at, 2 * word, Value::of_uint(count));
      in_.skip(2 * word);
    } else if (!packed_count(count)) {
      return false;
    }
    // If some are missing, the complete ones are shown.
    if constexpr (reports) elements(layout, wide, whole_elements(count, each, in_.left()), each);
    if (!count_fits(field::packed_count, at, count, each)) {
      in_.skip(std::min(whole_elements(count, each, in_.left()) * each, in_.captured_left()));
      return false;
    }
    const auto length = static_cast<Offset>(count * each);
    if (!has(length, field::packed_elements)) return false;
    in_.skip(length);
    return true;
  }

  /// How many of `count` elements lie completely in so many bytes. Usually all do, and no division is needed.
  [[nodiscard]] static std::uint32_t whole_elements(std::uint64_t count, Offset each, Offset bytes) noexcept {
    return static_cast<std::uint32_t>(count * each <= bytes ? count : bytes / each);
  }

  /// The document gives the count of 64-bit ints 8 bytes. If both readings fit, the one that fills the message is
  /// chosen; if neither does, a count with an upper half of zero is one that was cut.
  [[nodiscard]] bool count_is_wide() const noexcept {
    const auto count = in_.template look<std::uint64_t>();
    if (!count || *count >> 32 != 0) return false;
    const std::uint64_t elements = *count * 8;
    if (word + elements > in_.left()) return true;
    return 2ULL * word + elements <= in_.left() && word + elements != in_.left();
  }

  /// Reports the elements that the sink requests and that were captured.
  void elements(const Layout& layout, bool wide, std::uint32_t count, Offset each) {
    const Offset begin = in_.position();
    const std::uint32_t captured = whole_elements(count, each, in_.captured_left());
    const std::uint32_t shown = std::min(sink_.wanted_elements(count), captured);
    open(field::packed_elements, begin);
    with_type(layout.component, wide, [&](auto number) {
      const std::uint8_t* from = in_.bytes(shown * each);
      if (layout.count == 1) single_numbers<decltype(number)>(layout.first, begin, from, shown);
      else groups<decltype(number)>(layout, begin, from, shown);
    });
    const Offset end = begin + captured * each;
    if (shown < count) {
      const Offset since = begin + shown * each;
      leaf(field::elements_omitted, since, end - since, Value::of_uint(count - shown));
    }
    close(field::packed_elements, end);
  }

  template <class T>
  void single_numbers(Field field, Offset begin, const std::uint8_t* from, std::uint32_t count) {
    for (; count != 0; --count, begin += Offset{sizeof(T)}, from += sizeof(T)) numbers<T>(field, begin, from, 1);
  }

  template <class T>
  void groups(const Layout& layout, Offset begin, const std::uint8_t* from, std::uint32_t count) {
    const Offset each = layout.count * Offset{sizeof(T)};
    for (std::uint32_t i = 0; i < count; ++i, begin += each, from += each) {
      open(field::packed_element, begin, Value::of_uint(i));
      numbers<T>(layout.first, begin, from, layout.count);
      close(field::packed_element, begin + each);
    }
  }

  GODOT_COLD bool packed_strings() {
    const Offset at = in_.position();
    std::uint64_t count = 0;
    if (!packed_count(count)) return false;
    judge_count(at, count, word);
    const auto total = static_cast<std::uint32_t>(count);
    std::uint32_t shown = total;
    if constexpr (reports) shown = std::min(sink_.wanted_elements(total), total);
    open(field::packed_elements, in_.position());
    bool good = true;
    for (std::uint32_t i = 0; i < shown && good; ++i) good = packed_string();
    if (good && shown < total) {
      const Offset since = in_.position();
      good = omit_strings(*this, total - shown, in_);
      if (good) leaf(field::elements_omitted, since, in_.position() - since, Value::of_uint(total - shown));
    }
    close(field::packed_elements, in_.position());
    return good;
  }

  /// Like a string block, but the length counts a terminating NUL; readers accept one without.
  bool packed_string() {
    std::string_view ignored;
    return plain_text(field::string, 1, ignored) || any_packed_string();
  }

  GODOT_COLD bool any_packed_string() {
    Offset length = 0;
    if (!text_length(field::string_length, field::string, length)) return false;
    const bool terminated = length != 0 && in_.bytes(length)[length - 1] == 0;
    std::string_view ignored;
    text_body(field::string, length, ignored, terminated ? 1 : 0);
    if (!terminated) note(note::unterminated_string, in_.position() - length, length);
    return text_padding(length, Padding::zero);
  }

  // --- Godot 2 --------------------------------------------------------------------------------------------------

  GODOT_COLD bool image() {
    std::uint32_t format = 0;
    if (!peek(format, field::image_format)) return false;
    if (format >= image_format_count) {
      return fail_at_word({.code = Problem::Code::out_of_range,
                           .field = field::image_format,
                           .value = format,
                           .bound = image_format_count});
    }
    if (!number32(field::image_format) || !number32(field::image_mipmaps) || !number32(field::image_width) ||
        !number32(field::image_height)) {
      return false;
    }
    const Offset at = in_.position();
    Offset length = 0;
    if (!number32(field::image_data_length, length) || !count_fits(field::image_data_length, at, length, 1))
      return false;
    if (!has(length, field::image_data)) return false;
    leaf(field::image_data, in_.position(), length, Value::of_bytes(in_.view(in_.position(), length)));
    in_.skip(length);
    return pad(padding_after(length), false);
  }

  GODOT_COLD bool input_event() {
    std::uint32_t type = 0;
    if (!peek(type, field::input_event_type)) return false;
    if (type >= input_event_type_count) {
      return fail_at_word({.code = Problem::Code::out_of_range,
                           .field = field::input_event_type,
                           .value = type,
                           .bound = input_event_type_count});
    }
    if (!number32(field::input_event_type) || !number32(field::input_event_device)) return false;
    const Offset at = in_.position();
    Offset length = 0;
    if (!peek(length, field::input_event_length)) return false;
    const EventRow& row = event_rows[type];
    const Offset least = input_event_header + (row.first != field::none ? word : 0) + (row.needs_second ? word : 0);
    leaf(field::input_event_length, at, word, Value::of_uint(length));
    if (length < least) {
      return fail({.code = Problem::Code::length_mismatch,
                   .field = field::input_event_length,
                   .offset = at,
                   .value = length,
                   .bound = least});
    }
    in_.skip(word);
    return input_event_specifics(row, length - input_event_header);
  }

  bool input_event_specifics(const EventRow& row, Offset rest) {
    const Offset begin = in_.position();
    if (row.first == field::input_event_modifiers) {
      if (!modifiers()) return false;
    } else if (row.first != field::none && !number32(row.first)) {
      return false;
    }
    if (row.second != field::none && rest >= in_.position() - begin + word && !second_number(row.second)) return false;
    const Offset unknown = rest - (in_.position() - begin);
    if (unknown == 0) return true;
    if (!has(unknown, field::input_event_data)) return false;
    leaf(field::input_event_data, in_.position(), unknown, Value::of_bytes(in_.view(in_.position(), unknown)));
    in_.skip(unknown);
    return true;
  }

  bool second_number(Field field) {
    if (field != field::input_event_axis_value) return number32(field);
    float number = 0;
    if (!peek(number, field)) return false;
    leaf(field, in_.position(), word, Value::of_float(number));
    in_.skip(word);
    return true;
  }

  bool modifiers() {
    const Offset begin = in_.position();
    std::uint32_t number = 0;
    if (!peek(number, field::input_event_modifiers)) return false;
    const Value bits = Value::of_uint(number);
    open(field::input_event_modifiers, begin, bits);
    leaf(field::input_event_shift, begin, word, bits);
    leaf(field::input_event_alt, begin, word, bits);
    leaf(field::input_event_meta, begin, word, bits);
    leaf(field::input_event_ctrl, begin, word, bits);
    close(field::input_event_modifiers, begin + word);
    in_.skip(word);
    return true;
  }

  // --- The end of a malformed walk ----------------------------------------------------------------------------------

  /// Closes the open subtrees, innermost first.
  GODOT_COLD void unwind() {
    result_.consumed = result_.problem.offset;
    if constexpr (reports) sink_.problem(result_.problem);
    const Offset here = in_.position();
    if (open_role_ != field::none) close(open_role_, here);
    while (top_ != base_) {
      if (top_->pair != Pair::none) close(part_of(top_->kind), here);
      --top_;
      close(role(), here);
    }
  }

  S& sink_;
  Field open_role_ =
      field::none;  ///< after a problem: the subtree of the value that was being read, unless it is a frame
};

}  // namespace detail

/// As walk(), for a sink of a type that is known here: `S` has the members of Sink.
template <class S>
Result walk_into(const Buffer& buffer, const Options& options, S& sink) {
  Result result;
  detail::Frames frames;
  detail::Walker<S>(buffer, options, sink, result, frames).run();
  return result;
}

}  // namespace godot::variant
