// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/epan/program_options.h"

#include "answers/tables/tshark_options.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {
namespace {

analysis::TsharkOptions read_options() {
  analysis::TsharkOptions options;
#ifdef G_OS_WIN32
  gchar** arguments = g_win32_get_command_line();
  for (gchar** argument = arguments; argument != nullptr && *argument != nullptr; ++argument) options.take(*argument);
  g_strfreev(arguments);
#else
  gchar* text = nullptr;
  gsize size = 0;
  if (g_file_get_contents("/proc/self/cmdline", &text, &size, nullptr) == FALSE) return {};
  options.take_all({text, size});
  g_free(text);
#endif
  return options;
}

const analysis::TsharkOptions& all_options() {
  static const analysis::TsharkOptions options = read_options();
  return options;
}

}  // namespace

bool has_output_fields() {
  return !bridge::output_fields_are_named && (!all_options().are_known() || all_options().have_fields());
}

bool is_output_field(const char* name, bool if_unknown) {
  return all_options().are_known() ? all_options().name(name) : if_unknown;
}

const char* file_to_read() { return all_options().file().c_str(); }

}  // namespace godot::plugin
