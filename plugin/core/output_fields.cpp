// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/output_fields.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/core/bridge.h"

namespace godot::plugin {
namespace {

struct Options {
  bool are_known = false;
  std::vector<std::string> fields;  ///< the texts behind -e, which may be expressions
};

/// "-e NAME" or "-eNAME".
class OptionReader {
 public:
  void take(std::string_view argument) {
    if (is_name_) options_.fields.emplace_back(argument);
    else if (argument.starts_with("-e") && argument.size() > 2) options_.fields.emplace_back(argument.substr(2));
    is_name_ = !is_name_ && argument == "-e";
    options_.are_known = true;
  }
  [[nodiscard]] const Options& options() const noexcept { return options_; }

 private:
  Options options_;
  bool is_name_ = false;
};

Options read_options() {
  OptionReader reader;
#ifdef G_OS_WIN32
  gchar** arguments = g_win32_get_command_line();
  for (gchar** argument = arguments; argument != nullptr && *argument != nullptr; ++argument) reader.take(*argument);
  g_strfreev(arguments);
#else
  gchar* text = nullptr;
  gsize size = 0;
  if (g_file_get_contents("/proc/self/cmdline", &text, &size, nullptr) == FALSE) return {};
  std::string_view rest(text, size);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\0'), rest.size());
    reader.take(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  g_free(text);
#endif
  return reader.options();
}

const Options& all_options() {
  static const Options options = read_options();
  return options;
}

}  // namespace

bool has_output_fields() {
  if (bridge::output_fields_are_named) return false;
  return !all_options().are_known || !all_options().fields.empty();
}

bool is_output_field(const char* name) {
  const Options& options = all_options();
  if (!options.are_known) return true;
  return std::any_of(options.fields.begin(), options.fields.end(),
                     [name](const std::string& field) { return field.find(name) != std::string::npos; });
}

}  // namespace godot::plugin
