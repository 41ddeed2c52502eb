// SPDX-License-Identifier: MIT
// An object that is made anew where it is, as `object = make()` but without a copy. A copy takes what was just written
// in small parts as large ones, for which a processor waits until all of them have left it: longer than most of ours
// are made.
#pragma once

#include <new>
#include <type_traits>

namespace godot::analysis {

/// `make()` returns the object itself, not a reference.
template <class Object, class Make>
void remake(Object& object, Make make) {
  static_assert(std::is_same_v<decltype(make()), Object> && std::is_trivially_destructible_v<Object>);
  new (&object) Object(make());
}

}  // namespace godot::analysis
