// SPDX-License-Identifier: MIT
// Finds the end of a value that consists of numbers, without a walk. Most values of games are such.
//
// Sources: those of walk.h.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codec/core/bytes.h"
#include "codec/variant/types.h"
#include "codec/variant/walk.h"

namespace godot::variant {
namespace detail {

/// Whether each half of eight bytes is a float that is finite: the exponent of others is all ones, so that adding 1 to
/// it carries into the sign bit.
[[nodiscard]] constexpr bool both_finite(std::uint64_t halves) noexcept {
  return (((halves & 0x7FFFFFFF7FFFFFFF) + 0x0080000000800000) & 0x8000000080000000) == 0;
}

/// Two floats at a time.
template <class T>
[[nodiscard]] inline bool all_finite(const std::uint8_t* from, std::uint32_t count) noexcept {
  if constexpr (sizeof(T) == sizeof(float)) {
    for (; count >= 2; count -= 2, from += 2 * sizeof(T)) {
      if (!both_finite(load_le<std::uint64_t>(from))) return false;
    }
    return count == 0 || both_finite(load_le<std::uint32_t>(from));
  } else {
    for (; count != 0; --count, from += sizeof(T)) {
      if (!std::isfinite(load_le<T>(from))) return false;
    }
    return true;
  }
}

// Without the flag, reals of Godot 4 have four bytes, whatever the precision.
static_assert(std::all_of(tables::types_godot4.begin(), tables::types_godot4.end(), [](const TypeRow& type) {
  return type.kind != Kind::math || type.layout.component != Component::real || (type.flags & flag_64) != 0;
}));

/// A value of numbers of Godot 4 behind a header without flags, as most are sent.
struct PlainNumbers {
  std::uint8_t size = 0;    ///< of header and numbers; 0: the type is another one
  std::uint8_t floats = 0;  ///< how many there are; the others are ints
};

inline constexpr auto plain_numbers = [] {
  std::array<PlainNumbers, tables::types_godot4.size()> all{};
  for (std::size_t i = 0; i != all.size(); ++i) {
    const TypeRow& type = tables::types_godot4[i];
    const bool is_float = type.kind == Kind::floating;
    if (!is_float && type.kind != Kind::math) continue;
    const std::uint32_t count = is_float ? 1 : type.layout.count;
    all[i].size = static_cast<std::uint8_t>(sizeof(std::uint32_t) + width(type.layout.component, false) * count);
    all[i].floats = static_cast<std::uint8_t>(type.layout.component == Component::int32 ? 0 : count);
  }
  return all;
}();

}  // namespace detail

/// The end of the value at `begin`, if it is a header and the numbers of a vector, a colour ... or a float of four
/// bytes, and a walk would report neither a problem nor a note. 0: only a walk can decide. The value is read as engines
/// write it.
[[nodiscard]] inline Offset end_of_numbers(const Buffer& buffer, Offset begin, const Dialect& dialect,
                                           Precision precision) noexcept {
  constexpr std::size_t header_size = 4;
  const std::size_t size = buffer.captured.size();
  if (begin + header_size > size) return 0;
  const std::uint8_t* from = buffer.captured.data() + begin;
  const auto header = load_le<std::uint32_t>(from);
  if (header < detail::plain_numbers.size() && dialect.types.data() == tables::types_godot4.data() &&
      !dialect.documented_forms) {
    const detail::PlainNumbers& plain = detail::plain_numbers[header];
    if (plain.size == 0 || plain.size > size - begin || !detail::all_finite<float>(from + header_size, plain.floats))
      return 0;
    return begin + plain.size;
  }
  const std::uint32_t id = header & type_mask;
  if (id >= dialect.types.size()) return 0;
  const TypeRow& type = dialect.types[id];
  if ((header & type.unknown_bits) != 0) return 0;
  Layout layout = type.layout;
  bool wide = false;
  if (type.kind == Kind::math) wide = wide_reals(type, header, dialect, precision);
  else if (type.kind == Kind::floating && header == id) layout = {.first = field::float_, .count = 1};
  else return 0;
  const std::uint32_t each = width(layout.component, wide);
  const std::size_t end = begin + header_size + std::size_t{each} * layout.count;
  if (end > size) return 0;
  from += header_size;
  if (layout.component != Component::int32 && layout.component != Component::int64) {
    const bool finite =
        each == 4 ? detail::all_finite<float>(from, layout.count) : detail::all_finite<double>(from, layout.count);
    if (!finite) return 0;
  }
  return static_cast<Offset>(end);
}

/// The numbers of a value for which end_of_numbers() has an end.
class Numbers {
 public:
  /// `value`: not empty; it begins with its header.
  Numbers(std::span<const std::uint8_t> value, const Dialect& dialect, Precision precision) noexcept
      : first_(value.data() + header_size) {
    const auto header = load_le<std::uint32_t>(value.data());
    type_ = &dialect.types[header & type_mask];
    if (type_->kind == Kind::math) {
      component_ = type_->layout.component;
      each_ = width(component_, wide_reals(*type_, header, dialect, precision));
    }
  }

  [[nodiscard]] const TypeRow& type() const noexcept { return *type_; }

  /// The component with this index, in wire order.
  [[nodiscard]] double operator[](std::size_t index) const noexcept {
    const std::uint8_t* const at = first_ + index * each_;
    switch (component_) {
      case Component::int32: return load_le<std::int32_t>(at);
      case Component::int64: return static_cast<double>(load_le<std::int64_t>(at));
      default: return each_ == sizeof(float) ? static_cast<double>(load_le<float>(at)) : load_le<double>(at);
    }
  }

 private:
  static constexpr std::size_t header_size = 4;

  const std::uint8_t* first_;
  const TypeRow* type_;
  Component component_ = Component::float32;
  std::uint32_t each_ = sizeof(float);
};

}  // namespace godot::variant
