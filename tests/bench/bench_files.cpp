// SPDX-License-Identifier: MIT
// How time grows with the files of a project: texts of random patterns, once and twice as long. Prints the patterns
// with the greatest factors, and fails if one is above the limit.
//
//   bench-files [--patterns N] [--seed N] [--bytes N]
//   bench-files FILE.gd...     a file, and its content twice
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "project/audit/method_bodies.h"
#include "project/libraries/netfox/property_lists_in_scripts.h"
#include "project/libraries/netfox/synchronizer_lists.h"
#include "project/scenes/scene.h"
#include "project/scripts/script.h"

namespace {

using namespace godot::analysis::project;

constexpr double limit = 2.3;
constexpr double least_seconds = 0.02;  // below, a factor is noise

struct Reader {
  const char* name;
  void (*read)(std::string_view text);
  std::span<const char* const> words;
  const char* head;
};

constexpr const char* gdscript_words[] = {"func ",
                                          "f",
                                          "(",
                                          ")",
                                          "[",
                                          "]",
                                          "{",
                                          "}",
                                          ":",
                                          "\n",
                                          "\n\t",
                                          " ",
                                          "=",
                                          ":=",
                                          ",",
                                          ";",
                                          ".",
                                          "\"",
                                          "'",
                                          "\"x\"",
                                          "x",
                                          "y",
                                          "var ",
                                          "const ",
                                          "for ",
                                          " in ",
                                          "if ",
                                          " else ",
                                          "return ",
                                          "#",
                                          "\\",
                                          "@rpc",
                                          "static ",
                                          "class ",
                                          "extends ",
                                          "x.rpc_config(x, {})",
                                          "rpc_config",
                                          "x=",
                                          "s",
                                          "s.add_state(x,\"y\")",
                                          "s.add_input(",
                                          "s.state_properties",
                                          "s.properties=[",
                                          "RollbackSynchronizer.new()",
                                          "get_node(",
                                          "get_node(\"x\").",
                                          "$x/y",
                                          "%",
                                          "+",
                                          "+=",
                                          ".append(",
                                          ".name=",
                                          ".root=",
                                          ".add_child(s)",
                                          "\nfunc f(x):\n\t",
                                          "f(x)",
                                          "set_schema(x)",
                                          "x={",
                                          "self",
                                          "call(\"rpc_config\",",
                                          "callv(",
                                          "@",
                                          "$",
                                          "as ",
                                          "\"\"\"",
                                          "&\"x\""};
constexpr const char* csharp_words[] = {
    "class ",     "A",     "{",       "}",       "(",  ")",     "[",       "]",     "<",      ">",
    "[Rpc]",      "[Rpc(", "=",       "=>",      ";",  ",",     ".",       "\"",    "'",      "@",
    "$",          "@\"",   "$\"",     "\"\"\"",  "/*", "*/",    "//",      "\n",    "#if",    " ",
    "namespace ", "enum ", "void F(", "params ", ":",  "\\",    "record ", "int x", "if (x)", "else ",
    "case ",      "x = ",  "new ",    "x++;",    "F(", "await "};
constexpr const char* scene_words[] = {"[node ",
                                       "name=\"x\"",
                                       "parent=\".\"",
                                       "]\n",
                                       "\n[node ",
                                       "[sub_resource ",
                                       "[resource]\n",
                                       "id=\"1\"",
                                       "type=\"SceneReplicationConfig\"",
                                       "=",
                                       "\"",
                                       "\\",
                                       "[",
                                       "]",
                                       "(",
                                       ")",
                                       "{",
                                       "}",
                                       ",",
                                       "\n",
                                       " ",
                                       ";",
                                       "x",
                                       "\"x\"",
                                       "PackedStringArray(",
                                       "Array[String](",
                                       "NodePath(\"x\")",
                                       "SubResource(",
                                       "1e5",
                                       "-",
                                       "properties/0/path = NodePath(\"x:y\")\n",
                                       "script=",
                                       "&",
                                       "^\"x\"",
                                       "state_properties=[",
                                       "root="};

/// The bodies of the first methods: each is searched for in the whole script.
void read_bodies(std::string_view text, const Script& script) {
  std::size_t left = 4;
  for (const Class& part : script.classes) {
    for (const Method& method : part.methods) {
      if (left == 0) return;
      --left;
      static_cast<void>(read_body(text, method));
    }
  }
}

const Reader readers[] = {
    {"GDScript", [](std::string_view text) { static_cast<void>(read_gdscript(text)); }, gdscript_words,
     "extends Node\nfunc g(x):\n\trpc_config(x, {})\n"},
    {"lists of netfox", [](std::string_view text) { static_cast<void>(read_netfox_builders(text)); }, gdscript_words,
     "extends Node\nvar s=RollbackSynchronizer.new()\n"},
    {"schemas of netfox", [](std::string_view text) { static_cast<void>(read_netfox_schemas(text)); }, gdscript_words,
     "set_schema({\"x\": y})\n"},
    {"C#", [](std::string_view text) { static_cast<void>(read_csharp(text)); }, csharp_words, "class A {\n"},
    {"bodies in C#", [](std::string_view text) { read_bodies(text, read_csharp(text)); }, csharp_words,
     "class A {\n[Rpc] void F() { G(); x = 1;\n"},
    {"bodies in GDScript", [](std::string_view text) { read_bodies(text, read_gdscript(text)); }, gdscript_words,
     "extends Node\n@rpc func g(x):\n\tf(x)\n\ty = 1\n"},
    {"scene", [](std::string_view text) { static_cast<void>(read_scene(text)); }, scene_words,
     "[gd_scene format=3]\n[node name=\"A\"]\n"},
    {"resource", [](std::string_view text) { static_cast<void>(read_scene(text)); }, scene_words,
     "[gd_resource type=\"SceneReplicationConfig\" format=3]\n[resource]\n"},
    {"settings", [](std::string_view text) { static_cast<void>(read_settings(text)); }, scene_words,
     "config_version=5\n[autoload]\n"},
};

double seconds(const Reader& reader, const std::string& text) {
  double best = 1e9;
  for (int i = 0; i != 3; ++i) {
    const std::clock_t begin = std::clock();
    reader.read(text);
    best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    if (best > 1) break;
  }
  return best;
}

std::string repeated(const Reader& reader, const std::string& pattern, std::size_t bytes) {
  std::string text = reader.head;
  while (text.size() < bytes) text += pattern;
  return text;
}

struct Result {
  double factor = 0;
  double time = 0;
  std::string what;
};

std::string visible(const std::string& text) {
  std::string shown;
  for (const char letter : text) {
    if (letter == '\n') shown += "\\n";
    else if (letter == '\t') shown += "\\t";
    else shown += letter;
  }
  return shown;
}

Result measured(const Reader& reader, const std::string& pattern, std::size_t bytes) {
  const double once = seconds(reader, repeated(reader, pattern, bytes));
  const double twice = seconds(reader, repeated(reader, pattern, 2 * bytes));
  return {twice < least_seconds ? 0 : twice / once, twice, std::string(reader.name) + ": " + visible(pattern)};
}

int report(std::vector<Result> results) {
  constexpr std::size_t shown = 8;
  const auto print = [&](const char* title, auto is_before) {
    std::sort(results.begin(), results.end(), is_before);
    std::printf("%s:\n", title);
    for (std::size_t i = 0; i != std::min(shown, results.size()); ++i)
      std::printf("  %5.2f  %7.3f s  %s\n", results[i].factor, results[i].time, results[i].what.c_str());
  };
  print("the longest", [](const Result& one, const Result& other) { return one.time > other.time; });
  print("the greatest factors", [](const Result& one, const Result& other) { return one.factor > other.factor; });
  return results.empty() || results.front().factor > limit ? EXIT_FAILURE : EXIT_SUCCESS;
}

}  // namespace

