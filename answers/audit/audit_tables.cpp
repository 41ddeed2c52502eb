// SPDX-License-Identifier: MIT
#include "answers/audit/audit_tables.h"

#include <string>

namespace godot::analysis::audit {
namespace {

using report::Cell;
using report::Column;
using report::Report;
using report::Row;
using Type = Column::Type;

const char* name(project::Level level) {
  switch (level) {
    case project::Level::fault: return "fault";
    case project::Level::risk: return "risk";
    case project::Level::cost: break;
  }
  return "cost";
}

Cell count(std::uint64_t value) { return Cell::of(value); }
Cell text(std::string_view value) { return value.empty() ? Cell{} : Cell::of(value); }

Report make(const char* title, std::vector<Column> columns, const project::Audit& audit) {
  Report report = {.title = title, .columns = std::move(columns)};
  if (audit.is_cut)
    report.not_judged.push_back(report::no_room(0, "a part of the project, which is larger than is read",
                                                "Give a folder inside of it that has a project.godot of its own."));
  // Files alone do not show it: how often, nobody can count.
  report.not_judged.push_back(
      {"unreadable", 0,
       "what scripts configure while the game runs, and the bodies of methods in scripts within scenes",
       "Capture the game: godot-analyse CAPTURE --project FOLDER."});
  return report;
}

std::string joined(const std::vector<std::string>& list, bool has_more) {
  std::string all;
  for (const std::string& each : list) all += (all.empty() ? "" : ", ") + each;
  return has_more ? all + ", \u2026" : all;
}

Cell asks(const project::OpenMethod& method) {
  if (!method.has_body) return {};
  if (method.body.asks_sender) return Cell::of("yes");
  return method.body.asks_in.empty() ? Cell::of("no") : Cell::of("in " + method.body.asks_in + "()");
}

}  // namespace

Report findings(const project::Audit& audit) {
  Report report = make("Godot Project Audit",
                       {{"level", "Level", Type::text, 0},
                        {"kind", "Kind", Type::text, 0},
                        {"place", "Place", Type::text, 0},
                        {"text", "What", Type::text, 0}},
                       audit);
  for (const project::Finding& each : audit.findings)
    report.rows.push_back({Cell::of(name(each.level)), Cell::of(each.kind), text(each.place), text(each.text)});
  return report;
}

Report synchronizers(const project::Audit& audit) {
  Report report = make("Godot Project Synchronizers",
                       {{"scene", "Scene", Type::text, 0},
                        {"node", "Synchronizer", Type::text, 0},
                        {"always", "Always", Type::count, 0},
                        {"on_change", "On Change", Type::count, 0},
                        {"state_least", "State", Type::count, 0},
                        {"state_most", "to", Type::count, 0},
                        {"interval", "Interval ms", Type::number, 1},
                        {"per_second_least", "B/s", Type::number, 1},
                        {"per_second_most", "to", Type::number, 1}},
                       audit);
  for (const project::SynchronizerSize& each : audit.synchronizers) {
    Row row = {text(each.scene), text(each.node), count(each.always), count(each.on_change)};
    row.resize(report.columns.size());
    if (each.always != 0) {
      const std::uint64_t least = each.values.least + project::state_header;
      const std::uint64_t most = each.values.most + project::state_header;
      row[4] = count(least);
      if (each.values.is_bounded) row[5] = count(most);
      if (each.interval > 0) {
        row[6] = Cell::of(each.interval * 1000);
        row[7] = Cell::of(static_cast<double>(least) / each.interval);
        if (each.values.is_bounded) row[8] = Cell::of(static_cast<double>(most) / each.interval);
      }
    }
    report.rows.push_back(row);
  }
  report.notes.emplace_back(
      "Bytes of a state with its number and size, to each peer that sees it; without the headers of its message. "
      "Without "
      "an interval there is a state in each frame. States wait for the next frame, so that the rate may be lower.");
  return report;
}

Report open_methods(const project::Audit& audit) {
  Report report = make("Godot Methods That Any Peer May Call",
                       {{"script", "Script", Type::text, 0},
                        {"line", "Line", Type::count, 0},
                        {"method", "Method", Type::text, 0},
                        {"declared", "Declared", Type::text, 0},
                        {"asks_sender", "Asks sender", Type::text, 0},
                        {"assigns", "Assigns", Type::text, 0},
                        {"calls", "Calls", Type::text, 0}},
                       audit);
  for (const project::OpenMethod& each : audit.open_methods)
    report.rows.push_back({text(each.script), each.line != 0 ? count(each.line) : Cell{}, text(each.name),
                           text(each.mode), asks(each), text(joined(each.body.assigned, each.body.has_more)),
                           text(joined(each.body.called, each.body.has_more))});
  report.notes.emplace_back(
      "Asks sender: the method, or a function of its script that it calls, asks for "
      "get_remote_sender_id(), in C# GetRemoteSenderId(). Whether that is checked well is for a reader to judge.");
  return report;
}

}  // namespace godot::analysis::audit
