// SPDX-License-Identifier: MIT
// Goes through a message's description in step with its elements: which row is the next one's, which subtrees of what
// repeats begin and end with it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "codec/core/bytes.h"
#include "codec/core/sink.h"
#include "codec/debugger/line.h"
#include "codec/debugger/progress.h"
#include "codec/variant/dialect.h"

namespace godot::debugger {

/// Whether a value of this kind can be the element.
[[nodiscard]] bool fits(const Element& element, variant::Kind kind) noexcept;

class Outline {
 public:
  /// Goes on where `progress` says. Subtrees are reported to `sink`, groups to `line`.
  Outline(Progress& progress, LineWriter& line, Sink& sink) noexcept : progress_(progress), line_(line), sink_(sink) {}

  [[nodiscard]] std::size_t depth() const noexcept { return progress_.depth; }
  [[nodiscard]] bool is_full() const noexcept { return progress_.depth == Progress::most_levels; }
  [[nodiscard]] bool is_table() const noexcept {
    return progress_.depth != 0 && progress_.levels[progress_.depth - 1].kind == Progress::Level::Kind::table;
  }
  /// Part of something that repeats, or of a list: not the message's own.
  [[nodiscard]] bool in_group() const noexcept;

  /// The message's own elements come next.
  void begin(std::span<const Element> rows) { push(Progress::Level::Kind::list, rows, field::none); }

  /// The list or table of this row begins at `at`, with its subtree.
  void begin(const Element& row, Offset at);

  /// The row of the element of this kind that begins at `at`; null if none is known. Opens and closes groups on the
  /// way. `key`: of the element, where it has one. `left`: elements of its container from this one on.
  const Element* next(variant::Kind kind, Offset at, std::string_view key, std::uint32_t left);

  /// A number that rows to come are counted by.
  void count(const Element& row, std::uint32_t number) noexcept { progress_.counts[row.slot] = number; }

  /// An element or a container has ended here.
  void ended(Offset end) noexcept { last_end_ = end; }
  [[nodiscard]] Offset last_end() const noexcept { return last_end_; }

  /// What the list whose level is the one above `depth` should have had, and has not.
  [[nodiscard]] std::optional<Note> missing(std::size_t depth) const noexcept;

  /// Leaves the levels above `depth`.
  void leave(std::size_t depth, Offset end);

  /// The buffer ends before the message does: the subtrees that are open are closed, and opened in the next one.
  void suspend();
  void resume();

 private:
  using Level = Progress::Level;

  [[nodiscard]] Level& level() noexcept { return progress_.levels[progress_.depth - 1]; }
  void push(Level::Kind kind, std::span<const Element> rows, Field field, Per per = Per::end,
            std::uint32_t remaining = 0);
  void open(Level& which, Offset at, std::uint32_t number);
  void close(Level& which, Offset end);
  void repeat(Level& group);
  void enter(Level& here, const Element& group, Offset at);
  [[nodiscard]] std::uint32_t number_of(std::size_t depth) const noexcept;

  Progress& progress_;
  LineWriter& line_;
  Sink& sink_;
  Offset last_end_ = 0;
};

}  // namespace godot::debugger
