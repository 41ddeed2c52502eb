// SPDX-License-Identifier: MIT
#include "codec/variant/scan.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "codec/core/utf8.h"
#include "codec/variant/numbers.h"
#include "codec/variant/text_block.h"
#include "codec/variant/walker.h"

namespace godot::variant {
namespace {

class Scan {
 public:
  Scan(const Buffer& buffer, Offset begin, const Dialect& dialect, Precision precision) noexcept
      : front_(buffer.captured.data()),
        at_(front_ + begin),
        end_(front_ + buffer.captured.size()),
        dialect_(dialect),
        precision_(precision) {}

  Offset run() noexcept {
    std::uint32_t remaining = 1;
    for (;;) {
      while (remaining == 0) {
        if (depth_ == 0) return static_cast<Offset>(at_ - front_);
        remaining = outer_[--depth_];
      }
      --remaining;
      std::uint32_t elements = 0;
      if (!value(elements)) return 0;
      if (elements == 0) continue;
      if (depth_ == max_depth) return 0;
      outer_[depth_++] = remaining;
      remaining = elements;
    }
  }

 private:
  [[nodiscard]] std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - at_); }

  bool skip(std::uint64_t count) noexcept {
    if (count > left()) return false;
    at_ += count;
    return true;
  }

  template <class T>
  bool read(T& number) noexcept {
    const std::uint8_t* from = at_;
    if (!skip(sizeof number)) return false;
    number = load_le<T>(from);
    return true;
  }

  /// Up to the first of its elements, if it is a container with any.
  bool value(std::uint32_t& elements) noexcept {
    std::uint32_t header = 0;
    if (!read(header)) return false;
    const std::uint32_t id = header & type_mask;
    if (id >= dialect_.types.size()) return false;
    const TypeRow& type = dialect_.types[id];
    const std::uint32_t flags = header & ~type_mask;
    if ((flags & ~type.flags) != 0) return false;
    switch (type.kind) {
      case Kind::nil:
      case Kind::no_payload: return true;
      case Kind::boolean: return boolean();
      case Kind::integer: return flags == 0 ? integer() : wide_integer();
      case Kind::floating: return flags == 0 ? finite<float>(1) : wide_float();
      case Kind::string:
      case Kind::string_name: return text();
      case Kind::math: return vector(type.layout, wide_reals(type, header, dialect_, precision_));
      case Kind::node_path: return node_path();
      case Kind::rid: return skip(sizeof(std::uint64_t));
      case Kind::object: return (flags & flag_object_as_id) != 0 && skip(sizeof(std::uint64_t));
      case Kind::signal: return text() && skip(sizeof(std::uint64_t));
      case Kind::dictionary:
        return declared(flags >> key_kind_shift) && declared(flags >> value_kind_shift) && container(2, elements);
      case Kind::array: return declared(flags >> element_kind_shift) && container(1, elements);
      case Kind::packed_bytes: return packed_bytes();
      case Kind::packed: return packed(type.layout, wide_reals(type, header, dialect_, precision_));
      case Kind::packed_strings: return packed_strings();
      default: return false;
    }
  }

  bool boolean() noexcept {
    std::uint32_t number = 0;
    return read(number) && number <= 1;
  }

  /// Two documents know only 8-byte ints: a walk tells them apart.
  bool integer() noexcept {
    return !(dialect_.wide_ints && depth_ == 0 && left() == 2 * detail::word) && skip(detail::word);
  }

  bool wide_integer() noexcept {
    std::int64_t number = 0;
    return read(number) && number != static_cast<std::int32_t>(number);
  }

  bool wide_float() noexcept {
    const std::uint8_t* from = at_;
    if (!finite<double>(1)) return false;
    const auto number = load_le<double>(from);
    return static_cast<double>(static_cast<float>(number)) != number;
  }

