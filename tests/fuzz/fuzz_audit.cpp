// SPDX-License-Identifier: MIT
// Any bytes as a script in GDScript or C# whose bodies are read, or as the files of a project that is audited: the
// audit ends, and its lists and texts stay in their bounds.
//
// The first byte selects: 0 a script in GDScript, 1 one in C#; otherwise a project, whose files are separated by the
// byte 0x1E and named by the first byte of each (project_files.h).
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "answers/audit/audit_tables.h"
#include "answers/tables/table_output.h"
#include "project/audit/audit.h"
#include "project/audit/channel_limit.h"
#include "project/audit/early_authority.h"
#include "tests/fuzz/project_files.h"

using namespace godot::analysis::project;
using godot::test::require;

namespace {

void check_list(const std::vector<std::string>& list) {
  constexpr std::size_t ellipsis = 3;
  require(list.size() <= BodyLimits::listed, "a list is longer than allowed");
  for (const std::string& entry : list) {
    require(!entry.empty() && entry.size() <= BodyLimits::text + ellipsis, "an entry is longer than allowed");
    require(entry.find_first_of("\r\n\t") == std::string::npos, "an entry has more than a line");
  }
}

void check_body(const Body& body) {
  check_list(body.assigned);
  check_list(body.called);
  require(!body.asks_sender || body.asks_in.empty(), "a method asks itself and by another");
  require(body.is_found || (body.assigned.empty() && body.called.empty()), "a body is none, and has statements");
}

void check_bodies(std::string_view text, const Script& script) {
  constexpr std::size_t most = 16;  // each is searched for in the whole script
  std::size_t read = 0;
  for (const Class& part : script.classes) {
    for (const Method& method : part.methods) {
      if (++read <= most) check_body(read_body(text, method));
    }
  }
}

void check_script(std::string_view text) {
  check_bodies(text, read_gdscript(text));
  const auto limit = read_channel_limit(text);
  require(!limit || limit->channels > 0, "a limit of no channels");
  const std::vector<EarlyGift> gifts = read_early_gifts(text);
  require(gifts.size() <= EarlyGiftLimits::gifts, "more gifts than allowed");
  for (const EarlyGift& gift : gifts) require(gift.line != 0 && !gift.function.empty(), "a gift has no place");
}

void check_project(std::string_view files) {
  godot::test::write_project(files);
  Project project(godot::test::project_folder());
  project.refresh();
  Project* both[] = {&project, &project};
  const Audit audit = godot::analysis::project::audit(both);
  require(audit.findings.size() <= AuditLimits::rows, "more findings than allowed");
  require(std::is_sorted(audit.findings.begin(), audit.findings.end(),
                         [](const Finding& left, const Finding& right) { return left.level < right.level; }),
          "findings are not sorted");
  for (const Finding& each : audit.findings) {
    require(each.kind != nullptr && !each.text.empty(), "a finding says nothing");
    require(std::string_view(each.kind) != "methods_differ", "a project differs from itself");
  }
  for (const SynchronizerSize& each : audit.synchronizers)
    require(!each.values.is_bounded || each.values.least <= each.values.most, "the least is above the most");
  for (const OpenMethod& each : audit.open_methods) check_body(each.body);
  std::size_t written = 0;
  for (const godot::analysis::audit::Table& table : godot::analysis::audit::tables)
    godot::analysis::report::write_json(table.make(audit), [&](std::string_view text) { written += text.size(); });
  require(written != 0, "the tables are empty");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  // A copy of the exact size, so that AddressSanitizer finds reads beyond it.
  const std::vector<char> copy(reinterpret_cast<const char*>(data) + 1, reinterpret_cast<const char*>(data) + size);
  const std::string_view text(copy.data(), copy.size());
  if (data[0] == 0) check_script(text);
  else if (data[0] == 1) check_bodies(text, read_csharp(text));
  else check_project(text);
  return 0;
}
