// SPDX-License-Identifier: GPL-2.0-or-later
// epan throws by longjmp, which skips destructors. So no object with a destructor may be alive while epan is called:
// types that may be alive are marked by LEFT_BY_LONGJMP beside their definition, and tests/unit/check_longjmp.py lists
// the few files that have other types.
#pragma once

#include <type_traits>

namespace godot::plugin {

template <class... Types>
inline constexpr bool left_by_longjmp = (std::is_trivially_destructible_v<Types> && ...);

}  // namespace godot::plugin

/// Objects of these types may be alive while epan is called.
#define LEFT_BY_LONGJMP(...) \
  static_assert(godot::plugin::left_by_longjmp<__VA_ARGS__>, "epan may leave without calling destructors")
