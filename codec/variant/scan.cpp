// SPDX-License-Identifier: MIT
#include "codec/variant/scan.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codec/core/compiler.h"
#include "codec/core/utf8.h"
#include "codec/variant/numbers.h"
#include "codec/variant/text_block.h"
#include "codec/variant/walker.h"

namespace godot::variant {
namespace {

/// Each reader returns where the bytes that it reads end, or null if only a walk can decide.
class Scan {
 public:
  using At = const std::uint8_t*;

  Scan(const Buffer& buffer, const Dialect& dialect, Precision precision) noexcept
      : end_(buffer.captured.data() + buffer.captured.size()),
        types_(dialect.types),
        dialect_(dialect),
        precision_(precision) {}

  GODOT_INLINE At run(At at) const noexcept {
    if (may_be_documented_int(at)) return nullptr;
    std::uint32_t outer[max_depth];  // what remains of the outer containers; written before read
    std::size_t depth = 0;
    std::uint32_t remaining = 1;  // with the one that is read
    for (;;) {
      std::uint32_t elements = 0;
      at = value(at, elements);
      if (at == nullptr) return nullptr;
      if (elements != 0) {
        if (depth == max_depth) return nullptr;
        outer[depth++] = remaining;
        remaining = elements;
        continue;
      }
      while (--remaining == 0) {
        if (depth == 0) return at;
        remaining = outer[--depth];
      }
    }
  }

 private:
  [[nodiscard]] std::size_t left(At at) const noexcept { return static_cast<std::size_t>(end_ - at); }

  [[nodiscard]] At skip(At at, std::uint64_t count) const noexcept { return count <= left(at) ? at + count : nullptr; }

  template <class T>
  [[nodiscard]] bool read(At& at, T& number) const noexcept {
    if (sizeof number > left(at)) return false;
    number = load_le<T>(at);
    at += sizeof number;
    return true;
  }

  /// Two documents know only 8-byte ints: a walk tells them apart.
  [[nodiscard]] bool may_be_documented_int(At at) const noexcept {
    if (!dialect_.wide_ints || left(at) != 3 * detail::word) return false;
    const auto header = load_le<std::uint32_t>(at);
    return header < types_.size() && types_[header].kind == Kind::integer;
  }

  /// Up to the first of its elements, if it is a container with any.
  [[nodiscard]] GODOT_INLINE At value(At at, std::uint32_t& elements) const noexcept {
    std::uint32_t header = 0;
    if (!read(at, header)) return nullptr;
    const std::uint32_t id = header & type_mask;
    if (id >= types_.size()) return nullptr;
    const TypeRow& type = types_[id];
    if ((header & type.unknown_bits) != 0) return nullptr;
    const bool flags = header > type_mask;
    switch (type.kind) {
      case Kind::nil:
      case Kind::no_payload: return at;
      case Kind::boolean: return boolean(at);
      case Kind::integer: return flags ? wide_integer(at) : skip(at, detail::word);
      case Kind::floating: return flags ? wide_float(at) : finite<float>(at, 1);
      case Kind::string:
      case Kind::string_name: return text(at);
      case Kind::math: return vector(at, type.layout, wide_reals(type, header, dialect_, precision_));
      case Kind::node_path: return node_path(at);
      case Kind::rid: return skip(at, sizeof(std::uint64_t));
      case Kind::object: return flags ? skip(at, sizeof(std::uint64_t)) : nullptr;
      case Kind::signal: return signal(at);
      case Kind::dictionary:
        if (flags) at = declared(at, header >> key_kind_shift, header >> value_kind_shift);
        return container(at, 2, elements);
      case Kind::array:
        if (flags) at = declared(at, header >> element_kind_shift);
        return container(at, 1, elements);
      case Kind::packed_bytes: return packed_bytes(at);
      case Kind::packed: return packed(at, type.layout, wide_reals(type, header, dialect_, precision_));
      case Kind::packed_strings: return packed_strings(at);
      case Kind::image:
      case Kind::input_event:
      case Kind::structure: return nullptr;
    }
    GODOT_UNREACHABLE();
  }

  [[nodiscard]] At boolean(At at) const noexcept {
    std::uint32_t number = 0;
    return read(at, number) && number <= 1 ? at : nullptr;
  }

  [[nodiscard]] At wide_integer(At at) const noexcept {
    std::int64_t number = 0;
    return read(at, number) && number != static_cast<std::int32_t>(number) ? at : nullptr;
  }

  [[nodiscard]] At wide_float(At at) const noexcept {
    double number = 0;
    return read(at, number) && std::isfinite(number) && static_cast<double>(static_cast<float>(number)) != number
               ? at
               : nullptr;
  }

  template <class T>
  [[nodiscard]] At finite(At at, std::uint32_t count) const noexcept {
    const At end = skip(at, count * sizeof(T));
    return end != nullptr && detail::all_finite<T>(at, count) ? end : nullptr;
  }

