// SPDX-License-Identifier: MIT
// What a library of games derives from its messages, for a program that shows them as a tree.
#pragma once

#include <initializer_list>
#include <string_view>

#include "analysis/derived/derived_value.h"
#include "analysis/problems/findings.h"

namespace godot::analysis {

/// Adds items to the innermost subtree of the walk, and behind its end to the message's own; without a tree nothing
/// happens. `Field`: the enumeration of a derived.def. Offsets are in the library's bytes.
template <class Field, class Problem>
class LibraryItems {
 public:
  /// True if there is a tree.
  [[nodiscard]] virtual bool are_shown() const noexcept = 0;
  /// True if the tree is displayed, so that labels are seen.
  [[nodiscard]] virtual bool has_labels() const noexcept = 0;

  virtual void add(Field field, ByteRange range, DerivedValue value) = 0;

  /// Replaces or continues the subtree's label; texts that need work are made only with has_labels().
  virtual void set_label(std::initializer_list<std::string_view> parts) = 0;
  virtual void append_label(std::initializer_list<std::string_view> parts) = 0;

  /// Shows what is wrong, and reports it. Returns the kind of the first problem that counts; null: none.
  virtual const char* found(const problems::Findings<Problem>& findings, Offset begin) = 0;

 protected:
  ~LibraryItems() = default;  // never owned through this interface
};

}  // namespace godot::analysis
