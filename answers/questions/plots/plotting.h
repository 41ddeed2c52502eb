// SPDX-License-Identifier: MIT
// The steps of a plot that a user asks for in a window: the list of numbers, the choice, the watch, the lines of
// Wireshark's graphs, and how the graphs become again as they were before.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/questions/plots/plots.h"

namespace godot::analysis::plots {

inline constexpr const char* plot_title = "Godot: plot a property";
// What the two fields of the dialog are for.
inline constexpr const char* ask_for_property = "Property: its number in the list, or NODE:PROPERTY.COMPONENT";
inline constexpr const char* ask_for_receivers = "Receivers, a curve each: names and commas, or * (empty: one curve)";

/// The window, and the files of its profile. A text that is returned is what went wrong; empty: nothing did.
class PlotHost {
 public:
  PlotHost() = default;
  PlotHost(const PlotHost&) = delete;
  PlotHost& operator=(const PlotHost&) = delete;
  virtual ~PlotHost() = default;

  /// Passes the numbers of all packets to `numbers`, which is empty.
  [[nodiscard]] virtual std::string collect(Plots& numbers) = 0;
  virtual void show(const char* title, const std::string& text) = 0;
  /// Opens the dialog, whose fields begin with these texts. Plotting::answered() gets its answers.
  virtual void ask(const char* property, const char* receivers) = 0;
  /// Opens the graphs. False: they must be opened by hand.
  [[nodiscard]] virtual bool open_graphs() = 0;
  [[nodiscard]] virtual std::string window_filter() const = 0;
  /// True if Wireshark has Statistics > Plots.
  [[nodiscard]] virtual bool has_plots() const = 0;

  [[nodiscard]] virtual std::vector<Watch> watches() const = 0;
  [[nodiscard]] virtual std::string add(const Watch& watch) = 0;

  /// A file of the profile; empty: there is none.
  [[nodiscard]] virtual std::string read(const char* file) const = 0;
  [[nodiscard]] virtual std::string write(const char* file, const std::string& text) = 0;
  virtual void remove(const char* file) = 0;
  /// Changes the file of a table, and the table if the window has it.
  using Change = std::function<std::string(std::string_view file)>;
  [[nodiscard]] virtual std::string change(const char* table, const char* file, const Change& change) = 0;
};

class Plotting {
 public:
  explicit Plotting(PlotHost& host) noexcept : host_(host) {}

  /// Shows what can be plotted, and asks.
  void begin();
  void answered(const char* property, const char* receivers);
  /// Switches on the lines that plots have switched off, and the plots' own ones off.
  void restore();

 private:
  void plot(const Choice& choice);
  [[nodiscard]] std::string prepare(std::span<const Curve> curves);
  [[nodiscard]] std::string remember(std::string_view graphs);

  PlotHost& host_;
  Plots listed_;  // the plots of the list that is displayed
};

}  // namespace godot::analysis::plots
