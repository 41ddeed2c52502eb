// SPDX-License-Identifier: MIT
// The results of checks: plain values in the packet's arena, in the order in which they are displayed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "analysis/base/arena.h"
#include "analysis/problems/table.h"
#include "analysis/problems/verdict.h"

namespace godot::analysis::account {

using Problem = problems::Multiplayer;

/// A related frame, and how it is related.
struct FrameLink {
  enum class To : std::uint8_t { spawn, despawn, departure, arrival, other_sender };
  To to = To::spawn;
  std::uint32_t frame = 0;
};

struct Finding {
  Finding* next = nullptr;
  Problem problem = {};
  const char* text = nullptr;  ///< for Expert Information: cause and remedy; null: an earlier finding has them
  problems::Advice advice = {};
  const char* node = nullptr;  ///< the node with the problem; null: the node of the message
  bool counted = true;         ///< a value of `godot.problem`; false: only expert information
  std::size_t link_count = 0;
  std::array<FrameLink, 3> links = {};
  problems::Basis basis = {};  ///< its evidence contains the links

  void link(FrameLink::To to, std::uint32_t frame) noexcept {
    basis.add(frame);
    if (frame != 0 && link_count < links.size()) links[link_count++] = {to, frame};
  }
};

/// Collects the results of checks.
class Findings {
 public:
  explicit Findings(Arena arena) noexcept : arena(arena) {}
  Findings(const Findings&) = delete;
  Findings& operator=(const Findings&) = delete;

  void clear() noexcept {
    first_ = nullptr;
    end_ = &first_;
  }

  /// `remedy`: what to do; null: as the problem's row says. A remark needs none.
  Finding& add(Problem problem, const char* why, const char* remedy = nullptr) {
    const problems::Row& row = problems::row(problem);
    if (remedy == nullptr) remedy = row.what_to_do();
    Finding& found = append({.problem = problem, .text = problems::statement(why, remedy, arena)});
    found.counted = row.kind != nullptr;
    found.advice = problems::advice(why, remedy, arena);
    return found;
  }

  /// The text, the causes that remain and their evidence.
  Finding& add(Problem problem, const problems::Verdict& verdict) {
    Finding& found = append({.problem = problem, .text = verdict.text(arena), .advice = verdict.advice(arena)});
    found.counted = problems::row(problem).kind != nullptr;
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

}  // namespace godot::analysis::account
