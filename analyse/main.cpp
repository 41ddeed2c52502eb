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
#include "analyse/decompress.h"
#include "analyse/source.h"
#include "analyse/streams.h"
#include "analyse/summary.h"
#include "answers/options/options.h"
#include "answers/questions/tables.h"
#include "capture/frame/packet.h"
#include "codec/link/fate.h"
#include "codec/tool/console.h"
#include "engine/engine.h"

namespace godot::analyse {
namespace {

using analysis::Asked;
using analysis::Extent;
using analysis::Option;
using analysis::report::Report;

constexpr int could_not_read = 2;

std::string capture_name;

analysis::Environment environment() {
  return {.version = GODOT_VERSION,
          .capture = [] { return capture_name; },
          .project_names = [] { return engine::Game::current().project_names(); }};
}

/// A table whose rows the program reads itself.
class Table final : public analysis::Request {
 public:
  explicit Table(const char* name) : table_(analysis::statistics_table(name)) {}

  [[nodiscard]] Report answer() const {
    Report report = question_->answer();
    report.not_judged = unjudged_.list({.has_project = !engine::Game::current().project_names().empty(),
                                        .set_project = "Add the folder of the game's project: --project FOLDER."});
    return report;
  }
  [[nodiscard]] Extent extent() const noexcept { return analysis::extent_of(table_); }
  void begin(const analysis::Environment& environment) override {
    question_ = table_.make({.nodes_apart = environment.nodes_apart});
  }
  void add(analysis::facts::Frame& frame, const analysis::Packet&) override {
    question_->take(frame);
    unjudged_.add(frame);
  }
  void finish(const analysis::report::Output&) override {}

