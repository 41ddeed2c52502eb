// SPDX-License-Identifier: GPL-2.0-or-later
// Tools > Godot > Plot a property: lists the numbers that were seen, sets a watch for one and opens the I/O graph with
// its curves. In tshark, -z godot,plots[,csv|json][,FILTER] lists the numbers that can be watched.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "answers/questions/plots.h"
#include "answers/tables/option_text.h"
#include "answers/tables/table_output.h"
#include "plugin/core/epan/user_table.h"
#include "plugin/multiplayer/watches.h"
#include "plugin/show/feed.h"
#include "plugin/show/listener.h"
#include "plugin/show/requests.h"
#include "plugin/show/text_window.h"

namespace godot::plugin {
namespace {

constexpr const char* option = "godot,plots";
constexpr const char* title = "Godot: plot a property";

// --- tshark ---------------------------------------------------------------------------------------------------------

struct Printing {
  analysis::plots::Plots plots;
  analysis::report::Writer write = analysis::report::write_text;
  bool filtered = false;
  Feed feed{analysis::Extent::facts};
  analysis::report::NotJudgedReasons not_judged = {};

  void begin() {
    plots = {};
    not_judged = {};
    if (filtered) not_judged.set_filtered();
  }
};

extern "C" {
static void begin_again(void* data) { static_cast<Printing*>(data)->begin(); }
static tap_packet_status add_for_print(void* data, packet_info*, epan_dissect_t*, const void* seen, tap_flags_t) {
  static_cast<Printing*>(data)->plots.add_all(static_cast<const analysis::plots::SeenNumbers*>(seen));
  return TAP_PACKET_DONT_REDRAW;
}
static tap_packet_status add_frame_for_print(void* data, packet_info* pinfo, epan_dissect_t*, const void*,
                                             tap_flags_t) {
  auto& printing = **static_cast<Printing**>(data);
  if (const analysis::facts::Frame* frame = printing.feed.frame(pinfo)) printing.not_judged.add(*frame);
  return TAP_PACKET_DONT_REDRAW;
}
static void print(void* data) {
  const auto& printing = *static_cast<Printing*>(data);
  analysis::report::Report report = printing.plots.answer(watches_now());
  analysis::report::add(report.not_judged, printing.not_judged.list(environment().advice_now()));
  printing.write(report, [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); });
}
}

/// Parses what follows the option: ",csv,FILTER", ",FILTER" or nothing. Ends tshark if the filter is wrong: epan has no
/// way to report an error from here.
void begin_printing(const char* argument) {
  auto* printing = new Printing;  // until the program ends
  analysis::report::OptionText text(argument, option);
  if (text.take("csv")) printing->write = analysis::report::write_csv;
  else if (text.take("json")) printing->write = analysis::report::write_json;
  std::string filter = numbers_filter;
  const std::string frames(text.rest());
  printing->filtered = !frames.empty();
  if (printing->filtered) ((filter += " && (") += frames) += ')';
  printing->begin();
  std::string error = listen({.tap = numbers_tap,
                              .data = printing,
                              .filter = filter.c_str(),
                              .flags = TL_REQUIRES_PROTO_TREE,
                              .begin = begin_again,
                              .add = add_for_print,
                              .finish = print});
  // Wireshark identifies listeners by their data.
  if (error.empty())
    error = listen({.data = new Printing*(printing),
                    .filter = printing->filtered ? frames.c_str() : nullptr,
                    .add = add_frame_for_print});
  if (error.empty()) return;
  std::fprintf(stderr, "tshark: -z %s: %s\n", argument, error.c_str());
  std::exit(1);
}

// --- The window -----------------------------------------------------------------------------------------------------

analysis::plots::Plots listed;  // the plots of the list that is displayed

extern "C" {
static void list_again(void*) { listed = {}; }
static tap_packet_status add_for_list(void*, packet_info*, epan_dissect_t*, const void* seen, tap_flags_t) {
  listed.add_all(static_cast<const analysis::plots::SeenNumbers*>(seen));
  return TAP_PACKET_DONT_REDRAW;
}
}

std::string content_of(const char* name) {
  char* path = profile_file(name);
  char* content = nullptr;
  gsize size = 0;
  const bool is_there = g_file_get_contents(path, &content, &size, nullptr) != FALSE;
  std::string text(is_there ? content : "", is_there ? size : 0);
  g_free(content);
  g_free(path);
  return text;
}

/// Replaces a file of the profile. Null: success; otherwise the reason, for g_free.
char* write_file(const char* name, const std::string& text) {
  char* path = profile_file(name);
  GError* failed = nullptr;
  g_file_set_contents(path, text.data(), static_cast<gssize>(text.size()), &failed);
  g_free(path);
  if (failed == nullptr) return nullptr;
  char* error = g_strdup(failed->message);
  g_error_free(failed);
  return error;
}

/// Changes a table of the profile. It exists once its window was opened; from then on it is used, and written when that
/// window is closed. Before that, the file is used. Null: success; otherwise the reason, for g_free.
template <class Change>
char* change_table(const char* title, const char* name, Change change) {
  uat_t* table = uat_get_table_by_name(title);
  if (table != nullptr) {
    if (char* error = bridge::save_table(table)) return error;
  }
  const std::string lines = change(content_of(name));  // a missing file counts as empty
  if (char* error = write_file(name, lines)) return error;
  return table != nullptr ? bridge::read_table(table) : nullptr;
}

constexpr const char* graphs_table = "I/O Graphs";
constexpr const char* graphs_file = "io_graphs";
/// The profile's file with the lines of I/O Graphs that plots have switched off; absent: none.
constexpr const char* switched_off_file = "godot_io_graphs";

/// The first plot remembers what was switched on; later ones find it switched off. As write_file().
char* remember_graphs(std::string_view file) {
  if (!content_of(switched_off_file).empty()) return nullptr;
  return write_file(switched_off_file, analysis::plots::enabled_lines(file));
}

char* prepare_graphs(const std::vector<analysis::plots::Curve>& curves) {
  char* not_remembered = nullptr;
  const auto graphs = [&](std::string_view file) {
    not_remembered = remember_graphs(file);
    return analysis::plots::graph_lines(file, curves, window_filter());
  };
  const auto plots = [&](std::string_view file) { return analysis::plots::plot_lines(file, curves); };
  if (bridge::has_plots) {
    if (char* error = change_table("Plots", "plots", plots)) return error;
  }
  char* error = change_table(graphs_table, graphs_file, graphs);
  if (error == nullptr) return not_remembered;
  g_free(not_remembered);
  return error;
}

void say(char* error) {
  show_text(title, error);
  g_free(error);
}

void plot(const analysis::plots::Choice& choice) {
  const std::vector<analysis::plots::Watch> used = watches_now();
  if (std::none_of(used.begin(), used.end(),
                   [&](const analysis::plots::Watch& watch) { return watch.name == choice.watch.name; })) {
    if (char* error = add_watch(choice.watch)) return say(error);
  }
  if (char* error = prepare_graphs(choice.curves)) return say(error);
  if (!open_graphs())
    show_text(title, "The graph is prepared: choose Statistics > I/O Graphs.\nIts field is " + choice.curves[0].field);
}

void ask_for(const char* property, const char* receivers);

extern "C" {
static void plot_answers(char** answers, void*) {
  const analysis::plots::Choice choice = listed.choose(answers[0], answers[1], watches_now());
  if (choice.refusal.empty()) {
    plot(choice);
  } else {
    show_text(title, choice.refusal);
    ask_for(answers[0], answers[1]);
  }
  g_strfreev(answers);
}
}

void ask_for(const char* property, const char* receivers) {
  ask(title,
      {DialogField{"Property: its number in the list, or NODE:PROPERTY.COMPONENT", property},
       DialogField{"Receivers, a curve each: names and commas, or * (empty: one curve)", receivers}},
      plot_answers);
}

void list_and_ask() {
  listed = {};
  const std::string error = listen_once({.tap = numbers_tap,
                                         .data = &listed,
                                         .filter = numbers_filter,
                                         .flags = TL_REQUIRES_PROTO_TREE,
                                         .begin = list_again,
                                         .add = add_for_list});
  if (!error.empty()) return show_text(title, error);
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
  char* error = change_table(graphs_table, graphs_file,
                             [&](std::string_view file) { return analysis::plots::restored_lines(file, lines); });
  if (error != nullptr) return say(error);
  char* path = profile_file(switched_off_file);
  std::remove(path);
  g_free(path);
  if (!open_graphs()) show_text(title, "The lines are switched on again: choose Statistics > I/O Graphs.");
}

}  // namespace

void register_plots() {
  static stat_tap_ui command_line = {};
  command_line.group = REGISTER_STAT_GROUP_GENERIC;
  command_line.cli_string = option;
  command_line.tap_init_cb = [](const char* argument, void*) BRIDGE_STAT_INIT(begin_printing(argument));
  register_stat_tap_ui(&command_line, nullptr);
  add_tool("Plot a property\u2026", list_and_ask);
  add_tool("Graphs as before plots", restore_graphs);
}

}  // namespace godot::plugin
