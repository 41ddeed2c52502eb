// SPDX-License-Identifier: MIT
// godot-analyse: every answer from captures, without Wireshark.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analyse/arguments.h"
#include "analyse/audit.h"
#include "analyse/call_printer.h"
#include "analyse/captures_table.h"
#include "analyse/exit_status.h"
#include "analyse/folder.h"
#include "analyse/installed_page.h"
#include "analyse/live.h"
#include "analyse/merged_frames.h"
#include "analyse/passes.h"
#include "analyse/progress.h"
#include "analyse/summary.h"
#include "analyse/time_filter.h"
#include "analyse/watch.h"
#include "analysis/problems/problem_table.h"
#include "answers/options/options.h"
#include "answers/options/write_fault.h"
#include "answers/page/overview.h"
#include "answers/questions/statistics_tables.h"
#include "base/json.h"
#include "base/shown_text.h"
#include "codec/tool/console.h"
#include "engine/engine.h"
#include "engine/packed/decompressors.h"

namespace godot::analyse {
namespace {

using analysis::Extent;
using analysis::Option;
using analysis::ParsedOption;
using analysis::report::Report;

std::string capture_name;

analysis::Environment environment() {
  return {.version = GODOT_VERSION,
          .capture = [] { return capture_name; },
          .project_names = [] { return engine::Game::current().project_names(); },
          .project_fault = [] { return engine::Game::current().project_fault(); }};
}

/// A table whose rows the program reads itself.
class Table final : public analysis::Request {
 public:
  /// `question`: null: the table's own.
  explicit Table(const char* name, std::unique_ptr<analysis::report::Question> question = nullptr)
      : table_(analysis::statistics_table(name)), question_(std::move(question)) {}

  [[nodiscard]] Report answer() const {
    Report report = question_->answer();
    report.not_judged = not_judged_.list({.has_project = !engine::Game::current().project_names().empty(),
                                          .project_fault = engine::Game::current().project_fault(),
                                          .read_twice = "Save the capture to a file, and read that.",
                                          .set_project = "Add the folder of the game's project: --project FOLDER."});
    return report;
  }
  [[nodiscard]] Extent extent() const noexcept { return analysis::extent_of(table_); }
  void begin(const analysis::Environment& environment) override {
    if (question_ == nullptr) question_ = table_.make({.nodes_apart = environment.nodes_apart});
    not_judged_ = analysis::not_judged_by(table_);
  }
  void add(analysis::facts::Frame& frame, const analysis::Packet&) override {
    question_->take(frame);
    not_judged_.add(frame);
  }
  [[nodiscard]] bool reads_ages() const noexcept override { return question_->reads_ages(); }
  void finish(const analysis::report::Output&) override {}

 private:
  const analysis::StatisticsTable& table_;
  std::unique_ptr<analysis::report::Question> question_;
  analysis::report::NotJudgedReasons not_judged_;
};

/// The engine and the peers: what the summary says first.
class Overview final : public analysis::Request {
 public:
  void begin(const analysis::Environment&) override { seen_ = {}; }
  void add(analysis::facts::Frame& frame, const analysis::Packet& packet) override {
    if (seen_.wants_ends(frame)) seen_.set_ends(frame, packet.source(), packet.destination());
    seen_.add(frame);
  }
  [[nodiscard]] bool reads_ages() const noexcept override { return false; }
  void finish(const analysis::report::Output&) override {}

  [[nodiscard]] analysis::page::Sketch sketch() const { return seen_.sketch(); }

