// SPDX-License-Identifier: GPL-2.0-or-later
// Builds Wireshark's tree from the codec's walk over a datagram. Nothing here has a destructor: epan may leave any
// of these functions by longjmp.
#pragma once

#include <array>

#include "codec/core/sink.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin::enet {

class TreeBuilder final : public Sink {
 public:
  TreeBuilder(tvbuff_t* tvb, packet_info* pinfo, proto_tree* parent) : tvb_(tvb), pinfo_(pinfo), parent_(parent) {}

  void open(Field field, Offset begin, const Value& value) override;
  void leaf(Field field, Offset begin, Offset length, const Value& value) override;
  void close(Field field, Offset end) override;
  void note(Note note, Offset begin, Offset length) override;
  void problem(const Problem& problem) override;

  /// The innermost open subtree; the initial tree if none is open.
  [[nodiscard]] proto_tree* tree() const noexcept { return depth_ == 0 ? parent_ : nodes_[depth_ - 1].tree; }
  [[nodiscard]] proto_item* item() const noexcept { return depth_ == 0 ? nullptr : nodes_[depth_ - 1].item; }

  /// The subtree closed last.
  [[nodiscard]] proto_item* closed() const noexcept { return closed_; }

 private:
  struct Node {
    proto_item* item;
    proto_tree* tree;
    Offset begin;
  };
  static constexpr std::size_t max_nodes = 3;  // the datagram or its commands, a command or the header

  tvbuff_t* tvb_;
  packet_info* pinfo_;
  proto_tree* parent_;
  proto_item* last_ = nullptr;  // the last leaf, to which notes about it are added
  proto_item* closed_ = nullptr;
  std::size_t depth_ = 0;
  std::array<Node, max_nodes> nodes_;  // the first `depth_` are written before they are read
};

}  // namespace godot::plugin::enet
