// SPDX-License-Identifier: MIT
#include "answers/questions/plots/plotting.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace godot::analysis::plots {
namespace {

/// A window and a profile that remember what was done to them.
class Window final : public PlotHost {
 public:
  std::string fails;  ///< the file that cannot be written
  bool has_numbers = true;
  bool can_open = true;
  std::map<std::string, std::string> files;
  std::vector<Watch> known;
  std::vector<std::string> said;
  std::vector<std::string> asked;

 private:
  std::string collect(Plots& numbers) override {
    if (has_numbers) numbers.add({"Arena/Red", "position", "x", "red", "green", 3});
    return {};
  }
  void show(const char* title, const std::string& text) override { said.push_back(std::string(title) + ": " + text); }
  void ask(const char* property, const char* receivers) override {
    asked.push_back(std::string(property) + "|" + receivers);
  }
  bool open_graphs() override { return can_open; }
  [[nodiscard]] std::string window_filter() const override { return "udp"; }
  [[nodiscard]] bool has_plots() const override { return false; }
  [[nodiscard]] std::vector<Watch> watches() const override { return known; }
  std::string add(const Watch& watch) override {
    known.push_back(watch);
    return {};
  }
  [[nodiscard]] std::string read(const char* file) const override {
    const auto found = files.find(file);
    return found != files.end() ? found->second : "";
  }
  std::string write(const char* file, const std::string& text) override {
    if (fails == file) return "no room";
    files[file] = text;
    return {};
  }
  void remove(const char* file) override { files.erase(file); }
  std::string change(const char* /*table*/, const char* file, const Change& change) override {
    return write(file, change(read(file)));
  }
};

using Texts = std::vector<std::string>;

TEST(Plotting, ListsAsksAndWritesTheLinesOfTheGraph) {
  Window window;
  Plotting plotting(window);
  plotting.begin();
  EXPECT_EQ(window.asked, Texts{"1|"});
  plotting.answered("1", "");
  ASSERT_EQ(window.known.size(), 1U);
  EXPECT_EQ(window.known[0].node, "Arena/Red");
  EXPECT_EQ(
      window.files["io_graphs"],
      graph_lines("", std::vector{Curve{"Arena/Red:position.x", "", "godot.watch." + window.known[0].name}}, "udp"));
  EXPECT_EQ(window.files["godot_io_graphs"], enabled_lines(""));
  EXPECT_EQ(window.said.size(), 1U);  // the list alone
}

TEST(Plotting, RestoresTheLinesThatTheFirstPlotSwitchedOff) {
  Window window;
  Plotting plotting(window);
  plotting.begin();
  plotting.answered("1", "");
  const std::string plotted = window.files["io_graphs"];
  const std::string remembered = window.files["godot_io_graphs"];
  plotting.answered("1", "");
  EXPECT_EQ(window.files["godot_io_graphs"], remembered);
  EXPECT_EQ(window.known.size(), 1U);  // the watch is there already
  const std::string again = window.files["io_graphs"];
  plotting.restore();
  EXPECT_EQ(window.files["io_graphs"], restored_lines(again, remembered));
  EXPECT_EQ(window.files.count("godot_io_graphs"), 0U);
  plotting.restore();
  EXPECT_EQ(window.said.back(), "Godot: plot a property: No line of I/O Graphs is switched off by a plot.");
}

TEST(Plotting, AsksAgainWithWhatWasRefused) {
  Window window;
  Plotting plotting(window);
  plotting.begin();
  plotting.answered("7", "red");
  EXPECT_EQ(window.asked, (Texts{"1|", "7|red"}));
  EXPECT_TRUE(window.known.empty());
  EXPECT_TRUE(window.files.empty());
}

TEST(Plotting, SaysWhatFailed) {
  Window window;
  window.fails = "io_graphs";
  Plotting plotting(window);
  plotting.begin();
  plotting.answered("1", "");
  EXPECT_EQ(window.said.back(), "Godot: plot a property: no room");
  Window empty;
  empty.has_numbers = false;
  Plotting(empty).begin();
  EXPECT_EQ(empty.said,
            Texts{"Godot: plot a property: No message of this capture has a number of a node whose path is known."});
  EXPECT_TRUE(empty.asked.empty());
}

TEST(Plotting, SaysWhereTheGraphIsIfItCannotOpenIt) {
  Window window;
  window.can_open = false;
  Plotting plotting(window);
  plotting.begin();
  plotting.answered("1", "");
  EXPECT_EQ(
      window.said.back(),
      "Godot: plot a property: The graph is prepared: choose Statistics > I/O Graphs.\nIts field is godot.watch." +
          window.known[0].name);
}

}  // namespace
}  // namespace godot::analysis::plots
