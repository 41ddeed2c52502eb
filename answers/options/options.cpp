// SPDX-License-Identifier: MIT
#include "answers/options/options.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "answers/questions/states/state_at_packet.h"
#include "answers/tables/option_text.h"
#include "answers/tables/table_output.h"
#include "base/shown_text.h"

namespace godot::analysis {
namespace {

using report::OptionText;

/// What the frames of a request leave open.
class OpenReasons {
 public:
  explicit OpenReasons(bool filtered) noexcept : filtered_(filtered) {}

  void begin(const Environment& environment, report::NotJudgedReasons not_judged = {}) {
    environment_ = environment;
    not_judged_ = std::move(not_judged);
    if (filtered_) not_judged_.set_filtered();
  }
  void add(const facts::Frame& frame) { not_judged_.add(frame); }
  void write(report::Report report, report::Writer write, const report::Output& out) const {
    report::add(report.not_judged, list());
    write(report, out);
  }
  [[nodiscard]] std::vector<report::NotJudged> list() const { return not_judged_.list(environment_.advice_now()); }

 private:
  bool filtered_;
  Environment environment_;
  report::NotJudgedReasons not_judged_;
};

class TableRequest final : public Request {
 public:
  TableRequest(const StatisticsTable& table, report::Writer write, bool filtered) noexcept
      : table_(table), write_(write), open_(filtered) {}

  void begin(const Environment& environment) override {
    question_ = table_.make({.nodes_apart = environment.nodes_apart});
    open_.begin(environment, not_judged_by(table_));
  }
  void add(facts::Frame& frame, const Packet& /*packet*/) override {
    question_->take(frame);
    open_.add(frame);
  }
  [[nodiscard]] bool reads_ages() const noexcept override { return question_->reads_ages(); }
  void finish(const report::Output& out) override { open_.write(question_->answer(), write_, out); }

 private:
  const StatisticsTable& table_;
  report::Writer write_;
  OpenReasons open_;
  std::unique_ptr<report::Question> question_;
};

class StateRequest final : public Request {
 public:
  /// `write`: null: as a tree.
  StateRequest(const state::Scope& scope, report::Writer write) noexcept : scope_(scope), write_(write) {}

  void begin(const Environment& environment) override {
    state_ = state::make_game_state(scope_);
    open_.begin(environment);
  }
  void add(facts::Frame& frame, const Packet& /*packet*/) override {
    state_->add(frame);
    if (frame.number <= scope_.until) open_.add(frame);
  }
  void finish(const report::Output& out) override {
    if (write_ != nullptr) return open_.write(state_->answer(), write_, out);
    out(lines_without_acting(state_->tree(), "?"));
    std::vector<report::NotJudged> not_judged = state_->not_judged();
    report::add(not_judged, open_.list());
    for (const std::string& line : report::lines_of(not_judged)) out(line + '\n');
  }

 private:
  state::Scope scope_;
  report::Writer write_;
  OpenReasons open_{false};
  std::unique_ptr<state::GameState> state_;
};

/// The numbers that can be plotted.
class PlotsRequest final : public Request {
 public:
  PlotsRequest(report::Writer write, bool filtered) noexcept : write_(write), open_(filtered) {}

  void begin(const Environment& environment) override {
    plots_ = {};
    watches_ = environment.watches;
    open_.begin(environment);
  }
  void add(facts::Frame& frame, const Packet& packet) override {
    plots_.add_all(packet.numbers());
    open_.add(frame);
  }
  void finish(const report::Output& out) override {
    open_.write(plots_.answer(watches_ != nullptr ? watches_() : std::vector<plots::Watch>()), write_, out);
  }

