// SPDX-License-Identifier: MIT
#include "analysis/message/annotation/packet_list_line.h"

namespace godot::analysis::annotation {
namespace {

constexpr std::string_view arrow = "\u2192 ";

/// True for "→ 1" where the column To has "1".
bool is_same_receiver(std::string_view way, const char* to) {
  if (to == nullptr || !way.starts_with(arrow)) return false;
  const std::string_view meant = way.substr(arrow.size());
  const std::string_view shown(to);  // "all (red)" for "all"
  return shown == meant || (shown.starts_with(meant) && shown.substr(meant.size()).starts_with(" ("));
}

}  // namespace

bool lacks_sender(const Summary& summary) noexcept { return std::string_view(summary.way).starts_with(arrow); }

const char* packet_list_line(const Summary& summary, const ListMarks& marks, const char*& last_way,
                             const Arena& arena) {
  const std::string_view way = summary.way;
  const bool first = last_way == nullptr;
  const bool is_other = first || last_way != way;
  const bool shows_way = !way.empty() && is_other && !(first && is_same_receiver(way, marks.to));
  last_way = summary.way;
  const bool shows_from = first && marks.from != nullptr && *marks.from != '\0';
  const char* text = summary.text;
  if (shows_way && shows_from) text = arena.joined({marks.from, " ", way, "  ", text});
  else if (shows_way || shows_from) text = arena.joined({shows_way ? way : marks.from, "  ", text});
  if (marks.problem != nullptr) text = arena.joined({"[", marks.problem, "] ", text});
  return marks.wrong_project ? arena.joined({"[wrong project: Tools > Godot > Project folder] ", text}) : text;
}

const char* follow_line(std::string_view from, std::string_view to, const Summary& summary, const char* problem,
                        bool malformed, const Arena& arena) {
  const bool has_problem = problem != nullptr;
  return arena.joined({from, " -> ", to, "  ", has_problem ? "[" : "", has_problem ? problem : "",
                       has_problem ? "] " : "", summary.text, malformed ? malformed_mark : ""});
}

}  // namespace godot::analysis::annotation
