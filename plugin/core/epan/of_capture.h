// SPDX-License-Identifier: GPL-2.0-or-later
// What is known of the open capture: an object of a type, which begins anew with each capture.
#pragma once

#include <memory>

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// The plugin's only object of this type. It stays in its place.
template <class T>
[[nodiscard]] T& of_capture() {
  static T known;
  return known;
}

/// Has it begin anew, for register_init_routine() and, if it takes much memory, register_cleanup_routine().
template <class... Types>
void begin_anew() {
  const auto begin = [](auto& known) {
    std::destroy_at(&known);
    std::construct_at(&known);
  };
  (begin(of_capture<Types>()), ...);
}

}  // namespace godot::plugin
