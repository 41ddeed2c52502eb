// SPDX-License-Identifier: MIT
// The engine as a worker of a browser sees it. The worker mounts the files, calls godot_analyse() once, and reads what
// it wrote: the report and the tables, as godot-analyse writes them. Then it calls godot_show() for each packet that is
// selected. To stop it the page ends the worker.
#include <emscripten.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyse/reading/merged_frames.h"
#include "analyse/reading/passes.h"
#include "answers/options/options.h"
#include "answers/options/tables/z_tables.h"
#include "base/json.h"
#include "engine/engine.h"
#include "engine/packed/decompressors.h"
#include "web/fields.h"
#include "web/packets.h"

// clang-format off
// Numbers of bytes are doubles: exact up to 2^53.
EM_JS(void, tell_progress, (double read, double size, int pass), { Module.onProgress(read, size, pass); });
EM_JS(void, give_rows, (const char* text, int size), { Module.onRows(UTF8ToString(text, size)); });
// clang-format on

namespace godot::web {
namespace {

using analysis::Extent;
using analysis::Option;
using analysis::ParsedOption;
namespace json = analysis::json;

std::string capture_name;

analysis::Environment environment() {
  return {.version = GODOT_VERSION,
          .capture = [] { return capture_name; },
          .project_names = [] { return engine::Game::current().project_names(); }};
}

/// The parts of a text between line feeds.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (end != 0) lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// A question, and the file that its answer goes to; empty: it writes one itself.
struct Question {
  std::unique_ptr<analysis::Request> request;
  Extent extent;
  std::string file;
};

Question question_of(const Option& option, const std::string& argument, std::string file) {
  return {option.parsed(argument).request, option.extent, std::move(file)};
}

/// The report, and each table as CSV, in the folder.
std::vector<Question> all_questions(const std::string& folder) {
  std::vector<Question> all;
  for (const Option& option : analysis::options()) {
    const std::string name = option.name;
    if (name == "godot,report") all.push_back(question_of(option, name + ',' + folder + "/report.html", {}));
    else if (option.table != nullptr && name == option.table->name)
      all.push_back(question_of(option, name + ",csv", folder + '/' + name + ".csv"));
  }
  std::erase_if(all, [](const Question& each) { return each.request == nullptr; });
  return all;
}

bool write(const std::string& name, std::string_view text) {
  std::FILE* file = std::fopen(name.c_str(), "wb");
  if (file == nullptr) return false;
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && is_written;
}

/// Returns what went wrong; empty: nothing.
std::string finish(const std::vector<Question>& questions) {
  for (const Question& each : questions) {
    std::string text;
    each.request->finish([&text](std::string_view part) { text += part; });
    if (!each.request->error().empty()) return each.request->error();
    if (!each.file.empty() && !write(each.file, text)) return each.file + " cannot be written";
  }
  return {};
}

struct Outcome {
  std::string error;
  std::uint32_t frames = 0;
  std::uint64_t sealed = 0;
  std::uint64_t other = 0;
};

std::string json_of(const Outcome& outcome, const Packets& packets) {
  std::string out = R"({"error":)";
  json::append_text(out, outcome.error);
  out += R"(,"frames":)" + std::to_string(outcome.frames) + R"(,"sealed":)" + std::to_string(outcome.sealed) +
         R"(,"other":)" + std::to_string(outcome.other) + R"(,"rows":)" + std::to_string(packets.rows()) +
         R"(,"left_out":)" + std::to_string(packets.left_out()) + '}';
  return out;
}

/// What was read: the items of a packet come from its bytes, and from what the capture has taught.
struct Session {
  analyse::Source source;
  engine::Engine engine;
  analyse::Passes passes{source, engine};

  Session(const std::vector<std::string>& captures, const std::vector<std::string>& projects)
      : source(captures), engine({.projects = projects}, engine::packed::decompressors()) {}
};

std::unique_ptr<Session> session;
// Listeners outlive the passes.
std::vector<Question> questions;
std::unique_ptr<Packets> packets;

std::string analyse(const std::vector<std::string>& captures, const std::vector<std::string>& projects,
                    const std::string& folder) {
  capture_name = captures[0].substr(captures[0].find_last_of('/') + 1);
  session = std::make_unique<Session>(captures, projects);
  analyse::Source& source = session->source;
  engine::Engine& engine = session->engine;
  analyse::Passes& passes = session->passes;
  packets =
      std::make_unique<Packets>([](std::string_view rows) { give_rows(rows.data(), static_cast<int>(rows.size())); });
  questions = all_questions(folder);
  for (const Question& each : questions) {
    each.request->begin(environment());
    engine.listen({*each.request, each.extent});
  }
  engine.listen({*packets, Extent::problems});
  engine.list(*packets);
  for (const engine::Pass pass : {engine::Pass::learn, engine::Pass::answer})
    passes.make(pass, [&] {
      tell_progress(static_cast<double>(source.read()), static_cast<double>(source.size()),
                    pass == engine::Pass::learn ? 1 : 2);
    });
  packets->finish({});
  Outcome outcome = {.error = source.error(),
                     .frames = source.frames(),
                     .sealed = passes.sealed(),
                     .other = passes.other() + passes.incomplete()};
  if (const std::string wrong = finish(questions); outcome.error.empty()) outcome.error = wrong;
  return json_of(outcome, *packets);
}

}  // namespace
}  // namespace godot::web

/// Names of captures, and of folders of projects, a line each; `folder`: where report.html and NAME.csv go. Returns
/// {"error", "frames", "sealed", "other", "rows", "left_out"}: bytes that are encrypted, and bytes of TCP that are not
/// Godot's. What was read before an error is answered. Call it once.
extern "C" EMSCRIPTEN_KEEPALIVE const char* godot_analyse(const char* captures, const char* projects,
                                                          const char* folder) {
  static std::string outcome;
  outcome = godot::web::analyse(godot::web::lines_of(captures), godot::web::lines_of(projects), folder);
  return outcome.c_str();
}

/// The items of a packet, see web/fields.h. The captures are read again up to it.
extern "C" EMSCRIPTEN_KEEPALIVE const char* godot_show(unsigned frame) {
  static std::string items;
  godot::engine::Tree tree;
  if (godot::web::session != nullptr) godot::web::session->passes.show(frame, tree);
  items = godot::web::json_of(tree);
  return items.c_str();
}
