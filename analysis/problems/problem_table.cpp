// SPDX-License-Identifier: MIT
#include "analysis/problems/problem_table.h"

#include <algorithm>
#include <iterator>

namespace godot::analysis::problems {
namespace {

constexpr ProblemInfo rows[] = {
#define GODOT_PROBLEM GODOT_ROW_OF_PROBLEM
#define GODOT_REMARK GODOT_ROW_OF_REMARK
#define GODOT_OPEN GODOT_ROW_OF_OPEN
// The list of libraries ends the macros.
// clang-format off
#include "analysis/problems/multiplayer.def"
#include "analysis/problems/enet.def"
#include "analysis/problems/tcp.def"
#include "analysis/problems/noray.def"
#include "analysis/problems/ice.def"
#include "analysis/libraries.def"
    // clang-format on
};

struct Kind {
  std::string_view kind;
  const char* word;
};
constexpr Kind kinds[] = {
#define GODOT_PROBLEM_KIND(kind, word) {#kind, word},
#include "analysis/problems/problem_kinds.def"
};

const Kind* find(std::string_view kind) noexcept {
  const auto* found =
      std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& row) { return row.kind == kind; });
  return found != std::end(kinds) ? found : nullptr;
}

}  // namespace

std::span<const ProblemInfo> all_rows() noexcept { return rows; }

const char* word_of(const char* kind) noexcept {
  if (kind == nullptr) return nullptr;
  const Kind* known = find(kind);
  return known != nullptr ? known->word : "problem";
}

namespace {

/// The row of a counted problem; null: there is none.
const ProblemInfo* find(std::string_view kind, std::string_view cause) noexcept {
  const auto is_it = [&](const ProblemInfo& row) {
    return row.kind != nullptr && row.kind == kind && row.cause == cause;
  };
  const auto* row = std::find_if(std::begin(rows), std::end(rows), is_it);
  return row != std::end(rows) ? row : nullptr;
}

}  // namespace

Severity severity_of(std::string_view kind, std::string_view cause) noexcept {
  const ProblemInfo* known = find(kind, cause);
  return known != nullptr ? known->severity : Severity::WARN;
}

const char* remedy_of(std::string_view kind, std::string_view cause) noexcept {
  const ProblemInfo* known = find(kind, cause);
  return known != nullptr ? known->remedy : nullptr;
}

}  // namespace godot::analysis::problems
