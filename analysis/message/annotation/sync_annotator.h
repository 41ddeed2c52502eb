// SPDX-License-Identifier: MIT
// Synchronisation: the node of the values, the names of their properties, and whether the receiver applies them.
#pragma once

#include <cstdint>

#include "analysis/message/annotation/property_namer.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis::annotation {

class SyncAnnotator {
 public:
  SyncAnnotator(Annotations& notes, PropertyNamer& values) noexcept
      : notes_(notes), values_(values), text_(notes.arena()) {}

  void sync(const multiplayer::Sync& sync) noexcept { delta_ = sync.delta; }
  void begin(const multiplayer::SyncObject& object);
  void end(const multiplayer::SyncObject& object);

  /// The open synchronizer's node.
  [[nodiscard]] const char* node() const noexcept { return node_; }

  /// The command's text on one line. Call it once.
  [[nodiscard]] const char* text();

  /// Bytes of the values of all nodes.
  [[nodiscard]] std::uint32_t own_bytes() const noexcept;
  /// Adds to each node's subtree its share of the message's cost, divided as in the profile.
  void add_costs() const;

 private:
  void show_node(const account::Synchronized& object, bool by_path, ByteRange range);
  void show_stale(ByteRange range);
  void add_values(names::PropertyList list) const;
  void append_node(Line& text, const multiplayer::SyncObject& object) const;
  void list(const multiplayer::SyncObject& object);
  void name_changes(const multiplayer::SyncObject& object);
  void name_beyond_mask(const multiplayer::SyncObject& object, const SyncList& list, std::uint32_t properties);
  void name_all(const multiplayer::SyncObject& object);
  void ask_for_guess(const multiplayer::SyncObject& object);
  void add_text(const multiplayer::SyncObject& object, ByteRange range) const;
  void add_step(const sync::Step& step, ByteRange range) const;
  void add_age(const multiplayer::SyncObject& object, const sync::Step& step, ByteRange range) const;
  void remember_cost(const multiplayer::SyncObject& object, ByteRange range);

  /// A node's share of the message, and the place of its items.
  struct NodeCost {
    facts::Part part;
    Handle tree = nullptr;
    ByteRange range;
    NodeCost* next = nullptr;
  };

  Annotations& notes_;
  PropertyNamer& values_;
  names::Synchronizer synchronizer_;  ///< of the open object
  bool stranger_ = false;             ///< the capture lacks the announcement of its node
  std::uint32_t objects_ = 0;
  const char* node_ = "";  ///< of the open synchronizer
  Line text_;
  std::uint32_t listed_ = 0;   ///< number of synchronizers in text_
  NodeCost* costs_ = nullptr;  ///< in the order of the message; null: no tree
  NodeCost* last_cost_ = nullptr;
  bool delta_ = false;
  bool is_stale_ = false;  ///< of the open synchronizer
};

}  // namespace godot::analysis::annotation