 private:
  const analysis::StatisticsTable& table_;
  std::unique_ptr<analysis::report::Question> question_;
  analysis::report::Unjudged unjudged_;
};

/// Prints messages as the packet list shows them.
class CallPrinter final : public engine::Lines {
 public:
  void line(const engine::Frame& frame, const engine::MessageLine& line) override {
    std::printf("%6u %12.6f  %s \u2192 %s  %s", frame.number, static_cast<double>(frame.since_begin) / 1e9, line.from,
                line.to, line.text);
    if (line.problem != nullptr) std::printf(" [%s]", line.problem);
    std::printf(line.malformed ? " [Malformed]\n" : "\n");
  }
};

/// What a relay says of the frame, in one of its comments; null: nothing.
const char* fate_of(const capture::Frame& frame) {
  static std::string text;
  for (std::string_view rest = frame.comment; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    link::Fate fate;
    text = rest.substr(0, end);
    if (link::read_fate(text, fate)) return text.c_str();
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return nullptr;
}

/// Passes all frames to the engine, once.
class Run {
 public:
  Run(Source& source, engine::Engine& engine) : source_(source), engine_(engine) {}

  void pass(engine::Pass pass) {
    engine_.begin_pass(pass);
    source_.begin();
    streams_ = std::make_unique<Streams>();
    capture::Layers layers;
    capture::Packet packet;
    std::int64_t begin = 0;
    while (const capture::Frame* frame = source_.next()) {
      if (frame->number == 1) begin = frame->time;
      const engine::Frame known = {.number = frame->number,
                                   .time = frame->time,
                                   .since_begin = frame->time - begin,
                                   .length = frame->reported,
                                   .captured_length = static_cast<std::uint32_t>(frame->bytes.size()),
                                   .comment = fate_of(*frame),
                                   .first_pass = pass != engine::Pass::answer};
      if (layers.read(*frame, packet)) take(known, *frame, packet);
    }
  }

  /// Bytes over TCP that were not read.
  [[nodiscard]] std::uint64_t not_read() const noexcept { return streams_->not_read(); }

 private:
  void take(const engine::Frame& known, const capture::Frame& frame, const capture::Packet& packet) {
    switch (packet.carrier) {
      case capture::Carrier::pdu:
        if (packet.dissector == "godot.mirror") engine_.record(known, packet.payload, packet.reported);
        break;
      case capture::Carrier::tcp: streams_->take(known, frame, packet, engine_); break;
      case capture::Carrier::udp: take_datagram(known, packet);
    }
  }

  void take_datagram(const engine::Frame& known, const capture::Packet& packet) {
    const godot::enet::IcmpError error = {
        .is_v6 = packet.quote.is_v6, .type = packet.quote.type, .code = packet.quote.code};
    engine_.datagram(
        known, {.source = address_of(packet.source),
                .destination = address_of(packet.destination),
                .captured = packet.payload,
                .reported = packet.reported,
                .error = packet.is_quoted ? &error : nullptr,
                .is_quoted = packet.is_quoted,
                .is_sealed = capture::encryption_of(packet.carrier, packet.payload) == capture::Encryption::dtls});
  }

  Source& source_;
  engine::Engine& engine_;
  std::unique_ptr<Streams> streams_;
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

/// What the command line asks for.
class Program {
 public:
  explicit Program(Arguments arguments) : arguments_(std::move(arguments)) {}

  int run() {
    if (const std::string wrong = ask(); !wrong.empty()) return refuse(wrong);
    Source source(arguments_.captures);
    capture_name = arguments_.captures[0].substr(arguments_.captures[0].find_last_of('/') + 1);
    engine::Engine engine({.projects = arguments_.projects}, decompressors());
    for (const auto& [asked, extent] : asked_) {
      asked.request->begin(environment());
      engine.listen({*asked.request, extent});
    }
    for (Table* table : own_tables()) {
      table->begin(environment());
      engine.listen({*table, table->extent()});
    }
    CallPrinter printer;
    if (arguments_.calls) engine.list(printer);
    Run run(source, engine);
    for (const engine::Pass pass : {engine::Pass::learn, engine::Pass::answer}) run.pass(pass);
    const int status = answer();
    if (run.not_read() != 0)
      std::fprintf(stderr,
                   "godot-analyse: %llu bytes over TCP were not read (values, the debugger, what is encrypted): "
                   "Wireshark with the plugin reads them\n",
                   static_cast<unsigned long long>(run.not_read()));
    return source.error().empty() ? status : refuse(source.error());
  }

 private:
  /// Makes the requests. Returns what is wrong; empty: nothing.
  std::string ask() {
    for (std::string& question : arguments_.questions) {
      const Option* option = option_of(question);
      if (option == nullptr) return question + " is not a question; see --help";
      if (arguments_.json && option->table != nullptr) question += ",json";
      Asked asked = option->asked(question);
      if (asked.request == nullptr) return question + ": " + asked.error;
      if (!asked.filter.empty())
        return question + ": " + asked.filter + " is a display filter, which Wireshark alone reads";
      asked_.emplace_back(std::move(asked), option->extent);
    }
    const bool is_summary = arguments_.questions.empty() && !arguments_.calls;
    if (is_summary || !arguments_.fail_on.empty()) problems_ = std::make_unique<Table>("godot,problems");
    if (!is_summary) return {};
    profile_ = std::make_unique<Table>("godot,profile");
    streams_ = std::make_unique<Table>("enet,streams");
    return {};
  }

  [[nodiscard]] std::vector<Table*> own_tables() const {
    std::vector<Table*> all;
    for (Table* each : {problems_.get(), profile_.get(), streams_.get()})
      if (each != nullptr) all.push_back(each);
    return all;
  }

  int answer() {
    int status = 0;
    for (const auto& [asked, extent] : asked_) {
      asked.request->finish(print);
      if (!asked.request->error().empty()) status = refuse(asked.request->error());
    }
    if (profile_ != nullptr)
      print(summary({problems_->answer(), profile_->answer(), streams_->answer()}, tool::is_terminal(stdout)));
    if (!arguments_.fail_on.empty() && failures(problems_->answer(), arguments_.fail_on) != 0 && status == 0)
      status = 1;
    return status;
  }

  Arguments arguments_;
  std::vector<std::pair<Asked, Extent>> asked_;
  std::unique_ptr<Table> problems_;
  std::unique_ptr<Table> profile_;
  std::unique_ptr<Table> streams_;
};

int run(const std::vector<std::string>& words) {
  Arguments arguments = parse(words);
  if (!arguments.error.empty()) return refuse(arguments.error);
  if (arguments.is_help) return std::fputs(help(), stdout) < 0 ? could_not_read : 0;
  if (arguments.is_version) return std::puts("godot-analyse " GODOT_VERSION) < 0 ? could_not_read : 0;
  return Program(std::move(arguments)).run();
}

}  // namespace
}  // namespace godot::analyse

int main(int count, char** words) {
  godot::tool::prepare_console();
  return godot::analyse::run(godot::tool::command_line(count, words));
}
