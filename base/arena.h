// SPDX-License-Identifier: MIT
// Memory for values that are freed together: with their packet, or with the capture. Nothing in it has a destructor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>

#include "base/joined.h"

namespace godot::analysis {

class Arena {
 public:
  /// Allocates memory from `pool`, aligned for every type whose alignment is at most that of a std::uint64_t.
  using Take = void* (*)(void* pool, std::size_t size);

  constexpr Arena(Take take, void* pool) noexcept : take_(take), pool_(pool) {}

  template <class Kind>
  [[nodiscard]] Kind& make(const Kind& value) const {
    static_assert(fits<Kind>);
    return *new (take_(pool_, sizeof(Kind))) Kind(value);
  }

  template <class Kind>
  [[nodiscard]] std::span<const Kind> copied(std::span<const Kind> from) const {
    static_assert(fits<Kind>);
    if (from.empty()) return {};
    auto* to = static_cast<Kind*>(take_(pool_, from.size_bytes()));
    std::uninitialized_copy(from.begin(), from.end(), to);
    return {to, from.size()};
  }

  /// `count` new objects, one after the other.
  template <class Object>
  [[nodiscard]] Object* make(std::size_t count = 1) const {
    static_assert(fits<Object>);
    // NOLINTNEXTLINE(bugprone-sizeof-expression): an object may be a pointer
    return new (take_(pool_, sizeof(Object) * count)) Object[count]{};
  }

  /// Memory for a text; not cleared.
  [[nodiscard]] char* bytes(std::size_t size) const { return static_cast<char*>(take_(pool_, size)); }

  /// The parts as one text, one behind the other.
  [[nodiscard]] const char* joined(std::initializer_list<std::string_view> parts) const {
    return analysis::joined([this](std::size_t size) { return take_(pool_, size); }, parts);
  }

  /// Formats as printf does.
  [[nodiscard, gnu::format(printf, 2, 3)]] const char* text(const char* format, ...) const;

 private:
  /// Nothing is destroyed, and pools align for 8 bytes alone.
  template <class Kind>
  static constexpr bool fits = std::is_trivially_destructible_v<Kind> && alignof(Kind) <= alignof(std::uint64_t);

  Take take_;
  void* pool_;
};

}  // namespace godot::analysis
