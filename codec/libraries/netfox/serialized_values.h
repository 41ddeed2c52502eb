// SPDX-License-Identifier: MIT
// Reads values that one of netfox's serializers wrote, and reports them as Variants. A sink that is not silent receives
// only values that a walk with a silent one found valid. Internal to the walk.
//
// Source: addons/netfox/schemas/network-schemas.gd of 1.48.4; core/math/vector2.cpp, vector3.cpp (octahedron_decode).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <type_traits>

#include "codec/core/cursor.h"
#include "codec/core/notes.h"
#include "codec/core/silent_sink.h"
#include "codec/core/utf8.h"
#include "codec/libraries/netfox/fields.h"
#include "codec/libraries/netfox/schema.h"
#include "codec/libraries/netfox/walk.h"
#include "codec/multiplayer/half.h"
#include "codec/variant/fields.h"
#include "codec/variant/types.h"
#include "codec/variant/walk.h"

namespace godot::netfox::detail {

/// Type ids of Godot 4, the only one that netfox runs on.
enum TypeId : std::uint32_t {
  type_bool = 1,
  type_int = 2,
  type_float = 3,
  type_string = 4,
  type_vector2 = 5,
  type_vector3 = 9,
  type_transform2d = 11,
  type_vector4 = 12,
  type_quaternion = 15,
  type_transform3d = 18,
  type_dictionary = 27,
  type_array = 28,
};

/// Number of scalars of a shape on the wire; 0: it is not a sequence of scalars.
[[nodiscard]] constexpr std::uint32_t scalars_of(Shape shape) noexcept {
  switch (shape) {
    case Shape::scalar:
    case Shape::normal2: return 1;
    case Shape::vector2:
    case Shape::normal3: return 2;
    case Shape::vector3: return 3;
    case Shape::vector4:
    case Shape::quaternion: return 4;
    case Shape::transform2d: return 6;
    case Shape::transform3d: return 12;
    default: return 0;
  }
}
inline constexpr std::uint32_t most_scalars = 12;

/// The Variant type of a sequence of scalars.
[[nodiscard]] constexpr std::uint32_t type_of(Shape shape) noexcept {
  switch (shape) {
    case Shape::vector2:
    case Shape::normal2: return type_vector2;
    case Shape::vector3:
    case Shape::normal3: return type_vector3;
    case Shape::vector4: return type_vector4;
    case Shape::quaternion: return type_quaternion;
    case Shape::transform2d: return type_transform2d;
    case Shape::transform3d: return type_transform3d;
    default: return 0;
  }
}

/// A scalar that has been read.
struct Number {
  enum class Kind : std::uint8_t { boolean, integer, single_, double_ };
  Kind kind = Kind::integer;
  std::int64_t integer = 0;  ///< the value of an integer; of a boolean, 0 or 1
  double real = 0;           ///< the value as a floating point number, whatever its kind
  Offset begin = 0;
  Offset length = 0;
};

/// Size of a scalar in bytes; 0: variable.
[[nodiscard]] constexpr Offset width_of(Scalar scalar, bool wide_halves) noexcept {
  switch (scalar) {
    case Scalar::bool8:
    case Scalar::uint8:
    case Scalar::int8:
    case Scalar::sfrac8:
    case Scalar::ufrac8:
    case Scalar::degrees8:
    case Scalar::radians8: return 1;
    case Scalar::float16: return wide_halves ? 4 : 2;
    case Scalar::uint16:
    case Scalar::int16:
    case Scalar::sfrac16:
    case Scalar::ufrac16:
    case Scalar::degrees16:
    case Scalar::radians16: return 2;
    case Scalar::uint32:
    case Scalar::int32:
    case Scalar::float32:
    case Scalar::sfrac32:
    case Scalar::ufrac32:
    case Scalar::degrees32:
    case Scalar::radians32: return 4;
    case Scalar::uint64:
    case Scalar::int64:
    case Scalar::float64: return 8;
    case Scalar::varuint:
    case Scalar::count_: break;
  }
  return 0;
}

/// The range of a quantised number.
struct Range {
  double least = 0;
  double most = 0;  ///< 0: the scalar is not quantised
  bool turns = false;
};
[[nodiscard]] constexpr Range range_of(Scalar scalar) noexcept {
  if (scalar >= Scalar::sfrac8 && scalar <= Scalar::sfrac32) return {-1, 1, false};
  if (scalar >= Scalar::ufrac8 && scalar <= Scalar::ufrac32) return {0, 1, false};
  if (scalar >= Scalar::degrees8 && scalar <= Scalar::degrees32) return {0, 360, true};
  if (scalar >= Scalar::radians8 && scalar <= Scalar::radians32) return {0, 2 * std::numbers::pi, true};
  return {};
}

template <class S>
class Values {
 public:
  /// Reads from `in`; `bytes`: the same buffer.
  Values(Cursor& in, const Buffer& bytes, Field limit, S& sink, bool wide_halves, Problem& problem,
         Notes& notes) noexcept
      : in_(in),
        bytes_(bytes),
        limit_(limit),
        sink_(sink),
        wide_halves_(wide_halves),
        problem_(problem),
        notes_(notes) {}

