// SPDX-License-Identifier: MIT
#include "analysis/problems/table.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace godot::analysis::problems {
namespace {

constexpr Row of_multiplayer[] = {
#define GODOT_PROBLEM(id, part, check, kind, filter, group, severity, page, summary, cause, remedy) \
  {#kind, filter, page, cause, remedy, summary, Severity::severity},
#define GODOT_REMARK(id, part, check, filter, group, severity, page, summary) \
  {nullptr, filter, page, nullptr, nullptr, summary, Severity::severity},
#include "analysis/problems/multiplayer.def"
};
constexpr Row of_enet[] = {
#define GODOT_PROBLEM(id, part, check, kind, filter, group, severity, page, summary, cause, remedy) \
  {#kind, filter, page, cause, remedy, summary, Severity::severity},
#define GODOT_REMARK(id, part, check, filter, group, severity, page, summary) \
  {nullptr, filter, page, nullptr, nullptr, summary, Severity::severity},
#include "analysis/problems/enet.def"
};
constexpr Row of_netfox[] = {
#define GODOT_PROBLEM(id, part, check, kind, filter, group, severity, page, summary, cause, remedy) \
  {#kind, filter, page, cause, remedy, summary, Severity::severity},
#define GODOT_REMARK(id, part, check, filter, group, severity, page, summary) \
  {nullptr, filter, page, nullptr, nullptr, summary, Severity::severity},
#include "analysis/problems/netfox.def"
};
constexpr Row of_rollback[] = {
#define GODOT_PROBLEM(id, kind, filter, group, severity, page, summary, cause, remedy) \
  {#kind, filter, page, cause, remedy, summary, Severity::severity},
#define GODOT_REMARK(id, filter, group, severity, page, summary) \
  {nullptr, filter, page, nullptr, nullptr, summary, Severity::severity},
#include "analysis/problems/rollback.def"
};

struct Kind {
  std::string_view kind;
  const char* word;
  const char* remedy;
};
constexpr Kind kinds[] = {
#define GODOT_PROBLEM_KIND(kind, word, remedy) {#kind, word, remedy},
#include "analysis/problems/kinds.def"
};

const Kind* find(std::string_view kind) noexcept {
  const auto* found =
      std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& row) { return row.kind == kind; });
  return found != std::end(kinds) ? found : nullptr;
}

}  // namespace

const Row& row(Multiplayer problem) noexcept { return of_multiplayer[static_cast<std::size_t>(problem)]; }
const Row& row(Enet problem) noexcept { return of_enet[static_cast<std::size_t>(problem)]; }
const Row& row(Netfox problem) noexcept { return of_netfox[static_cast<std::size_t>(problem)]; }
const Row& row(Rollback problem) noexcept { return of_rollback[static_cast<std::size_t>(problem)]; }

const char* word_of(const char* kind) noexcept {
  if (kind == nullptr) return nullptr;
  const Kind* known = find(kind);
  return known != nullptr ? known->word : "problem";
}

const char* Row::what_to_do() const noexcept {
  if (remedy != nullptr || kind == nullptr) return remedy;
  const Kind* known = find(kind);
  return known != nullptr ? known->remedy : nullptr;
}

namespace {

/// The row of a counted problem; null: there is none.
const Row* find(std::string_view kind, std::string_view cause) noexcept {
  const auto is_it = [&](const Row& row) { return row.kind != nullptr && row.kind == kind && row.cause == cause; };
  const std::span<const Row> all[] = {of_multiplayer, of_enet, of_netfox, of_rollback};
  for (const std::span<const Row> rows : all) {
    if (const auto row = std::find_if(rows.begin(), rows.end(), is_it); row != rows.end()) return &*row;
  }
  return nullptr;
}

}  // namespace

Severity severity_of(std::string_view kind, std::string_view cause) noexcept {
  const Row* known = find(kind, cause);
  return known != nullptr ? known->severity : Severity::WARN;
}

const char* remedy_of(std::string_view kind, std::string_view cause) noexcept {
  if (const Row* known = find(kind, cause)) return known->what_to_do();
  const Kind* known = find(kind);
  return known != nullptr ? known->remedy : nullptr;
}

}  // namespace godot::analysis::problems
