// SPDX-License-Identifier: GPL-2.0-or-later
// Tools > Godot > Plot a property: lists the numbers that were seen, sets a watch for one and opens the I/O graph with
// its curves.
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "answers/questions/plots.h"
#include "plugin/core/epan/glib_text.h"
#include "plugin/core/epan/user_table.h"
#include "plugin/multiplayer/watches.h"
#include "plugin/show/requests.h"
#include "plugin/show/text_window.h"

namespace godot::plugin {
namespace {

constexpr const char* title = "Godot: plot a property";

analysis::plots::Plots listed;  // the plots of the list that is displayed

class NumbersOfCapture final : public analysis::Request {
 public:
  void begin(const analysis::Environment& /*environment*/) override { listed = {}; }
  void add(analysis::facts::Frame& /*frame*/, const analysis::Packet& packet) override {
    listed.add_all(packet.numbers());
  }
  void finish(const analysis::report::Output& /*out*/) override {}
};

std::string content_of(const char* name) {
  char* content = nullptr;
  const bool is_there = g_file_get_contents(profile_file(name).c_str(), &content, nullptr, nullptr) != FALSE;
  return is_there ? taken(content) : "";
}

/// Replaces a file of the profile. Empty: success; otherwise the reason.
std::string write_file(const char* name, const std::string& text) {
  GError* failed = nullptr;
  g_file_set_contents(profile_file(name).c_str(), text.data(), static_cast<gssize>(text.size()), &failed);
  if (failed == nullptr) return {};
  const std::string error = failed->message;
  g_error_free(failed);
  return error;
}

/// Changes a table of the profile. It exists once its window was opened; from then on it is used, and written when that
/// window is closed. Before that, the file is used. Empty: success; otherwise the reason.
template <class Change>
std::string change_table(const char* title, const char* name, Change change) {
  uat_t* table = uat_get_table_by_name(title);
  std::string error = table != nullptr ? bridge::save_table(table) : "";
  if (!error.empty()) return error;
  error = write_file(name, change(content_of(name)));  // a missing file counts as empty
  if (!error.empty() || table == nullptr) return error;
  return bridge::read_table(table);
}

constexpr const char* graphs_table = "I/O Graphs";
constexpr const char* graphs_file = "io_graphs";
/// The profile's file with the lines of I/O Graphs that plots have switched off; absent: none.
constexpr const char* switched_off_file = "godot_io_graphs";

/// The first plot remembers what was switched on; later ones find it switched off. As write_file().
std::string remember_graphs(std::string_view file) {
  if (!content_of(switched_off_file).empty()) return {};
  return write_file(switched_off_file, analysis::plots::enabled_lines(file));
}

std::string prepare_graphs(const std::vector<analysis::plots::Curve>& curves) {
  std::string not_remembered;
  const auto graphs = [&](std::string_view file) {
    not_remembered = remember_graphs(file);
    return analysis::plots::graph_lines(file, curves, window_filter());
  };
  const auto plots = [&](std::string_view file) { return analysis::plots::plot_lines(file, curves); };
  std::string error = bridge::has_plots ? change_table("Plots", "plots", plots) : "";
  if (error.empty()) error = change_table(graphs_table, graphs_file, graphs);
  return error.empty() ? not_remembered : error;
}

void plot(const analysis::plots::Choice& choice) {
  const std::vector<analysis::plots::Watch> used = watches_now();
  const bool is_new = std::none_of(
      used.begin(), used.end(), [&](const analysis::plots::Watch& watch) { return watch.name == choice.watch.name; });
  std::string error = is_new ? add_watch(choice.watch) : "";
  if (error.empty()) error = prepare_graphs(choice.curves);
  if (!error.empty()) return show_text(title, error);
  if (!open_graphs())
    show_text(title, "The graph is prepared: choose Statistics > I/O Graphs.\nIts field is " + choice.curves[0].field);
}

void ask_for(const char* property, const char* receivers);

void plot_answers(char** answers, void*) {
  const analysis::plots::Choice choice = listed.choose(answers[0], answers[1], watches_now());
  if (choice.refusal.empty()) {
    plot(choice);
  } else {
    show_text(title, choice.refusal);
    ask_for(answers[0], answers[1]);
  }
  g_strfreev(answers);
}

void ask_for(const char* property, const char* receivers) {
  ask(title,
      {DialogField{"Property: its number in the list, or NODE:PROPERTY.COMPONENT", property},
       DialogField{"Receivers, a curve each: names and commas, or * (empty: one curve)", receivers}},
      plot_answers);
}

void list_and_ask() {
  NumbersOfCapture numbers;
  std::string error;
  if (!answer(numbers, analysis::Extent::numbers, error)) return show_text(title, error);
  if (listed.empty()) {
    show_text(title, "No message of this capture has a number of a node whose path is known.");
    return;
  }
  show_text("Godot: numbers that can be plotted", listed.list());
  ask_for("1", "");
}

/// Switches on the lines that plots have switched off, and the plots' own ones off.
void restore_graphs() {
  const std::string lines = content_of(switched_off_file);
  if (lines.empty()) return show_text(title, "No line of I/O Graphs is switched off by a plot.");
  const auto restored = [&](std::string_view file) { return analysis::plots::restored_lines(file, lines); };
  const std::string error = change_table(graphs_table, graphs_file, restored);
  if (!error.empty()) return show_text(title, error);
  std::remove(profile_file(switched_off_file).c_str());
  if (!open_graphs()) show_text(title, "The lines are switched on again: choose Statistics > I/O Graphs.");
}

}  // namespace

void register_plots() {
  add_tool("Plot a property\u2026", list_and_ask);
  add_tool("Graphs as before plots", restore_graphs);
}

}  // namespace godot::plugin