  /// One value: the subtree `role` is opened and closed.
  bool read(const Schema& schema, Field role, const Value& role_value) { return part(schema, 0, role, role_value); }

  /// put_var: a length and a Variant that fills it. `facts`: may read it instead; may be null.
  bool variant(Field role, const Value& role_value, PacketSink* facts = nullptr, const PropertyValue& place = {}) {
    const Offset begin = in_.position();
    std::uint32_t length = 0;
    if (!in_.peek(length, field::stream_length, problem_)) return false;
    constexpr Offset prefix = 4;
    if (!in_.has(std::uint64_t{prefix} + length, field::stream_length, problem_)) return false;
    const Offset end = begin + prefix + length;
    const Buffer bound(bytes_.captured.first(end));
    const variant::Options options{.begin = begin,
                                   .role = role,
                                   .role_value = role_value,
                                   .limit = field::stream_length,
                                   .whole = false,
                                   .prefixed = true};
    if (!silent && facts != nullptr) {
      variant::Options plain = options;
      plain.begin = begin + prefix;
      plain.prefixed = false;
      if (facts->plain_value(place, bound, plain) == end) {
        in_.skip(prefix + length);
        return true;
      }
    }
    variant::Result result;
    if constexpr (silent) result = variant::validate(bound, options);
    else result = variant::walk(bound, options, sink_);
    notes_.add(result.notes);
    if (result.problem) {
      problem_ = result.problem;
      return false;
    }
    in_.skip(result.consumed - begin);
    if (result.consumed == end) return true;
    return fail(field::stream_length, begin, length, result.consumed - begin - prefix);
  }

 private:
  static constexpr bool silent = std::is_same_v<S, SilentSink>;

  bool fail(Field field, Offset offset, std::uint64_t value, std::uint64_t bound) noexcept {
    problem_ = {.code = Problem::Code::length_mismatch,
                .field = field,
                .limit = limit_,
                .offset = offset,
                .value = value,
                .bound = bound};
    return false;
  }

  void begin(Field role, const Value& role_value, std::uint32_t type, Offset at) {
    const auto& dialect = variant::dialect(variant::Generation::godot4);
    sink_.open(role, at, role_value);
    sink_.leaf(dialect.type_field, at, 0, Value::of_uint(type));
    sink_.leaf(field::type_name, at, 0, Value::of_text(dialect.types[type].name));
  }

