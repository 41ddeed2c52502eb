// SPDX-License-Identifier: MIT
// Adds an item for each field of a walk that has no values: a datagram and its commands. Nothing here has a destructor:
// an output may leave any of these functions by longjmp.
#pragma once

#include <array>
#include <cstddef>

#include "analysis/message/items/value_texts.h"
#include "codec/core/sink.h"

namespace godot::analysis::items {

/// `Output`: as of ItemSink.
template <class Output>
class FieldSink : public Sink {
 public:
  using Item = typename Output::Item;
  using Tree = typename Output::Tree;

  FieldSink(const Output& output, Tree parent) noexcept : out_(output), parent_(parent) {}

  void open(Field field, Offset begin, const Value& value) override {
    Node& node = nodes_[depth_];
    node.item = out_.add(tree(), field, begin, 0, value, false);
    node.tree = out_.add_subtree(node.item, field);
    node.begin = begin;
    last_ = node.item;
    ++depth_;
  }
  void leaf(Field field, Offset begin, Offset length, const Value& value) override {
    const bool is_hidden = is_unset_bit(field, value);
    if (is_hidden && !out_.hidden_item_wanted(tree(), field)) return;
    last_ = out_.add(tree(), field, begin, length, value, false);
    if (is_hidden) out_.hide(last_);
  }
  void close(Field field, Offset end) override {
    const Node& node = nodes_[--depth_];
    closed_ = node.item;
    out_.set_length(node.item, field, end - node.begin);
  }
  void note(Note note, Offset, Offset) override { out_.note(last_ != nullptr ? last_ : item(), note); }
  void problem(const Problem& problem) override {
    // A cut capture is not the sender's fault.
    if (problem.code != Problem::Code::cut) out_.problem(item(), problem, false);
  }

  /// The innermost open subtree; the initial tree if none is open.
  [[nodiscard]] Tree tree() const noexcept { return depth_ == 0 ? parent_ : nodes_[depth_ - 1].tree; }
  [[nodiscard]] Item item() const noexcept { return depth_ == 0 ? Item{} : nodes_[depth_ - 1].item; }
  /// The subtree that was closed last.
  [[nodiscard]] Item closed() const noexcept { return closed_; }
  [[nodiscard]] const Output& output() const noexcept { return out_; }

 private:
  struct Node {
    Item item;
    Tree tree;
    Offset begin;
  };
  static constexpr std::size_t max_nodes = 3;  // the datagram or its commands, a command or the header

  Output out_;
  Tree parent_;
  Item last_ = {};  // the last leaf, to which notes about it are added
  Item closed_ = {};
  std::size_t depth_ = 0;
  std::array<Node, max_nodes> nodes_;  // the first `depth_` are written before they are read
};

}  // namespace godot::analysis::items
