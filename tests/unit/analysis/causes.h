// SPDX-License-Identifier: MIT
// The causes that a verdict leaves, read from what it says: tests compare the whole list, so that one too many fails.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/problems/findings.h"
#include "analysis/problems/verdict.h"

namespace godot::test {

/// "CAUSE" or "CAUSE (EVIDENCE)" each, without remedies, in the verdict's order.
using Causes = std::vector<std::string>;

/// Where `sign` begins outside of parentheses: evidence may contain the signs that separate causes.
inline std::size_t find_outside(std::string_view text, std::string_view sign) {
  int depth = 0;
  for (std::size_t at = 0; at != text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')') --depth;
    if (depth == 0 && text.substr(at).starts_with(sign)) return at;
  }
  return std::string_view::npos;
}

/// Of a text that `Verdict::text()` wrote; a statement without a list is its own cause. `count` is what the verdict
/// says to have left: a text that is read wrongly gives the text itself, which no test expects.
inline Causes causes_in(std::string_view text, std::size_t count) {
  constexpr std::string_view several = ". One of: ";
  const std::string_view all = text.substr(0, text.find(". Not: "));
  const std::size_t begin = all.find(several);
  const bool is_one = begin == std::string_view::npos;
  const std::size_t colon = find_outside(all, ": ");
  std::string_view rest = all;
  if (!is_one) rest = all.substr(begin + several.size());
  if (is_one && colon != std::string_view::npos) rest = all.substr(colon + 2);
  Causes causes;
  while (!rest.empty()) {
    const std::size_t end = is_one ? rest.size() : find_outside(rest, "; ");
    const std::string_view cause = rest.substr(0, end);
    causes.emplace_back(cause.substr(0, find_outside(cause, is_one ? ". " : ": ")));
    rest = end < rest.size() ? rest.substr(end + 2) : std::string_view();
  }
  return causes.size() == count ? causes : Causes{std::string(text)};
}

inline Causes causes_of(const analysis::problems::Verdict& verdict, const analysis::Arena& arena) {
  return causes_in(verdict.text(arena), verdict.remaining());
}

/// Of what was found first.
template <class Findings>
Causes causes_of(const Findings& found) {
  return causes_in(found.first()->text, found.first()->basis.causes);
}

}  // namespace godot::test