  // NOLINTNEXTLINE(misc-no-recursion): as deep as the schema has parts
  bool part(const Schema& schema, std::uint8_t index, Field role, const Value& role_value) {
    const Schema::Part& mine = schema.parts[index];
    switch (mine.shape) {
      case Shape::variant: return variant(role, role_value);
      case Shape::string: return string(role, role_value);
      case Shape::c_string: return c_string(role, role_value);
      case Shape::array:
      case Shape::dictionary: return container(schema, mine, role, role_value);
      default: return row(mine, role, role_value);
    }
  }

  // --- Numbers -----------------------------------------------------------------------------------------------------

  bool varuint(Number& out, Field what) {
    constexpr Offset longest = 10;
    constexpr unsigned bits = 7;
    constexpr std::uint8_t more = 0x80;
    std::uint64_t value = 0;
    for (Offset i = 0; i < longest; ++i) {
      std::uint8_t byte = 0;
      if (!in_.read(byte, what, problem_)) return false;
      value |= std::uint64_t{static_cast<std::uint8_t>(byte & ~more)} << bits * i;
      if ((byte & more) == 0) {
        out.integer = static_cast<std::int64_t>(value);
        return true;
      }
    }
    return fail(what, out.begin, longest + 1, longest);
  }

  template <class T>
  bool integer(Number& out, Field what) {
    T value = 0;
    if (!in_.read(value, what, problem_)) return false;
    out.integer = static_cast<std::int64_t>(value);
    return true;
  }

  bool integers(Scalar scalar, Number& out, Field what) {
    const bool is_signed = scalar >= Scalar::int8 && scalar <= Scalar::int64;
    switch (width_of(scalar, wide_halves_)) {
      case 1: return is_signed ? integer<std::int8_t>(out, what) : integer<std::uint8_t>(out, what);
      case 2: return is_signed ? integer<std::int16_t>(out, what) : integer<std::uint16_t>(out, what);
      case 4: return is_signed ? integer<std::int32_t>(out, what) : integer<std::uint32_t>(out, what);
      case 8: return integer<std::int64_t>(out, what);  // scripts have no unsigned ones
      default: return varuint(out, what);
    }
  }

  bool reals(Scalar scalar, Number& out, Field what) {
    out.kind = scalar == Scalar::float64 ? Number::Kind::double_ : Number::Kind::single_;
    if (scalar == Scalar::float16 && !wide_halves_) {
      std::uint16_t half = 0;
      if (!in_.read(half, what, problem_)) return false;
      out.real = multiplayer::detail::from_half(half);
    } else if (scalar == Scalar::float64) {
      if (!in_.read(out.real, what, problem_)) return false;
    } else {
      float single = 0;
      if (!in_.read(single, what, problem_)) return false;
      out.real = single;
    }
    return true;
  }

  bool number(Scalar scalar, Number& out, Field what) {
    out = {.begin = in_.position()};
    const bool is_real = scalar == Scalar::float16 || scalar == Scalar::float32 || scalar == Scalar::float64;
    if (!(is_real ? reals(scalar, out, what) : integers(scalar, out, what))) return false;
    out.length = in_.position() - out.begin;
    if (is_real) return true;
    if (scalar == Scalar::bool8) {
      out.kind = Number::Kind::boolean;
      out.integer = out.integer > 0 ? 1 : 0;
    }
    out.real = static_cast<double>(out.integer);
    const Range range = range_of(scalar);
    if (range.most == 0) return true;
    out.kind = Number::Kind::double_;
    const double largest = static_cast<double>((std::uint64_t{1} << 8 * out.length) - 1);
    const double share = out.real / largest;
    // The engine's lerp(), and netfox's own for angles.
    out.real = range.turns ? share * range.most : range.least + (range.most - range.least) * share;
    return true;
  }

  // --- Rows of numbers ---------------------------------------------------------------------------------------------

