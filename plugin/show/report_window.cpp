// SPDX-License-Identifier: GPL-2.0-or-later
// Tools > Godot > Report: asks for a file, and writes a report of the whole capture to it.
#include <string>

#include "answers/options/options.h"
#include "base/protected_file.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/epan/glib_text.h"
#include "plugin/show/requests.h"
#include "plugin/show/text_window.h"
#include "plugin/show/toolbar.h"

namespace godot::plugin {
namespace {

constexpr const char* report_title = "Godot: report";

struct AskedReport {
  std::string file;
  bool masked = false;
};
AskedReport asked;  // of the open dialog

bool says_yes(const char* answer) { return answer != nullptr && (answer[0] == 'y' || answer[0] == 'Y'); }

void ask_for_file(const std::string& file, bool masked, const std::string& fault = {});

void make_report() {
  const auto request = analysis::make_report_request(asked.file, asked.masked);
  std::string text;
  if (!answer(*request, analysis::Extent::values, text)) return ask_for_file(asked.file, asked.masked, text);
  show_text(report_title, "Written to " + asked.file + (asked.masked ? ", masked." : "."));
  const std::string address = taken(g_filename_to_uri(asked.file.c_str(), nullptr, nullptr));
  if (!address.empty()) open_in_browser(address.c_str());
}

void overwrite(char** answers, void*) {
  const bool may = says_yes(answers[0]);
  g_strfreev(answers);
  if (may) make_report();
  else ask_for_file(asked.file, asked.masked);
}
void make_from_dialog(char** answers, void*) {
  asked = {.file = answers[0] != nullptr ? answers[0] : "", .masked = says_yes(answers[1])};
  g_strfreev(answers);
  if (g_file_test(asked.file.c_str(), G_FILE_TEST_EXISTS) == FALSE) return make_report();
  // It may be the capture.
  if (analysis::is_other_file(asked.file, analysis::page_begins))
    return show_text(report_title, asked.file + " is a file of another kind; it is left as it is.");
  ask(report_title, {{(asked.file + " exists. Overwrite it (yes or no)").c_str(), "no"}}, overwrite);
}

/// What was wrong with the last answer stands in the dialog itself: a window of its own would remain.
void ask_for_file(const std::string& file, bool masked, const std::string& fault) {
  const std::string label = fault.empty() ? "File" : fault + ".\nFile";
  ask(report_title, {{label.c_str(), file.c_str()}, {"Masked, for the public (yes or no)", masked ? "yes" : "no"}},
      make_from_dialog);
}

}  // namespace

void ask_for_report() {
  const std::string capture = capture_file();
  if (!capture.empty()) return ask_for_file(analysis::page_named_after(capture), false);
  ask_for_file(taken(g_build_filename(g_get_home_dir(), "godot-report.html", nullptr)), false);
}

void register_report_window() { add_tool("Report\u2026", ask_for_report); }

}  // namespace godot::plugin
