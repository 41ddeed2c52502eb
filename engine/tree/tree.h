// SPDX-License-Identifier: MIT
// The tree of one frame: items with labels, as Wireshark's packet details have them, and the bytes that each stands
// for.
#pragma once

#include <cstdint>
#include <deque>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/message/items/label.h"

namespace godot::engine {

/// Bytes that items stand for: of a datagram, a record or a message, as they were sent, or decompressed.
struct TreeBytes {
  std::string title;
  std::vector<std::uint8_t> bytes;
  const std::uint8_t* origin = nullptr;  ///< where they were when they were added
};

/// An item. Items are never removed; their addresses stay.
struct TreeItem {
  std::string label;
  std::string_view filter;   ///< name of its field in display filters; empty: none
  std::uint32_t bytes = 0;   ///< index of its TreeBytes
  std::uint32_t begin = 0;   ///< where the item begins in those bytes
  std::uint32_t length = 0;  ///< 0: it is about its parent
  bool is_derived = false;   ///< not on the wire
  bool is_problem = false;   ///< of the game, or of the bytes
  bool is_hidden = false;    ///< the item is there, but not displayed
  TreeItem* parent = nullptr;
  TreeItem* first = nullptr;
  TreeItem* last = nullptr;
  TreeItem* next = nullptr;
};

/// Where bytes of an item lie.
struct TreePlace {
  std::uint32_t bytes = 0;
  std::uint32_t begin = 0;
};

class Tree {
 public:
  /// Items beyond it are not added.
  static constexpr std::size_t most_items = 20'000;
  /// Bytes of a label.
  static constexpr std::size_t longest_label = 2000;

  Tree() { open = &items_.emplace_back(); }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  /// Has no label; its children are the protocols.
  [[nodiscard]] TreeItem& root() noexcept { return items_.front(); }
  [[nodiscard]] const TreeItem& root() const noexcept { return items_.front(); }
  [[nodiscard]] std::size_t size() const noexcept { return items_.size(); }
  [[nodiscard]] bool is_full() const noexcept { return items_.size() >= most_items; }

  /// Appends to the children of `parent`. Null: there is no room, or no parent.
  TreeItem* add(TreeItem* parent, std::string_view label);

  /// Puts `moved` behind `fixed`; both are children of one item.
  static void move_behind(TreeItem& fixed, TreeItem& moved) noexcept;

  /// Where these bytes lie in those that were added; if they do not, they are added.
  TreePlace place(std::span<const std::uint8_t> bytes, std::string_view title);
  [[nodiscard]] const std::deque<TreeBytes>& bytes() const noexcept { return bytes_; }

  /// Where the next protocol's items go: the root, or a command that carries it.
  TreeItem* open = nullptr;

 private:
  std::deque<TreeItem> items_;
  std::deque<TreeBytes> bytes_;
};

/// The parts one after the other, on one line, and no longer than a label may be.
[[nodiscard]] std::string label_of(analysis::items::LabelParts parts);

}  // namespace godot::engine
