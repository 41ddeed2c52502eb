// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/show/listener.h"

#include "plugin/show/text_window.h"

namespace godot::plugin {

std::string listen(const Listener& listener) {
  GString* error = register_tap_listener(listener.tap, listener.data, listener.filter, listener.flags, listener.begin,
                                         listener.add, listener.finish, nullptr);
  if (error == nullptr) return {};
  std::string why = error->str;
  g_string_free(error, TRUE);
  return why;
}

std::string listen_once(const Listener& listener) {
  std::string error = listen(listener);
  if (!error.empty()) return error;
  tap_again();
  remove_tap_listener(listener.data);
  return error;
}

}  // namespace godot::plugin
