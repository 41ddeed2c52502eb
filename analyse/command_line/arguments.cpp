// SPDX-License-Identifier: MIT
#include "analyse/command_line/arguments.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace godot::analyse {
namespace {

bool is_question(std::string_view word) { return word.starts_with("godot,") || word.starts_with("enet,"); }

/// An option with a value, and where the value goes. `prefix`: stands before it.
struct Valued {
  std::string_view name;
  std::vector<std::string> Arguments::*list;
  std::string_view prefix;
};
constexpr std::array<Valued, 4> valued = {{{"--project", &Arguments::projects, ""},
                                           {"--fail-on", &Arguments::fail_on, ""},
                                           {"--report", &Arguments::questions, "godot,report,"},
                                           {"--trace", &Arguments::questions, "godot,trace,"}}};

struct Flag {
  std::string_view name;
  bool Arguments::*set;
};
constexpr std::array<Flag, 9> flags = {{{"--calls", &Arguments::calls},
                                        {"--watch", &Arguments::watch},
                                        {"--json", &Arguments::json},
                                        {"--page", &Arguments::is_page},
                                        {"--help", &Arguments::is_help},
                                        {"-h", &Arguments::is_help},
                                        {"--version", &Arguments::is_version},
                                        {"--questions", &Arguments::lists_questions},
                                        {"--kinds", &Arguments::lists_kinds}}};

bool take_flag(std::string_view word, Arguments& arguments) {
  const auto* flag = std::find_if(flags.begin(), flags.end(), [&](const Flag& each) { return word == each.name; });
  if (flag == flags.end()) return false;
  arguments.*flag->set = true;
  return true;
}

/// True if the word is an option with a value, in the next word or behind "=".
bool take_valued(const std::vector<std::string>& words, std::size_t& at, Arguments& arguments) {
  const std::string_view word = words[at];
  for (const Valued& option : valued) {
    if (!word.starts_with(option.name)) continue;
    const std::string_view rest = word.substr(option.name.size());
    if (!rest.empty() && rest[0] != '=') continue;
    std::string value(option.prefix);
    if (!rest.empty()) value += rest.substr(1);
    else if (at + 1 < words.size()) value += words[++at];
    else arguments.error = std::string(option.name) + " needs a value";
    (arguments.*option.list).push_back(value);
    return true;
  }
  return false;
}

}  // namespace

Arguments parse(const std::vector<std::string>& words) {
  Arguments arguments;
  for (std::size_t at = 1; at < words.size() && arguments.error.empty(); ++at) {
    const std::string& word = words[at];
    if (take_flag(word, arguments) || take_valued(words, at, arguments)) continue;
    if (word.size() > 1 && word[0] == '-') arguments.error = word + " is not an option; see --help";
    else if (is_question(word)) arguments.questions.push_back(word);
    else arguments.captures.push_back(word);
  }
  const bool needs_no_capture = arguments.is_help || arguments.is_version || arguments.lists_questions ||
                                arguments.lists_kinds || arguments.is_page || !arguments.projects.empty();
  if (arguments.error.empty() && arguments.captures.empty() && !needs_no_capture)
    arguments.error = "which capture? see --help";
  return arguments;
}

const char* help() noexcept {
  return R"(Usage: godot-analyse CAPTURE... [--project DIR]... [QUESTION...] [OPTION...]
       godot-analyse FOLDER [--project DIR]... [QUESTION...] [OPTION...]
       godot-analyse --project DIR [--project OTHER]

Answers questions about the network traffic of a Godot game from capture files (pcap, pcapng, also packed by gzip or
zstd; - is standard input), or from recordings of the mirror. Several captures of one game are merged in time.

Without a question it shows a summary: engine and peers, problems with causes and what to do, who lags and why, what
uses the bandwidth. Questions have the names of the plugin's tables in tshark (-z): godot,profile  godot,problems
godot,sync  godot,state,FRAME  enet,streams ...; each may end in ,csv or ,json.

Of a folder it reads each capture by itself, as many at once as there are processors: a table with a row for each, or
with questions the answers of each. tools/godot-fleet makes one table of their problems, costs and connections.

Without a capture it reads the project of --project and says what will fail, what may, and what costs, before anything
runs: godot,audit  godot,audit,synchronizers  godot,audit,methods.

  --project DIR    names of methods and properties come from this project; may be given several times
  --calls          prints each message as a line, as the packet list of Wireshark does
  --watch          prints each problem as a line when its packet has come; with --json, an object a line
  --report FILE    writes the report for a browser
  --trace FILE     writes a trace for ui.perfetto.dev
  --page           opens the page that reads captures in a browser, and prints its address; alone it needs no capture
  --json           answers in JSON: of tables, the summary, and with --calls an object a line
  --fail-on KIND   exit status 1 if a problem of this kind was found (godot,problems lists the kinds); all: any
  --questions      names all questions; --kinds: all kinds of problems
  --version, --help

Exit status: 0; 1 with --fail-on; 2: could not be read.
)";
}

}  // namespace godot::analyse
