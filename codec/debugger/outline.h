// SPDX-License-Identifier: MIT
// Goes through a message's description in step with its elements: finds the next element's row, and opens and closes
// subtrees for repeated parts.
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

/// True if a value of this kind can be the element.
[[nodiscard]] bool fits(const Element& element, variant::Kind kind) noexcept;

class Outline {
 public:
  /// Continues at `progress`. Reports subtrees to `sink`, groups to `line`.
  Outline(Progress& progress, LineWriter& line, Sink& sink) noexcept : progress_(progress), line_(line), sink_(sink) {}

  [[nodiscard]] std::size_t depth() const noexcept { return progress_.depth; }
  [[nodiscard]] bool is_full() const noexcept { return progress_.depth == Progress::most_levels; }
  [[nodiscard]] bool is_table() const noexcept {
    return progress_.depth != 0 && progress_.levels[progress_.depth - 1].kind == Progress::Level::Kind::table;
  }
  /// True inside of a repetition or a list; false for the message's direct elements.
  [[nodiscard]] bool in_group() const noexcept;

  /// Begins the message's direct elements.
  void begin(std::span<const Element> rows) { push(Progress::Level::Kind::list, rows, field::none); }

  /// Begins the list or table of this row at `at`, with its subtree.
  void begin(const Element& row, Offset at);

  /// The row of the element of this kind that begins at `at`; null if unknown. Opens and closes groups before it.
  /// `key`: of the element, if any. `left`: number of its container's elements from this one on.
  const Element* next(variant::Kind kind, Offset at, std::string_view key, std::uint32_t left);

  /// Sets a count for following rows.
  void count(const Element& row, std::uint32_t number) noexcept { progress_.counts[row.slot] = number; }

  /// Records the end of an element or container.
  void ended(Offset end) noexcept { last_end_ = end; }
  [[nodiscard]] Offset last_end() const noexcept { return last_end_; }

  /// The missing part of the list whose level is above `depth`, if any.
  [[nodiscard]] std::optional<Note> missing(std::size_t depth) const noexcept;

  /// Leaves the levels above `depth`.
  void leave(std::size_t depth, Offset end);

  /// The buffer ends before the message: closes the open subtrees, to be opened again in the next buffer.
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
