// SPDX-License-Identifier: GPL-2.0-or-later
// Where the account of a message lies: memory that goes when its packet does. Nothing in it has a destructor.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <new>
#include <string_view>
#include <type_traits>

#include "plugin/analysis/joined.h"

namespace godot::account {

class Arena {
 public:
  /// Gives memory that is aligned for everything, out of `pool`.
  using Take = void* (*)(void* pool, std::size_t size);

  constexpr Arena(Take take, void* pool) noexcept : take_(take), pool_(pool) {}

  template <class Kind>
  [[nodiscard]] Kind& make(const Kind& value) const {
    static_assert(std::is_trivially_destructible_v<Kind>);
    return *new (take_(pool_, sizeof(Kind))) Kind(value);
  }

  /// The parts one after the other.
  [[nodiscard]] const char* joined(std::initializer_list<std::string_view> parts) const {
    return godot::joined([this](std::size_t size) { return take_(pool_, size); }, parts);
  }

  /// As printf writes it.
  [[nodiscard, gnu::format(printf, 2, 3)]] const char* text(const char* format, ...) const;

 private:
  Take take_;
  void* pool_;
};

}  // namespace godot::account