  template <class T>
  bool finite(std::uint32_t count) noexcept {
    const std::uint8_t* from = at_;
    return skip(count * sizeof(T)) && detail::all_finite<T>(from, count);
  }

  bool vector(const Layout& layout, bool wide) noexcept {
    const std::uint32_t each = width(layout.component, wide);
    if (layout.component == Component::int32 || layout.component == Component::int64) return skip(each * layout.count);
    return each == sizeof(float) ? finite<float>(layout.count) : finite<double>(layout.count);
  }

  bool text() noexcept {
    std::uint32_t length = 0;
    return read(length) && characters(length, std::uint64_t{length} + padding_after(length));
  }

  /// Well-formed characters other than NUL, and zeros up to `size`, a multiple of four.
  bool characters(std::uint32_t length, std::uint64_t size) noexcept {
    const auto* from = reinterpret_cast<const char*>(at_);
    if (!skip(size)) return false;
    const std::string_view text(from, length);
    const std::string_view zeros(from + length, static_cast<std::size_t>(size) - length);
    return detail::is_plain_block(text, static_cast<Offset>(zeros.size())) ||
           (zeros.find_first_not_of('\0') == std::string_view::npos && is_text(text));
  }

  static bool is_text(std::string_view text) noexcept {
    const Utf8Check check = check_utf8(text);
    return check.valid && !check.has_nul;
  }

  bool node_path() noexcept {
    std::uint32_t names = 0;
    std::uint32_t subnames = 0;
    std::uint32_t flags = 0;
    if (!read(names) || (names & detail::high_bit) == 0 || !read(subnames) || !read(flags) ||
        flags > detail::path_absolute)
      return false;
    std::uint64_t texts = std::uint64_t{names & detail::low_bits} + subnames;
    if (texts * detail::word > left()) return false;
    while (texts != 0 && text()) --texts;
    return texts == 0;
  }

  /// The type of a container's elements.
  bool declared(std::uint32_t flags) noexcept {
    const std::uint32_t kind = flags & kind_mask;
    if (kind == detail::untyped) return true;
    if (kind != detail::builtin) return text();
    std::uint32_t id = 0;
    return read(id) && id < dialect_.types.size();
  }

  bool container(std::uint32_t values_each, std::uint32_t& values) noexcept {
    std::uint32_t count = 0;
    if (!read(count) || std::uint64_t{count} * values_each * detail::word > left()) return false;
    values = count * values_each;
    return true;
  }

  bool packed_bytes() noexcept {
    std::uint32_t count = 0;
    if (!read(count) || !skip(count)) return false;
    const std::uint8_t* from = at_;
    std::uint32_t padding = padding_after(count);
    if (!skip(padding)) return false;
    while (padding != 0 && from[padding - 1] == 0) --padding;
    return padding == 0;
  }

  bool packed(const Layout& layout, bool wide) noexcept {
    std::uint32_t count = 0;
    return read(count) && skip(std::uint64_t{count} * width(layout.component, wide) * layout.count);
  }

  /// The lengths count a NUL at the end.
  bool packed_strings() noexcept {
    std::uint32_t count = 0;
    if (!read(count) || std::uint64_t{count} * detail::word > left()) return false;
    for (; count != 0; --count) {
      std::uint32_t length = 0;
      if (!read(length) || length == 0) return false;
      if (!characters(length - 1, std::uint64_t{length} + padding_after(length))) return false;
    }
    return true;
  }

  const std::uint8_t* front_;
  const std::uint8_t* at_;
  const std::uint8_t* end_;
  const Dialect& dialect_;
  Precision precision_;
  std::size_t depth_ = 0;
  std::uint32_t outer_[max_depth];  // what remains of the outer containers; written before read
};

}  // namespace

Offset end_of_usual(const Buffer& buffer, Offset begin, const Dialect& dialect, Precision precision) noexcept {
  return Scan(buffer, begin, dialect, precision).run();
}

}  // namespace godot::variant