 private:
  report::Writer write_;
  OpenReasons open_;
  plots::Plots plots_;
  std::vector<plots::Watch> (*watches_)() = nullptr;
};

struct Form {
  const char* name;
  report::Writer write;
};
constexpr Form forms[] = {{"csv", report::write_csv}, {"json", report::write_json}};

/// Behind the name: ",csv,filter", ",filter" or nothing.
ParsedOption ask_for_table(const Option& option, std::string_view argument) {
  OptionText text(argument, option.name);
  const auto* form =
      std::find_if(std::begin(forms), std::end(forms), [&](const Form& each) { return text.take(each.name); });
  const report::Writer write = form != std::end(forms) ? form->write : report::write_text;
  std::string filter(text.rest());
  if (option.table != nullptr)
    return {.request = make_table_request(*option.table, write, !filter.empty()), .filter = filter};
  return {.request = std::make_unique<PlotsRequest>(write, !filter.empty()), .filter = filter};
}

/// ",300", ",csv", ",300,differences,csv" or nothing.
ParsedOption ask_for_state(const Option& option, std::string_view argument) {
  state::Scope scope;
  report::Writer write = nullptr;
  for (OptionText text(argument, option.name); !text.is_empty();) {
    const std::string_view word = text.take();
    const auto* form =
        std::find_if(std::begin(forms), std::end(forms), [&](const Form& each) { return word == each.name; });
    const auto number = report::number_of(word, state::no_end - 1);
    if (word == "differences") scope.differences_only = true;
    else if (form != std::end(forms)) write = form->write;
    else if (number) scope.until = *number;
    else return {.request = nullptr, .error = "expected a packet's number, differences, csv or json"};
  }
  return {.request = std::make_unique<StateRequest>(scope, write)};
}

/// Whether an option names a file, and no word that was meant to be an option: its ending tells them apart.
bool is_file(std::string_view text, std::string_view ending) {
  constexpr std::string_view device = "/dev/";
  const bool is_device = text.starts_with(device) && text.find(',') == std::string_view::npos;
  return is_device || (text.size() > ending.size() && text.ends_with(ending));
}

/// Reads ",FILE.html" or ",FILE.html,masked" behind the option's name.
ParsedOption ask_for_page(const Option& option, std::string_view argument) {
  OptionText text(argument, option.name);
  const bool masked = text.take_last("masked");
  const std::string file(text.rest());
  if (!is_file(file, ".html"))
    return {.request = nullptr, .error = "expected godot,report,FILE.html or godot,report,FILE.html,masked"};
  return {.request = make_report_request(file, masked), .file = file, .begins = page_begins};
}

/// Its argument is ",FILE.json".
ParsedOption ask_for_trace(const Option& option, std::string_view argument) {
  const std::string file(OptionText(argument, option.name).rest());
  if (!is_file(file, ".json")) return {.request = nullptr, .error = "expected godot,trace,FILE.json"};
  return {.request = make_trace_request(file), .file = file, .begins = R"({"displayTimeUnit")"};
}

std::vector<Option> all_options() {
  std::vector<Option> all;
  for (const StatisticsTable& table : statistics_tables())
    all.push_back({table.name, extent_of(table), &table, ask_for_table});
  all.push_back({"godot,plots", Extent::numbers, nullptr, ask_for_table});
  all.push_back({"godot,state", Extent::texts, nullptr, ask_for_state});
  all.push_back({"godot,report", Extent::values, nullptr, ask_for_page});
  all.push_back({"godot,trace", Extent::texts, nullptr, ask_for_trace});
  return all;
}

}  // namespace

report::NotJudgedReasons not_judged_by(const StatisticsTable& table) {
  report::NotJudgedReasons not_judged;
  if (!table.needs_problems) not_judged.set_without_problems();
  return not_judged;
}

std::span<const Option> options() {
  static const std::vector<Option> all = all_options();
  return all;
}

std::unique_ptr<Request> make_table_request(const StatisticsTable& table, report::Writer write, bool filtered) {
  return std::make_unique<TableRequest>(table, write, filtered);
}

std::unique_ptr<Request> make_state_request(std::uint32_t until, bool differences) {
  return std::make_unique<StateRequest>(state::Scope{.until = until, .differences_only = differences}, nullptr);
}

}  // namespace godot::analysis
