// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/epan/program_options.h"

#include "answers/tables/tshark_command_line.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {
namespace {

analysis::TsharkCommandLine read_command_line() {
  analysis::TsharkCommandLine read;
#ifdef G_OS_WIN32
  gchar** arguments = g_win32_get_command_line();
  for (gchar** argument = arguments; argument != nullptr && *argument != nullptr; ++argument) read.take(*argument);
  g_strfreev(arguments);
#else
  gchar* text = nullptr;
  gsize size = 0;
  if (g_file_get_contents("/proc/self/cmdline", &text, &size, nullptr) == FALSE) return {};
  read.take_all({text, size});
  g_free(text);
#endif
  return read;
}

const analysis::TsharkCommandLine& command_line() {
  static const analysis::TsharkCommandLine read = read_command_line();
  return read;
}

}  // namespace

bool has_output_fields() {
  return !bridge::output_fields_are_named && (!command_line().is_known() || command_line().has_fields());
}

bool is_output_field(const char* name, bool if_unknown) {
  return command_line().is_known() ? command_line().names(name) : if_unknown;
}

const char* file_to_read() { return command_line().file().c_str(); }

}  // namespace godot::plugin
