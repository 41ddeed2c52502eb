// SPDX-License-Identifier: MIT
// Trees of counts: entries by name below titles, as the windows of Statistics show them. Where something counts is said
// by itself (a struct with `titles` and `count_in()`); a program shows the rows.
#pragma once

#include <cstdint>

namespace godot::analysis {

/// A row at the top of a tree.
struct CountedTitle {
  enum class Kind : std::uint8_t {
    entries,    ///< each name has a row
    from_wire,  ///< names come from the wire: beyond a limit, entries share a row
    sizes,      ///< by ranges of a number
    alone,
  };
  const char* title;
  Kind kind = Kind::entries;
};

/// How a table of response times is called: what has it also `response_rows()`, `response_row(row)` for the name of
/// each kind of request, and `each_response(add)`, which calls add(row, nanoseconds).
struct ResponseTimes {
  const char* title;
  const char* short_title;
  const char* column;  ///< title of the column of requests
  const char* field;   ///< by which they are filtered; null: none
};

/// Rows of a tree; a title is known by its index.
class Counts {
 public:
  virtual void alone(unsigned title) = 0;
  virtual void size(unsigned title, std::uint32_t number) = 0;
  /// An entry below a title, which counts, too.
  virtual void entry(unsigned title, const char* name) = 0;
  /// The same with a number, whose average, least and most are shown. Returns the entry's row.
  virtual int entry(unsigned title, const char* name, std::uint32_t number, bool has_entries = false) = 0;
  /// An entry below an entry, whose name comes from the wire or not.
  virtual int below(int row, const char* name, std::uint32_t number, bool has_entries, bool from_wire) = 0;

 protected:
  ~Counts() = default;  // never owned through this interface
};

}  // namespace godot::analysis