int main(int count, char** words) {
  std::size_t patterns = 600;
  std::size_t bytes = 240'000;
  unsigned seed = 1;
  std::vector<Result> results;
  for (int i = 1; i < count; ++i) {
    const std::string_view word = words[i];
    const bool has_number = i + 1 < count && word.starts_with("--");
    if (has_number && word == "--patterns") patterns = std::strtoul(words[++i], nullptr, 10);
    else if (has_number && word == "--bytes") bytes = std::strtoul(words[++i], nullptr, 10);
    else if (has_number && word == "--seed") seed = static_cast<unsigned>(std::strtoul(words[++i], nullptr, 10));
    else {
      std::ifstream file(words[i], std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      if (text.empty()) return std::fprintf(stderr, "%s cannot be read\n", words[i]), EXIT_FAILURE;
      for (const Reader& reader : std::span(readers).first(3)) {
        const double once = seconds(reader, text);
        const double twice = seconds(reader, text + text);
        results.push_back(
            {twice < least_seconds ? 0 : twice / once, twice, std::string(reader.name) + ": " + words[i]});
      }
      patterns = 0;
    }
  }
  std::mt19937 random(seed);
  for (std::size_t i = 0; i != patterns; ++i) {
    const Reader& reader = readers[i % std::size(readers)];
    std::string pattern;
    for (std::size_t length = 1 + random() % 6; length != 0; --length)
      pattern += reader.words[random() % reader.words.size()];
    results.push_back(measured(reader, pattern, bytes));
    // A factor of noise does not come twice.
    for (int again = 0; again != 2 && results.back().factor > limit; ++again) {
      const Result once_more = measured(reader, pattern, bytes);
      if (once_more.factor < results.back().factor) results.back() = once_more;
    }
  }
  return report(std::move(results));
}
