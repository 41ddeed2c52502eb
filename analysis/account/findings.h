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
  const char* text = nullptr;  ///< cause and remedy; null: an earlier finding has them
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

  Finding& add(Problem problem, const char* text) {
    auto& found = arena.make<Finding>({.problem = problem, .text = text});
    found.counted = problems::row(problem).kind != nullptr;
    *end_ = &found;
    end_ = &found.next;
    return found;
  }

  /// The text, the causes that remain and their evidence.
  Finding& add(Problem problem, const problems::Verdict& verdict) {
    Finding& found = add(problem, verdict.text(arena));
    found.basis = verdict.basis();
    return found;
  }

  [[nodiscard]] const Finding* first() const noexcept { return first_; }

  const Arena arena;  ///< for the texts of findings

 private:
  Finding* first_ = nullptr;
  Finding** end_ = &first_;
};

}  // namespace godot::analysis::account
