// SPDX-License-Identifier: GPL-2.0-or-later
// Tools > Godot > Plot a property: Wireshark's window and its profile, for the steps of a plot.
#include <cstdio>
#include <string>
#include <vector>

#include "answers/questions/plots/plotting.h"
#include "plugin/core/epan/glib_text.h"
#include "plugin/core/epan/user_table.h"
#include "plugin/multiplayer/watches.h"
#include "plugin/show/requests.h"
#include "plugin/show/text_window.h"

namespace godot::plugin {
namespace {

namespace plots = analysis::plots;

class NumbersOfCapture final : public analysis::Request {
 public:
  explicit NumbersOfCapture(plots::Plots& all) noexcept : all_(all) {}
  void begin(const analysis::Environment& /*environment*/) override { all_ = {}; }
  void add(analysis::facts::Frame& /*frame*/, const analysis::Packet& packet) override {
    all_.add_all(packet.numbers());
  }
  void finish(const analysis::report::Output& /*out*/) override {}

 private:
  plots::Plots& all_;
};

class Window final : public plots::PlotHost {
  std::string collect(plots::Plots& numbers) override {
    NumbersOfCapture request(numbers);
    std::string error;
    return answer(request, analysis::Extent::numbers, error) ? "" : error;
  }
  void show(const char* title, const std::string& text) override { show_text(title, text); }
  void ask(const char* property, const char* receivers) override;
  bool open_graphs() override { return plugin::open_graphs(); }
  [[nodiscard]] std::string window_filter() const override { return plugin::window_filter(); }
  [[nodiscard]] bool has_plots() const override { return bridge::has_plots; }
  [[nodiscard]] std::vector<plots::Watch> watches() const override { return watches_now(); }
  std::string add(const plots::Watch& watch) override { return add_watch(watch); }

  [[nodiscard]] std::string read(const char* file) const override {
    char* content = nullptr;
    const bool is_there = g_file_get_contents(profile_file(file).c_str(), &content, nullptr, nullptr) != FALSE;
    return is_there ? taken(content) : "";
  }
  std::string write(const char* file, const std::string& text) override {
    GError* failed = nullptr;
    g_file_set_contents(profile_file(file).c_str(), text.data(), static_cast<gssize>(text.size()), &failed);
    if (failed == nullptr) return {};
    const std::string error = failed->message;
    g_error_free(failed);
    return error;
  }
  void remove(const char* file) override { std::remove(profile_file(file).c_str()); }
  /// A table exists once its window was opened; from then on it is used, and written when that window is closed. Before
  /// that, the file is used.
  std::string change(const char* table, const char* file, const Change& change) override {
    uat_t* open = uat_get_table_by_name(table);
    std::string error = open != nullptr ? bridge::save_table(open) : "";
    if (!error.empty()) return error;
    error = write(file, change(read(file)));  // a missing file counts as empty
    if (!error.empty() || open == nullptr) return error;
    return bridge::read_table(open);
  }
};

Window window;
plots::Plotting plotting(window);

void Window::ask(const char* property, const char* receivers) {
  const auto answered = [](char** answers, void*) {
    plotting.answered(answers[0], answers[1]);
    g_strfreev(answers);
  };
  plugin::ask(plots::plot_title, {{plots::ask_for_property, property}, {plots::ask_for_receivers, receivers}},
              answered);
}

}  // namespace

void register_plots() {
  add_tool("Plot a property\u2026", [] { plotting.begin(); });
  add_tool("Graphs as before plots", [] { plotting.restore(); });
}

}  // namespace godot::plugin
