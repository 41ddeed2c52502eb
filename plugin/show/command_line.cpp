// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/show/command_line.h"

#include <cstdio>
#include <cstdlib>

#include "plugin/show/text_window.h"

namespace godot::plugin {
namespace {

/// Wireshark keeps pointers to it as long as it runs.
struct Option {
  stat_tap_ui ui;
  void (*begin)(const char* argument, const void* what);
  const void* what;
};

GString* add_listener(const FrameListener& listener, const char* filter) {
  return register_tap_listener("frame", listener.data, filter, TL_REQUIRES_NOTHING, listener.begin, listener.add,
                               listener.finish, nullptr);
}

}  // namespace

void refuse(const char* argument, const char* why) {
  std::fprintf(stderr, "tshark: -z %s: %s\n", argument, why);
  std::exit(1);
}

void check_file(const char* argument, const char* name) {
  std::FILE* file = std::fopen(name, "ab");
  if (file == nullptr) refuse(argument, "the file cannot be written");
  std::fclose(file);
}

void register_option(const char* name, void (*begin)(const char* argument, const void* what), const void* what) {
  auto* option = new Option{.ui = {}, .begin = begin, .what = what};
  option->ui.group = REGISTER_STAT_GROUP_GENERIC;
  option->ui.cli_string = name;
  option->ui.tap_init_cb = [](const char* argument, void* data)
      BRIDGE_STAT_INIT(static_cast<const Option*>(data)->begin(argument, static_cast<const Option*>(data)->what));
  register_stat_tap_ui(&option->ui, option);
}

void listen_to_frames(const char* argument, const FrameListener& listener, const char* filter) {
  const GString* error = add_listener(listener, filter);
  if (error != nullptr) refuse(argument, error->str);
}

std::string listen_once(const FrameListener& listener) {
  GString* error = add_listener(listener, nullptr);
  if (error != nullptr) {
    std::string why = error->str;
    g_string_free(error, TRUE);
    return why;
  }
  tap_again();
  remove_tap_listener(listener.data);
  return {};
}

}  // namespace godot::plugin
