// SPDX-License-Identifier: MIT
#include "analyse/output/call_printer.h"

#include <cstdio>
#include <string>

#include "analyse/output/printing.h"
#include "answers/tables/cell_text.h"
#include "base/json.h"
#include "base/time.h"

namespace godot::analyse {
namespace {

using analysis::report::printable;

void print_line(const engine::Frame& frame, const engine::MessageLine& line) {
  std::printf("%6u %12.6f  ", frame.number, static_cast<double>(frame.since_begin) * analysis::nanosecond);
  if (line.problem != nullptr) std::printf("[%s] ", line.problem);
  if (line.from != nullptr) std::printf("%s \u2192 %s  ", printable(line.from).c_str(), printable(line.to).c_str());
  std::fputs(printable(line.text).c_str(), stdout);
  std::printf("%s\n", engine::marks_of(line).c_str());
}

void print_object(const engine::Frame& frame, const engine::MessageLine& line) {
  std::string object = "{\"frame\": " + std::to_string(frame.number) + ", \"time\": ";
  constexpr int decimals = 9;
  analysis::json::append_number(object, static_cast<double>(frame.since_begin) * analysis::nanosecond, decimals);
  const auto add = [&object](const char* key, const char* text) {
    object += std::string(", \"") + key + "\": ";
    if (text == nullptr) object += "null";
    else analysis::json::append_text(object, text, analysis::json::For::file);
  };
  add("problem", line.problem);
  add("from", line.from);
  add("to", line.to);
  add("text", line.text);
  const auto add_flag = [&object](const char* key, bool is_set) {
    object += std::string(", \"") + key + (is_set ? "\": true" : "\": false");
  };
  add_flag("malformed", line.malformed);
  add_flag("again", line.again);
  add_flag("earlier", line.earlier);
  object += "}\n";
  print(object);
}

}  // namespace

void CallPrinter::line(const engine::Frame& frame, const engine::MessageLine& line) {
  if (json_) print_object(frame, line);
  else print_line(frame, line);
}

}  // namespace godot::analyse
