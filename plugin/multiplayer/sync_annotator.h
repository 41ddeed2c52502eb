// SPDX-License-Identifier: GPL-2.0-or-later
// Synchronisation: the node of the values, the names of their properties, and whether the receiver applies them.
#pragma once

#include "codec/multiplayer/walk.h"
#include "plugin/multiplayer/property_namer.h"

namespace godot::plugin {

class SyncAnnotator {
 public:
  SyncAnnotator(Annotations& notes, PropertyNamer& values) noexcept : notes_(notes), values_(values) {}

  void sync(const multiplayer::Sync& sync) noexcept {
    delta_ = sync.delta;
    by_number_ = false;
  }
  /// True if the last Sync contained changes only.
  [[nodiscard]] bool is_delta() const noexcept { return delta_; }
  /// True if one of its nodes is identified by a number of the sender's.
  [[nodiscard]] bool by_number() const noexcept { return by_number_; }
  void begin(const multiplayer::SyncObject& object);
  void end(const multiplayer::SyncObject& object);

  /// The open synchronizer's node.
  [[nodiscard]] const char* node() const noexcept { return node_; }

  /// The command's text on one line.
  [[nodiscard]] const char* text() const;

  /// Bytes of the values of all nodes.
  [[nodiscard]] std::uint32_t own_bytes() const noexcept;
  /// Adds to each node's subtree its share of the message's cost, divided as in the profile.
  void add_costs() const;

 private:
  void show_node(const analysis::account::Synchronized& object, bool by_path, ByteRange range);
  void show_stale(ByteRange range);
  void add_values(const char* list) const;
  void append_node(analysis::Line& text, const multiplayer::SyncObject& object) const;
  void list(const multiplayer::SyncObject& object);
  void name_changes(const multiplayer::SyncObject& object);
  void name_all(const multiplayer::SyncObject& object);
  void ask_for_guess(const multiplayer::SyncObject& object);
  void add_text(const multiplayer::SyncObject& object, ByteRange range) const;
  void add_step(const analysis::sync::Step& step, ByteRange range) const;
  void add_age(const multiplayer::SyncObject& object, const analysis::sync::Step& step, ByteRange range) const;
  void remember_cost(const multiplayer::SyncObject& object, ByteRange range);

  /// A node's share of the message, and the place of its items.
  struct NodeCost {
    analysis::facts::Part part;
    proto_tree* tree;
    ByteRange range;
    NodeCost* next;
  };

  Annotations& notes_;
  PropertyNamer& values_;
  analysis::names::Synchronizer synchronizer_;  ///< of the open object
  bool stranger_ = false;                       ///< the capture lacks the announcement of its node
  std::uint32_t objects_ = 0;
  const char* node_ = "";  ///< of the open synchronizer
  mutable analysis::Line text_{notes_.arena()};
  std::uint32_t listed_ = 0;   ///< number of synchronizers in text_
  NodeCost* costs_ = nullptr;  ///< in the order of the message; null: no tree
  NodeCost* last_cost_ = nullptr;
  bool delta_ = false;
  bool by_number_ = false;
  bool is_stale_ = false;  ///< of the open synchronizer
};

}  // namespace godot::plugin
