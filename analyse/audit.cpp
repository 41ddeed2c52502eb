// SPDX-License-Identifier: MIT
#include "analyse/audit.h"

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyse/output/printing.h"
#include "answers/audit/audit_tables.h"
#include "answers/tables/table_output.h"
#include "project/audit/audit.h"
#include "project/index/project_files.h"
#include "project/index/written_folder.h"

namespace godot::analyse {
namespace {

using analysis::project::Project;
using analysis::report::Writer;

constexpr std::string_view all_tables = "godot,audit";

/// A question without its form, and the form's writer.
struct AskedTable {
  std::string name;
  Writer write = analysis::report::write_text;
};
struct Form {
  std::string_view ending;
  Writer write;
};
constexpr Form forms[] = {{",csv", analysis::report::write_csv}, {",json", analysis::report::write_json}};

AskedTable asked_table(std::string question, bool json) {
  AskedTable asked = {.name = question};
  if (json) asked.write = analysis::report::write_json;
  for (const auto& [form, write] : forms) {
    if (!question.ends_with(form)) continue;
    asked.write = write;
    asked.name = question.substr(0, question.rfind(','));
  }
  return asked;
}

const analysis::audit::Table* table_of(std::string_view name) {
  for (const analysis::audit::Table& table : analysis::audit::tables)
    if (name == table.name) return &table;
  return nullptr;
}

/// Without a question: each table, as text one below the other, in JSON as a member of one object.
void print_all(const analysis::project::Audit& audit, bool json) {
  if (json) print("{\n");
  bool is_first = true;
  for (const analysis::audit::Table& table : analysis::audit::tables) {
    if (json) {
      const std::string_view name = table.name;
      const std::string_view key = name == all_tables ? "findings" : name.substr(all_tables.size() + 1);
      print((is_first ? "\"" : ",\n\"") + std::string(key) + "\": ");
      analysis::report::write_json(table.make(audit), print);
    } else {
      if (!is_first) print("\n");
      analysis::report::write_text(table.make(audit), print);
    }
    is_first = false;
  }
  if (json) print("}\n");
}

}  // namespace

std::string run_audit(const Arguments& arguments) {
  std::vector<AskedTable> asked;
  for (const std::string& question : arguments.questions) {
    asked.push_back(asked_table(question, arguments.json));
    if (table_of(asked.back().name) == nullptr) return question + " needs a capture, or is not a question; see --help";
  }
  std::vector<std::unique_ptr<Project>> owned;
  std::vector<Project*> projects;
  for (const std::string& folder : arguments.projects) {
    const std::string fault = analysis::project::fault_of_folder(folder);
    if (!fault.empty()) return folder + ": " + fault;
    owned.push_back(std::make_unique<Project>(analysis::project::from_utf8(folder)));
    owned.back()->refresh();
    projects.push_back(owned.back().get());
    for (const analysis::project::FileFault& fault : owned.back()->faults())
      say(fault.path + ':' + std::to_string(fault.fault.line) + ": " + fault.fault.text);
  }
  const analysis::project::Audit audit = analysis::project::audit(projects);
  if (asked.empty()) print_all(audit, arguments.json);
  for (const AskedTable& each : asked) each.write(table_of(each.name)->make(audit), print);
  return {};
}

}  // namespace godot::analyse