  bool row(const Schema::Part& mine, Field role, const Value& role_value) {
    const Offset at = in_.position();
    const std::uint32_t count = scalars_of(mine.shape);
    std::array<Number, most_scalars> numbers;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!number(mine.scalar, numbers[i], field::netfox_value)) return false;
    }
    if constexpr (!silent) {
      if (mine.shape == Shape::scalar) scalar(numbers[0], role, role_value);
      else components(mine.shape, numbers, role, role_value, at);
    }
    return true;
  }

  void scalar(const Number& number, Field role, const Value& role_value) {
    const Offset at = number.begin;
    switch (number.kind) {
      case Number::Kind::boolean:
        begin(role, role_value, type_bool, at);
        sink_.leaf(field::bool_, at, number.length, Value::of_bool(static_cast<std::uint64_t>(number.integer)));
        break;
      case Number::Kind::integer:
        begin(role, role_value, type_int, at);
        sink_.leaf(field::int_, at, number.length, Value::of_int(number.integer));
        break;
      case Number::Kind::single_:
      case Number::Kind::double_:
        begin(role, role_value, type_float, at);
        sink_.leaf(field::float_, at, number.length,
                   number.kind == Number::Kind::single_ ? Value::of_float(static_cast<float>(number.real))
                                                        : Value::of_double(number.real));
        break;
    }
    sink_.close(role, in_.position());
  }

  void component(std::uint32_t type, std::uint32_t index, double value, Offset at, Offset length) {
    const Field first = variant::dialect(variant::Generation::godot4).types[type].layout.first;
    sink_.leaf(static_cast<Field>(static_cast<unsigned>(first) + index), at, length,
               Value::of_float(static_cast<float>(value)));
  }

  void components(Shape shape, const std::array<Number, most_scalars>& numbers, Field role, const Value& role_value,
                  Offset at) {
    const std::uint32_t type = type_of(shape);
    begin(role, role_value, type, at);
    const Offset length = in_.position() - at;
    if (shape == Shape::normal2) {
      const auto angle = static_cast<float>(numbers[0].real);
      component(type, 0, std::cos(angle), at, length);
      component(type, 1, std::sin(angle), at, length);
    } else if (shape == Shape::normal3) {
      normal(static_cast<float>(numbers[0].real), static_cast<float>(numbers[1].real), at, length);
    } else {
      const std::uint32_t count = scalars_of(shape);
      for (std::uint32_t i = 0; i < count; ++i) {
        // Columns of the basis here, rows in a Variant.
        const bool turned = shape == Shape::transform3d && i < 9;
        const Number& number = numbers[turned ? i % 3 * 3 + i / 3 : i];
        component(type, i, number.real, number.begin, number.length);
      }
    }
    sink_.close(role, in_.position());
  }

  /// Unfolds an octahedron, as Vector3::octahedron_decode of the engine does.
  void normal(float u, float v, Offset at, Offset length) {
    float x = u * 2.0F - 1.0F;
    float y = v * 2.0F - 1.0F;
    const float z = 1.0F - std::abs(x) - std::abs(y);
    const float t = std::fmin(std::fmax(-z, 0.0F), 1.0F);
    x += x >= 0 ? -t : t;
    y += y >= 0 ? -t : t;
    const float squared = x * x + y * y + z * z;
    const float size = squared == 0 ? 1.0F : std::sqrt(squared);
    component(type_vector3, 0, x / size, at, length);
    component(type_vector3, 1, y / size, at, length);
    component(type_vector3, 2, z / size, at, length);
  }

  // --- Texts -------------------------------------------------------------------------------------------------------

  void text(Field role, const Value& role_value, Offset at, Offset text_begin, std::string_view value) {
    if constexpr (!silent) begin(role, role_value, type_string, at);
    const auto length = static_cast<Offset>(value.size());
    sink_.leaf(field::string, text_begin, length, Value::of_text(value));
    if (!check_utf8(value).valid) {
      notes_.add(note::netfox_invalid_utf8);
      sink_.note(note::netfox_invalid_utf8, text_begin, length);
    }
    sink_.close(role, in_.position());
  }

  bool string(Field role, const Value& role_value) {
    const Offset at = in_.position();
    std::uint32_t length = 0;
    if (!in_.read(length, field::string_length, problem_) || !in_.has(length, field::string, problem_)) return false;
    const Offset from = in_.position();
    in_.skip(length);
    text(role, role_value, at, from, in_.view(from, length));
    return true;
  }

  bool c_string(Field role, const Value& role_value) {
    const Offset at = in_.position();
    const std::string_view rest = in_.view(at, in_.captured_left());
    const std::size_t size = rest.find('\0');
    if (size == std::string_view::npos) return in_.has(std::uint64_t{rest.size()} + 1, field::string, problem_);
    in_.skip(static_cast<Offset>(size + 1));
    text(role, role_value, at, at, rest.substr(0, size));
    return true;
  }

  // --- Containers --------------------------------------------------------------------------------------------------

  /// The size of a container, whose elements need a byte each at least.
  bool size(const Schema::Part& mine, Field what, Number& out) {
    if (!number(mine.scalar, out, what)) return false;
    if (out.integer >= 0 && static_cast<std::uint64_t>(out.integer) <= in_.left()) return true;
    problem_ = {.code = Problem::Code::count_too_large,
                .field = what,
                .limit = limit_,
                .offset = out.begin,
                .needed = static_cast<std::uint64_t>(out.integer),
                .had = in_.left()};
    return false;
  }

  void count(Field what, const Number& number) {
    sink_.open(what, number.begin, Value::of_uint(static_cast<std::uint64_t>(number.integer)));
    sink_.close(what, number.begin + number.length);
  }

  /// An array or a dictionary.
  // NOLINTNEXTLINE(misc-no-recursion): as deep as the schema has parts
  bool container(const Schema& schema, const Schema::Part& mine, Field role, const Value& role_value) {
    const bool is_array = mine.shape == Shape::array;
    const Field count_field = is_array ? field::array_count : field::dictionary_count;
    const Offset at = in_.position();
    Number elements;
    if (!size(mine, count_field, elements)) return false;
    if constexpr (!silent) begin(role, role_value, is_array ? type_array : type_dictionary, at);
    count(count_field, elements);
    const auto total = static_cast<std::uint32_t>(elements.integer);
    const std::uint32_t shown = std::min(sink_.wanted_elements(total), total);
    bool good = true;
    for (std::uint32_t i = 0; good && i < shown; ++i) good = element(schema, mine, i);
    if (good && shown < total) good = rest(schema, mine, total - shown);
    sink_.close(role, in_.position());
    return good;
  }

  /// Checks elements beyond the sink's number without reporting them. NOLINTNEXTLINE(misc-no-recursion): as deep as the
  /// schema has parts
  bool rest(const Schema& schema, const Schema::Part& mine, std::uint32_t left) {
    const Offset begin = in_.position();
    SilentSink silence;
    Values<SilentSink> values(in_, bytes_, limit_, silence, wide_halves_, problem_, notes_);
    for (std::uint32_t i = 0; i < left; ++i) {
      if (!values.element(schema, mine, i)) return false;
    }
    sink_.leaf(field::elements_omitted, begin, in_.position() - begin, Value::of_uint(left));
    return true;
  }

 public:
  /// An item, or a key and its value.
  // NOLINTNEXTLINE(misc-no-recursion): as deep as the schema has parts
  bool element(const Schema& schema, const Schema::Part& mine, std::uint32_t index) {
    if (mine.shape == Shape::array) return part(schema, mine.first, field::index, Value::of_uint(index));
    sink_.open(field::entry, in_.position(), Value::of_uint(index));
    const bool good = part(schema, mine.first, field::key, {}) && part(schema, mine.second, field::value, {});
    sink_.close(field::entry, in_.position());
    return good;
  }

 private:
  Cursor& in_;
  const Buffer& bytes_;
  Field limit_;
  S& sink_;
  bool wide_halves_;
  Problem& problem_;
  Notes& notes_;
};

}  // namespace godot::netfox::detail
