// SPDX-License-Identifier: GPL-2.0-or-later
// What is known of the open capture: an object of a type, which begins anew with each capture.
#pragma once

#include <memory>

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// An object of the capture, in the list of all that were asked for.
class KnownOfCapture {
 public:
  KnownOfCapture() noexcept : next_(first_) { first_ = this; }
  virtual void begin_anew() = 0;

  static void begin_all_anew() {
    for (KnownOfCapture* each = first_; each != nullptr; each = each->next_) each->begin_anew();
  }

 protected:
  ~KnownOfCapture() = default;  // they live as long as the plugin

 private:
  static inline KnownOfCapture* first_ = nullptr;
  KnownOfCapture* next_;
};

template <class T>
struct Known final : KnownOfCapture {
  T object;
  void begin_anew() override {
    std::destroy_at(&object);
    std::construct_at(&object);
  }

  static Known& only() {
    static Known known;
    return known;
  }
};

/// The plugin's only object of this type. It stays in its place.
template <class T>
[[nodiscard]] T& of_capture() {
  return Known<T>::only().object;
}

/// For register_cleanup_routine(), if it takes much memory.
template <class T>
void begin_anew() {
  Known<T>::only().begin_anew();
}

}  // namespace godot::plugin