  [[nodiscard]] At vector(At at, const Layout& layout, bool wide) const noexcept {
    const std::uint32_t each = width(layout.component, wide);
    if (layout.component == Component::int32 || layout.component == Component::int64)
      return skip(at, each * layout.count);
    return each == sizeof(float) ? finite<float>(at, layout.count) : finite<double>(at, layout.count);
  }

  [[nodiscard]] GODOT_INLINE At text(At at) const noexcept {
    std::uint32_t length = 0;
    return read(at, length) ? characters(at, length, std::uint64_t{length} + padding_after(length)) : nullptr;
  }

  /// The same for texts of rare types.
  [[nodiscard]] GODOT_COLD At rare_text(At at) const noexcept { return text(at); }

  /// Well-formed characters other than NUL, and zeros up to `size`, a multiple of four.
  [[nodiscard]] GODOT_INLINE At characters(At at, std::uint32_t length, std::uint64_t size) const noexcept {
    const At end = skip(at, size);
    if (end == nullptr) return nullptr;
    const std::string_view text(reinterpret_cast<const char*>(at), length);
    const std::size_t zeros = static_cast<std::size_t>(size) - length;
    return detail::is_plain_block(text, static_cast<Offset>(zeros)) || is_other_block(text, zeros) ? end : nullptr;
  }

  [[nodiscard]] GODOT_COLD static bool is_other_block(std::string_view text, std::size_t zeros) noexcept {
    const std::string_view after(text.data() + text.size(), zeros);
    if (after.find_first_not_of('\0') != std::string_view::npos) return false;
    const Utf8Check check = check_utf8(text);
    return check.valid && !check.has_nul;
  }

  [[nodiscard]] At signal(At at) const noexcept {
    at = rare_text(at);
    return at != nullptr ? skip(at, sizeof(std::uint64_t)) : nullptr;
  }

  [[nodiscard]] GODOT_COLD At node_path(At at) const noexcept {
    std::uint32_t names = 0;
    std::uint32_t subnames = 0;
    std::uint32_t flags = 0;
    if (!read(at, names) || (names & detail::high_bit) == 0 || !read(at, subnames) || !read(at, flags) ||
        flags > detail::path_absolute)
      return nullptr;
    std::uint64_t texts = std::uint64_t{names & detail::low_bits} + subnames;
    if (texts * detail::word > left(at)) return nullptr;
    for (; texts != 0 && at != nullptr; --texts) at = text(at);
    return at;
  }

  /// The types of a container's elements.
  template <class... Flags>
  [[nodiscard]] At declared(At at, Flags... flags) const noexcept {
    return ((at = at != nullptr ? declared_type(at, flags) : nullptr), ...);
  }

  [[nodiscard]] At declared_type(At at, std::uint32_t flags) const noexcept {
    const std::uint32_t kind = flags & kind_mask;
    if (kind == detail::untyped) return at;
    if (kind != detail::builtin) return rare_text(at);
    std::uint32_t id = 0;
    return read(at, id) && id < types_.size() ? at : nullptr;
  }

  [[nodiscard]] At container(At at, std::uint32_t values_each, std::uint32_t& values) const noexcept {
    std::uint32_t count = 0;
    if (at == nullptr || !read(at, count) || std::uint64_t{count} * values_each * detail::word > left(at))
      return nullptr;
    values = count * values_each;
    return at;
  }

  [[nodiscard]] GODOT_COLD At packed_bytes(At at) const noexcept {
    std::uint32_t count = 0;
    if (!read(at, count)) return nullptr;
    const At end = skip(at, std::uint64_t{count} + padding_after(count));
    if (end == nullptr) return nullptr;
    return std::find_if(at + count, end, [](std::uint8_t byte) { return byte != 0; }) == end ? end : nullptr;
  }

  [[nodiscard]] At packed(At at, const Layout& layout, bool wide) const noexcept {
    std::uint32_t count = 0;
    return read(at, count) ? skip(at, std::uint64_t{count} * width(layout.component, wide) * layout.count) : nullptr;
  }

  /// The lengths count a NUL at the end.
  [[nodiscard]] GODOT_COLD At packed_strings(At at) const noexcept {
    std::uint32_t count = 0;
    if (!read(at, count) || std::uint64_t{count} * detail::word > left(at)) return nullptr;
    for (; count != 0 && at != nullptr; --count) {
      std::uint32_t length = 0;
      if (!read(at, length) || length == 0) return nullptr;
      at = characters(at, length - 1, std::uint64_t{length} + padding_after(length));
    }
    return at;
  }

  At end_;
  std::span<const TypeRow> types_;
  const Dialect& dialect_;
  Precision precision_;
};

}  // namespace

Offset end_of_usual(const Buffer& buffer, Offset begin, const Dialect& dialect, Precision precision) noexcept {
  const std::uint8_t* const front = buffer.captured.data();
  const std::uint8_t* const end = Scan(buffer, dialect, precision).run(front + begin);
  return end != nullptr ? static_cast<Offset>(end - front) : 0;
}

}  // namespace godot::variant
