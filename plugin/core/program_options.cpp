// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/program_options.h"

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
  std::string file;                 ///< behind -r
};

/// Reads "-e NAME", "-eNAME" and the same of -r, which may follow options without values ("-2nr FILE").
class OptionReader {
 public:
  void take(std::string_view argument) {
    options_.are_known = true;
    const char before = awaited_;
    awaited_ = 0;
    if (before != 0) return set(before, argument);
    if (argument.size() < 2 || argument[0] != '-') return;
    constexpr std::string_view without_value = "2DhILlnPpqQvVx";
    const std::size_t at = argument.find_first_not_of(without_value, 1);
    if (at == std::string_view::npos || (argument[at] != 'e' && argument[at] != 'r')) return;
    if (at + 1 == argument.size()) awaited_ = argument[at];
    else set(argument[at], argument.substr(at + 1));
  }
  [[nodiscard]] const Options& options() const noexcept { return options_; }

 private:
  void set(char option, std::string_view value) {
    if (option == 'e') options_.fields.emplace_back(value);
    else options_.file = value;
  }

  Options options_;
  char awaited_ = 0;  ///< the option whose value is the next argument
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

bool is_output_field(const char* name, bool if_unknown) {
  const Options& options = all_options();
  if (!options.are_known) return if_unknown;
  return std::any_of(options.fields.begin(), options.fields.end(),
                     [name](const std::string& field) { return field.find(name) != std::string::npos; });
}

const char* file_to_read() { return all_options().file.c_str(); }

}  // namespace godot::plugin
