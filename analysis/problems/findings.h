// SPDX-License-Identifier: MIT
// The results of checks: plain values in the packet's arena, in the order in which they are displayed.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "analysis/problems/problem_table.h"
#include "analysis/problems/verdict.h"
#include "base/arena.h"

namespace godot::analysis::problems {

/// A related frame, and how it is related.
struct FrameLink {
  enum class To : std::uint8_t { spawn, despawn, departure, arrival, other_sender };
  To to = To::spawn;
  std::uint32_t frame = 0;
};

/// `Problem`: the enumeration of a file of problems.
template <class Problem>
struct Finding {
  Finding* next = nullptr;
  Problem problem = {};
  const char* text = nullptr;  ///< for Expert Information: cause and remedy; null: an earlier finding has them
  Advice advice = {};
  const char* node = nullptr;  ///< the node with the problem; null: the node of the message
  bool counted = true;         ///< a value of `godot.problem`; false: only expert information
  std::size_t link_count = 0;
  std::array<FrameLink, 3> links = {};
  Basis basis = {};  ///< its evidence contains the links

  void link(FrameLink::To to, std::uint32_t frame) noexcept {
    basis.add(frame);
    if (frame != 0 && link_count < links.size()) links[link_count++] = {to, frame};
  }
};

/// Collects the results of checks.
template <class Problem>
class Findings {
 public:
  using Finding = problems::Finding<Problem>;

  explicit Findings(Arena arena) noexcept : arena(arena) {}
  Findings(const Findings&) = delete;
  Findings& operator=(const Findings&) = delete;

  void clear() noexcept {
    first_ = nullptr;
    end_ = &first_;
  }

  /// `remedy`: what to do; null: as the problem's row says. A remark needs none.
  Finding& add(Problem problem, const char* why, const char* remedy = nullptr) {
    const ProblemInfo& its = row(problem);
    if (remedy == nullptr) remedy = its.remedy;
    Finding& found = append({.problem = problem, .text = problems::statement(why, remedy, arena)});
    found.counted = its.kind != nullptr;
    found.advice = problems::advice(why, remedy, arena);
    return found;
  }

  /// The text, the causes that remain and their evidence.
  Finding& add(Problem problem, const Verdict& verdict) {
    Finding& found = append({.problem = problem, .text = verdict.text(arena), .advice = verdict.advice(arena)});
    found.counted = row(problem).kind != nullptr;
    found.basis = verdict.basis();
    return found;
  }

  /// A finding of another list.
  Finding& copy(const Finding& other) {
    Finding& found = append(other);
    found.next = nullptr;
    return found;
  }

  [[nodiscard]] const Finding* first() const noexcept { return first_; }

  const Arena arena;  ///< for the texts of findings

 private:
  Finding& append(const Finding& finding) {
    auto& found = arena.make<Finding>(finding);
    *end_ = &found;
    end_ = &found.next;
    return found;
  }

  Finding* first_ = nullptr;
  Finding** end_ = &first_;
};

/// The different checks of one part of a message, in the order of their rows. They are told apart by name: with
/// -fsanitize=undefined, GCC compares addresses of functions only when the program runs.
/// checks.inc makes them of the rows; those of other parts are left out.
template <class Check, std::size_t most>
class Checks {
 public:
  constexpr void add(std::string_view name, Check* check) noexcept {
    if (std::find(names_.begin(), names_.end(), name) != names_.end()) return;
    names_[count_] = name;
    checks_[count_++] = check;
  }
  template <class Other>
  constexpr void add(std::string_view, Other*) noexcept {}

  [[nodiscard]] constexpr auto begin() const noexcept { return checks_.begin(); }
  [[nodiscard]] constexpr auto end() const noexcept { return checks_.begin() + count_; }

 private:
  std::array<std::string_view, most> names_ = {};
  std::array<Check*, most> checks_ = {};
  std::ptrdiff_t count_ = 0;
};

}  // namespace godot::analysis::problems
