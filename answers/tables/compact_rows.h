// SPDX-License-Identifier: MIT
// The rows of an answer in compact form: an answer may have a row for each node of a game, and the writer needs one at
// a time.
//
// A cell takes a byte and its content: a count in varint form, eight bytes of a number, a text with its length. Rows
// are in blocks that never move.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "answers/tables/cell.h"

namespace godot::analysis::report {

class CompactRows {
 public:
  CompactRows() = default;
  CompactRows(std::initializer_list<Row> rows) {
    for (const Row& row : rows) push_back(row);
  }

  void push_back(const Row& row);

  [[nodiscard]] std::size_t size() const noexcept { return places_.size(); }
  [[nodiscard]] bool empty() const noexcept { return places_.empty(); }
  [[nodiscard]] Row operator[](std::size_t index) const;

  /// Bytes allocated from the heap.
  [[nodiscard]] std::size_t memory() const noexcept;

  class Iterator {
   public:
    Iterator(const CompactRows& rows, std::size_t at) noexcept : rows_(&rows), at_(at) {}
    /// Valid until the next one is asked for.
    [[nodiscard]] const Row& operator*() {
      rows_->read(at_, row_);
      return row_;
    }
    Iterator& operator++() noexcept {
      ++at_;
      return *this;
    }
    [[nodiscard]] bool operator!=(const Iterator& other) const noexcept { return at_ != other.at_; }

   private:
    const CompactRows* rows_;
    std::size_t at_;
    Row row_;
  };
  [[nodiscard]] Iterator begin() const noexcept { return {*this, 0}; }
  [[nodiscard]] Iterator end() const noexcept { return {*this, size()}; }

 private:
  /// Replaces the row's cells: its memory and that of its texts is used again.
  void read(std::size_t index, Row& row) const;

  struct Place {
    std::uint32_t block;
    std::uint32_t offset;
  };
  std::vector<std::string> blocks_;
  std::vector<Place> places_;
};

}  // namespace godot::analysis::report