 private:
  analysis::page::Overview seen_;
};

/// The option whose name the question begins with: the longest.
const Option* option_of(const std::string& question) {
  const Option* best = nullptr;
  for (const Option& option : analysis::options()) {
    const std::size_t size = std::strlen(option.name);
    const bool fits = question.compare(0, size, option.name) == 0 && (question.size() == size || question[size] == ',');
    if (fits && (best == nullptr || size > std::strlen(best->name))) best = &option;
  }
  return best;
}

int refuse(const std::string& why) {
  std::fprintf(stderr, "godot-analyse: %s\n", why.c_str());
  return could_not_read;
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

/// The number of problems of the kinds that --fail-on names.
std::uint64_t failures(const Report& problems, const std::vector<std::string>& kinds) {
  std::uint64_t found = 0;
  for (const analysis::report::Row& row : problems.rows)
    for (const std::string& kind : kinds)
      if (kind == "all" || row[0].text == kind) ++found;
  return found;
}

/// The kinds of problems, in the order of their rows.
std::vector<std::string> kinds_of_problems() {
  std::vector<std::string> kinds;
  for (const analysis::problems::ProblemInfo& row : analysis::problems::all_rows())
    if (row.kind != nullptr && std::find(kinds.begin(), kinds.end(), row.kind) == kinds.end())
      kinds.emplace_back(row.kind);
  return kinds;
}

/// What is wrong with a kind of --fail-on; empty: nothing.
std::string wrong_kind(const std::string& kind) {
  std::string all;
  for (const std::string& each : kinds_of_problems()) {
    if (kind == each || kind == "all") return {};
    all += each + ", ";
  }
  return kind + " is no kind of problem: " + all + "or all";
}

/// What the command line asks for.
class Program {
 public:
  explicit Program(Arguments arguments) : arguments_(std::move(arguments)) {}

  int run() {
    if (const std::string wrong = ask(); !wrong.empty()) return refuse(wrong);
    Source source(arguments_.captures, arguments_.watch || is_live());
    capture_name = arguments_.captures[0].substr(arguments_.captures[0].find_last_of('/') + 1);
    engine::Engine engine({.projects = arguments_.projects}, engine::packed::decompressors());
    listen(engine);
    CallPrinter printer(arguments_.json);
    if (arguments_.calls) engine.list(printer);
    Passes passes(source, engine);
    if (arguments_.watch) passes.make(engine::Pass::only, [] {});
    else if (is_live()) run_live(source, passes, engine);
    else run_twice(source, passes);
    // Nothing was read: an answer would speak of a capture without packets.
    if (!source.error().empty() && source.frames() == 0) return refuse(source.error());
    const int status = answer(engine);
    say_what_was_not_read(passes);
    return source.error().empty() ? status : refuse(source.error());
  }

 private:
  /// A pipe is shown while it goes on, if somebody looks. Its packets are read once, and not kept.
  [[nodiscard]] bool is_live() const {
    const auto& captures = arguments_.captures;
    return profile_ != nullptr && !arguments_.json && captures.size() == 1 && captures[0] == "-" &&
           tool::is_terminal(stdout);
  }

  void listen(engine::Engine& engine) const {
    for (const auto& [asked, extent] : asked_) {
      asked.request->begin(environment());
      engine.listen({*asked.request, extent});
    }
    for (Table* table : own_tables()) {
      table->begin(environment());
      engine.listen({*table, table->extent()});
    }
    if (overview_ == nullptr) return;
    overview_->begin(environment());
    engine.listen({*overview_, Extent::facts});
  }

  void run_live(Source& source, Passes& passes, const engine::Engine& engine) const {
    Screen screen([this, &engine] { return summary_of_all(engine, true); });
    source.on_wait([&screen](unsigned most) { return screen.draw_if_due(most); });
    passes.make(engine::Pass::only, [&screen] { (void)screen.draw_if_due(0); });
    screen.clear();
  }

  static void run_twice(Source& source, Passes& passes) {
    Progress progress(source);
    for (const engine::Pass pass : {engine::Pass::learn, engine::Pass::answer}) {
      passes.make(pass, [&progress] { progress.show(); });
      progress.next_pass();
    }
  }

  [[nodiscard]] std::string summary_of_all(const engine::Engine& engine, bool colours) const {
    const Answers answers = {overview_->sketch(), problems_->answer(), profile_->answer(),
                             streams_->answer(),  engine.meetings(),   engine.webrtc()};
    if (arguments_.is_row) return bytes_of(summary_cells(answers));
    return arguments_.json ? summary_as_json(answers) : summary(answers, colours);
  }

  static void say_what_was_not_read(const Passes& passes) {
    const std::string fault = engine::Game::current().project_fault();
    if (!fault.empty()) std::fprintf(stderr, "godot-analyse: %s\n", fault.c_str());
    if (passes.sealed() != 0)
      std::fprintf(stderr,
                   "godot-analyse: %llu bytes are encrypted (TLS, DTLS) and were not read; if they are the game's, "
                   "record it with the mirror (the addon), or give Wireshark the keys\n",
                   static_cast<unsigned long long>(passes.sealed()));
    if (const Passes::OtherLinks& others = passes.other_links(); others.packets != 0)
      std::fprintf(stderr,
                   "godot-analyse: %llu packets are of a link layer that is not read here (number %u of "
                   "tcpdump.org/linktypes.html); tshark with the plugin may read it\n",
                   static_cast<unsigned long long>(others.packets), static_cast<unsigned>(others.first));
    const auto say = [](std::uint64_t bytes, const char* what) {
      if (bytes != 0)
        std::fprintf(stderr, "godot-analyse: %llu bytes over TCP are %s\n", static_cast<unsigned long long>(bytes),
                     what);
    };
    say(passes.http().unanswered, "requests for a WebSocket that got no answer");
    say(passes.http().refused, "requests for a WebSocket that were refused, and the answers");
    say(passes.other(), "no protocol of Godot");
  }

  /// Makes the requests. Returns what is wrong; empty: nothing.
  std::string ask() {
    for (std::string& question : arguments_.questions) {
      const Option* option = option_of(question);
      if (option == nullptr) return question + " is not a question; see --help";
      if (arguments_.json && option->table != nullptr) question += ",json";
      ParsedOption asked = option->parsed(question);
      if (asked.request == nullptr) return question + ": " + asked.error;
      if (const std::string fault = analysis::fault_of_file(asked.file, asked.begins); !fault.empty())
        return question + ": " + fault;
      if (!asked.filter.empty()) {
        const auto span = read_time_filter(asked.filter);
        if (!span)
          return question + ": " + asked.filter +
                 " is a display filter, which Wireshark alone reads; here: frame.time_relative >= 1 && "
                 "frame.time_relative < 2";
        asked.request = within(*span, std::move(asked.request));
      }
      asked_.emplace_back(std::move(asked), option->extent);
    }
    for (const std::string& kind : arguments_.fail_on)
      if (const std::string wrong = wrong_kind(kind); !wrong.empty()) return wrong;
    const bool is_summary = arguments_.questions.empty() && !arguments_.calls && !arguments_.watch;
    if (arguments_.watch)
      problems_ = std::make_unique<Table>("godot,problems",
                                          analysis::problems::make_problems(false, print_found(arguments_.json)));
    else if (is_summary || !arguments_.fail_on.empty()) problems_ = std::make_unique<Table>("godot,problems");
    if (!is_summary) return {};
    profile_ = std::make_unique<Table>("godot,profile");
    streams_ = std::make_unique<Table>("enet,streams");
    overview_ = std::make_unique<Overview>();
    return {};
  }

  [[nodiscard]] std::vector<Table*> own_tables() const {
    std::vector<Table*> all;
    for (Table* each : {problems_.get(), profile_.get(), streams_.get()})
      if (each != nullptr) all.push_back(each);
    return all;
  }

  int answer(const engine::Engine& engine) {
    int status = 0;
    for (const auto& [asked, extent] : asked_) {
      asked.request->finish(print);
      if (!asked.request->error().empty()) status = refuse(asked.request->error());
    }
    if (arguments_.watch) print(end_of_watch(problems_->answer(), arguments_.json));
    if (profile_ != nullptr) print(summary_of_all(engine, tool::is_terminal(stdout)));
    if (!arguments_.fail_on.empty() && failures(problems_->answer(), arguments_.fail_on) != 0 && status == 0)
      status = found_a_problem;
    return status;
  }

  Arguments arguments_;
  std::vector<std::pair<ParsedOption, Extent>> asked_;
  std::unique_ptr<Table> problems_;
  std::unique_ptr<Table> profile_;
  std::unique_ptr<Table> streams_;
  std::unique_ptr<Overview> overview_;
};

/// What cannot be asked about each capture of a folder; empty: nothing is wrong.
std::string wrong_for_folder(const Arguments& arguments) {
  if (arguments.captures.size() != 1) return "a folder is read alone: each of its captures is a game of its own";
  if (arguments.watch) return "--watch follows one game, and not a folder";
  for (const std::string& question : arguments.questions)
    if (question.starts_with("godot,report,") || question.starts_with("godot,trace,"))
      return "a report and a trace are of one game, and not of a folder";
  if (arguments.json && (arguments.calls || arguments.questions.size() > 1))
    return "in JSON a folder answers one question at a time";
  return {};
}

/// A table with a row for each capture, or the answers of each.
int run_folder(const Arguments& arguments) {
  const std::string& folder = arguments.captures[0];
  if (const std::string wrong = wrong_for_folder(arguments); !wrong.empty()) return refuse(wrong);
  const std::vector<std::string> captures = captures_below(folder);
  if (captures.empty()) return refuse("there is no capture in " + folder);
  const bool is_table = arguments.questions.empty() && !arguments.calls;
  CapturesTable table(folder);
  int status = 0;
  const auto read = [&](const std::string& capture) {
    Arguments of_one = arguments;
    of_one.captures = {capture};
    of_one.is_row = is_table;
    return Program(std::move(of_one)).run();
  };
  const auto take = [&](const std::string& capture, const Printed& printed) {
    if (printed.status != 0)
      status = std::max(status, printed.status == found_a_problem ? found_a_problem : could_not_read);
    if (is_table) return table.add(capture, printed);
    if (arguments.json) {
      std::string name;
      analysis::json::append_text(name, capture, analysis::json::For::file);
      print("{\"capture\": " + name + ", \"answer\": " + (printed.out.empty() ? "null" : printed.out) + "}\n");
    } else {
      print("\n" + analysis::without_acting(capture, "?") + "\n" + printed.out);
    }
    std::fputs(printed.errors.c_str(), stderr);
  };
  if (!read_each(captures, read, take))
    return refuse("a folder cannot be read here; tools/godot-fleet makes one table of its captures");
  if (is_table) {
    if (arguments.json) analysis::report::write_json(table.answer(), print);
    else analysis::report::write_text(table.answer(), print);
  }
  return status;
}

int run(const std::vector<std::string>& words) {
  Arguments arguments = parse(words);
  if (!arguments.error.empty()) return refuse(arguments.error);
  if (arguments.is_help) return std::fputs(help(), stdout) < 0 ? could_not_read : 0;
  if (arguments.is_version) return std::puts("godot-analyse " GODOT_VERSION) < 0 ? could_not_read : 0;
  if (arguments.lists_questions)
    for (const Option& option : analysis::options()) std::puts(option.name);
  if (arguments.lists_kinds)
    for (const std::string& kind : kinds_of_problems()) std::puts(kind.c_str());
  if (arguments.lists_questions || arguments.lists_kinds) return 0;
  if (arguments.is_page) {
    const int status = open_page();
    if (status != 0 || (arguments.captures.empty() && arguments.projects.empty())) return status;
  }
  if (arguments.captures.empty()) {
    const std::string wrong = run_audit(arguments);
    return wrong.empty() ? 0 : refuse(wrong);
  }
  for (const std::string& capture : arguments.captures)
    if (is_folder(capture)) return run_folder(arguments);
  return Program(std::move(arguments)).run();
}

}  // namespace
}  // namespace godot::analyse

int main(int count, char** words) {
  godot::tool::prepare_console();
  return godot::analyse::run(godot::tool::command_line(count, words));
}
