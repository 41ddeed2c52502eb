// SPDX-License-Identifier: MIT
#include "answers/questions/plots/plotting.h"

#include <algorithm>

namespace godot::analysis::plots {
namespace {

constexpr const char* graphs_table = "I/O Graphs";
constexpr const char* graphs_file = "io_graphs";
constexpr const char* plots_table = "Plots";
constexpr const char* plots_file = "plots";
/// The profile's file with the lines of I/O Graphs that plots have switched off; absent: none.
constexpr const char* switched_off_file = "godot_io_graphs";

}  // namespace

void Plotting::begin() {
  listed_ = {};
  const std::string error = host_.collect(listed_);
  if (!error.empty()) return host_.show(plot_title, error);
  if (listed_.empty())
    return host_.show(plot_title, "No message of this capture has a number of a node whose path is known.");
  host_.show("Godot: numbers that can be plotted", listed_.list());
  host_.ask("1", "");
}

void Plotting::answered(const char* property, const char* receivers) {
  const Choice choice = listed_.choose(property, receivers, host_.watches());
  if (choice.refusal.empty()) return plot(choice);
  host_.show(plot_title, choice.refusal);
  host_.ask(property, receivers);
}

void Plotting::plot(const Choice& choice) {
  const std::vector<Watch> used = host_.watches();
  const bool is_new =
      std::none_of(used.begin(), used.end(), [&](const Watch& watch) { return watch.name == choice.watch.name; });
  std::string error = is_new ? host_.add(choice.watch) : "";
  if (error.empty()) error = prepare(choice.curves);
  if (!error.empty()) return host_.show(plot_title, error);
  if (!host_.open_graphs())
    host_.show(plot_title,
               "The graph is prepared: choose Statistics > I/O Graphs.\nIts field is " + choice.curves[0].field);
}

/// The first plot remembers what was switched on; later ones find it switched off.
std::string Plotting::remember(std::string_view graphs) {
  if (!host_.read(switched_off_file).empty()) return {};
  return host_.write(switched_off_file, enabled_lines(graphs));
}

std::string Plotting::prepare(std::span<const Curve> curves) {
  std::string not_remembered;
  const auto graphs = [&](std::string_view file) {
    not_remembered = remember(file);
    return graph_lines(file, curves, host_.window_filter());
  };
  const auto plots = [&](std::string_view file) { return plot_lines(file, curves); };
  std::string error = host_.has_plots() ? host_.change(plots_table, plots_file, plots) : "";
  if (error.empty()) error = host_.change(graphs_table, graphs_file, graphs);
  return error.empty() ? not_remembered : error;
}

void Plotting::restore() {
  const std::string lines = host_.read(switched_off_file);
  if (lines.empty()) return host_.show(plot_title, "No line of I/O Graphs is switched off by a plot.");
  const auto restored = [&](std::string_view file) { return restored_lines(file, lines); };
  const std::string error = host_.change(graphs_table, graphs_file, restored);
  if (!error.empty()) return host_.show(plot_title, error);
  host_.remove(switched_off_file);
  if (!host_.open_graphs()) host_.show(plot_title, "The lines are switched on again: choose Statistics > I/O Graphs.");
}

}  // namespace godot::analysis::plots
