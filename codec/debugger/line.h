// SPDX-License-Identifier: MIT
// A message on one line, as the editor's panels show it: output "Hello", error res://player.gd:42 in _process(): ...
//
// A row's template names fields by what follows "godot.debug.":
//   {x}     the first x                     {"x}   every x in quotes, joined by commas
//   {*x}    every x, joined by commas       {#x}   how many x there are
//   {@x}    what the number x stands for, or #number where that is unknown
//   {x?t}   x, or why it is null although its type, t, has no null
//   {x=y}   pairs of x and y, joined by commas
// Where a part is missing, and without a template, it is names and values: fps=60 process=0.01. Unknown messages show
// their elements.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "codec/core/catalogue.h"
#include "codec/core/value.h"
#include "codec/debugger/messages.h"

namespace godot::debugger {

/// Resolves numbers announced by earlier messages.
class Names {
 public:
  /// The name, or an empty view. `message`: the message with the number.
  virtual std::string_view name_of(Field field, std::int64_t id, const Message* message) = 0;

 protected:
  ~Names() = default;  // never owned through this interface
};

class LineWriter {
 public:
  /// `limit`: the longest line in characters, including the ellipsis. The line's text is written to `out`.
  LineWriter(std::span<char> out, std::uint32_t limit) noexcept : out_(out), limit_(limit) {}

  // Adds an element, in wire order. Texts must be valid only during the call.
  void element(Field field, const Value& value, bool in_group) noexcept;
  // `cut`: the text is the beginning of a longer one; the line shows an ellipsis after it.
  void text(Field field, std::string_view text, bool in_group, bool cut = false) noexcept;
  void group(Field field) noexcept;

  /// True if further elements can appear in the line.
  [[nodiscard]] bool has_room() const noexcept { return count_ != elements_.size() && stored_ != store_.size(); }

  /// Writes the line; it is valid as long as `out`.
  [[nodiscard]] std::string_view finish(std::string_view name, const Message* message, Names* names) noexcept;

  /// True if an `error` is a warning, as shown here or earlier.
  [[nodiscard]] bool is_warning() const noexcept { return warning_; }
  void set_warning(bool warning) noexcept { warning_ = warning; }

 private:
  struct Part {
    Field field;
    bool in_group;
    std::uint32_t begin, size;  ///< of its text in store_
    std::int64_t number;
  };
  struct Group {
    Field field;
    std::uint32_t count;
  };

  [[nodiscard]] std::string_view text_of(const Part& part) const noexcept {
    return {store_.data() + part.begin, part.size};
  }
  [[nodiscard]] const Part* first(std::string_view tail) const noexcept;
  [[nodiscard]] std::uint32_t groups(std::string_view tail) const noexcept;
  void put(std::string_view text) noexcept;
  void put_quoted(std::string_view text) noexcept;
  bool expand(std::string_view line, const Message* message, Names* names) noexcept;
  bool placeholder(std::string_view inside, const Message* message, Names* names) noexcept;
  bool error() noexcept;
  void names_and_values() noexcept;
  void arguments() noexcept;

  std::span<char> out_;
  std::uint32_t limit_;
  std::uint32_t size_ = 0;
  std::uint32_t chars_ = 0;
  bool full_ = false;
  bool warning_ = false;
  std::array<Part, 96> elements_;  // the first `count_` are written before they are read
  std::size_t count_ = 0;
  std::array<Group, 8> groups_;  // the first `group_count_` are written before they are read
  std::size_t group_count_ = 0;
  std::array<char, 4096> store_;  // the first `stored_` are written before they are read
  std::uint32_t stored_ = 0;
};

}  // namespace godot::debugger
