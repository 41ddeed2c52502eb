// SPDX-License-Identifier: MIT
#include "analyse/one_game.h"

#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analyse/command_line/exit_status.h"
#include "analyse/command_line/fail_on.h"
#include "analyse/command_line/questions.h"
#include "analyse/folder/captures_table.h"
#include "analyse/output/call_printer.h"
#include "analyse/output/live.h"
#include "analyse/output/own_requests.h"
#include "analyse/output/printing.h"
#include "analyse/output/summary.h"
#include "analyse/output/watch.h"
#include "analyse/reading/merged_frames.h"
#include "analyse/reading/passes.h"
#include "analyse/reading/progress.h"
#include "analyse/reading/unread_traffic.h"
#include "codec/tool/console.h"
#include "engine/engine.h"
#include "engine/packed/decompressors.h"

namespace godot::analyse {
namespace {

std::string capture_name;

analysis::Environment environment() {
  return {.version = GODOT_VERSION,
          .capture = [] { return capture_name; },
          .project_names = [] { return engine::Game::current().project_names(); },
          .project_fault = [] { return engine::Game::current().project_fault(); }};
}

/// What the command line asks for, and the answers.
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
    engine.listen({*overview_, analysis::Extent::facts});
  }

  void run_live(Source& source, Passes& passes, const engine::Engine& engine) const {
    Screen screen([this, &engine] { return summary_of_all(engine, true); });
    source.on_wait([&screen](unsigned most) { return screen.draw_if_due(most); });
    passes.make(engine::Pass::only, [&screen] { (void)screen.draw_if_due(0); });
    Screen::clear();
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

  /// Makes the requests. Returns what is wrong; empty: nothing.
  std::string ask() {
    if (std::string wrong = analyse::ask(arguments_, asked_); !wrong.empty()) return wrong;
    for (const std::string& kind : arguments_.fail_on)
      if (std::string wrong = wrong_kind(kind); !wrong.empty()) return wrong;
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
  std::vector<AskedQuestion> asked_;
  std::unique_ptr<Table> problems_;
  std::unique_ptr<Table> profile_;
  std::unique_ptr<Table> streams_;
  std::unique_ptr<Overview> overview_;
};

}  // namespace

int run_game(Arguments arguments) { return Program(std::move(arguments)).run(); }

}  // namespace godot::analyse
