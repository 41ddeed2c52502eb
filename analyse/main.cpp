// SPDX-License-Identifier: MIT
// godot-analyse: every answer from captures, without Wireshark.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "analyse/audit.h"
#include "analyse/command_line/arguments.h"
#include "analyse/command_line/exit_status.h"
#include "analyse/command_line/fail_on.h"
#include "analyse/folder/folder.h"
#include "analyse/folder/folder_answers.h"
#include "analyse/installed_page.h"
#include "analyse/one_game.h"
#include "analyse/output/printing.h"
#include "answers/options/options.h"
#include "codec/tool/console.h"

namespace godot::analyse {
namespace {

int run(const std::vector<std::string>& words) {
  Arguments arguments = parse(words);
  if (!arguments.error.empty()) return refuse(arguments.error);
  if (arguments.is_help) return std::fputs(help(), stdout) < 0 ? could_not_read : 0;
  if (arguments.is_version) return std::puts("godot-analyse " GODOT_VERSION) < 0 ? could_not_read : 0;
  if (arguments.lists_questions)
    for (const analysis::Option& option : analysis::options()) std::puts(option.name);
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
  return run_game(std::move(arguments));
}

}  // namespace
}  // namespace godot::analyse

int main(int count, char** words) {
  godot::tool::prepare_console();
  return godot::analyse::run(godot::tool::command_line(count, words));
}
