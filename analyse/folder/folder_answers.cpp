// SPDX-License-Identifier: MIT
#include "analyse/folder/folder_answers.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "analyse/command_line/exit_status.h"
#include "analyse/folder/captures_table.h"
#include "analyse/folder/folder.h"
#include "analyse/one_game.h"
#include "analyse/output/printing.h"
#include "answers/tables/table_output.h"
#include "base/json.h"
#include "base/shown_text.h"

namespace godot::analyse {
namespace {

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

}  // namespace

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
    return run_game(std::move(of_one));
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

}  // namespace godot::analyse
