// SPDX-License-Identifier: GPL-2.0-or-later
// Synchronisation: whose values these are, how their properties are called, and whether the receiver takes them.
#pragma once

#include "codec/multiplayer/walk.h"
#include "plugin/multiplayer/property_namer.h"

namespace godot::plugin {

class SyncAnnotator {
 public:
  SyncAnnotator(Annotations& notes, PropertyNamer& values) noexcept : notes_(notes), values_(values) {}

  void sync(const multiplayer::Sync& sync) noexcept { delta_ = sync.delta; }
  /// The last Sync was of changes alone.
  [[nodiscard]] bool is_delta() const noexcept { return delta_; }
  void begin(const multiplayer::SyncObject& object);
  void end(const multiplayer::SyncObject& object);

  /// Whose synchronizer is open.
  [[nodiscard]] const char* node() const noexcept { return node_; }

  /// The whole command in one line.
  [[nodiscard]] const char* text() const;

  /// Of the values of all nodes.
  [[nodiscard]] std::uint32_t own_bytes() const noexcept;
  /// To the subtree of each node its part of what the message costs, divided as the profile divides it.
  void add_costs() const;

 private:
  void show_node(const account::Synchronized& object, bool by_path, ByteRange range);
  void show_stale(const multiplayer::SyncObject& object, ByteRange range);
  void tell_values(const char* list) const;
  void append_node(Line& text, const multiplayer::SyncObject& object) const;
  void tell(const multiplayer::SyncObject& object);
  void name_changes(const multiplayer::SyncObject& object);
  void name_all(const multiplayer::SyncObject& object);
  void ask_for_guess(const multiplayer::SyncObject& object);
  void add_text(const multiplayer::SyncObject& object, ByteRange range) const;
  void add_step(const sync::Step& step, ByteRange range) const;
  void add_age(const multiplayer::SyncObject& object, const sync::Step& step, ByteRange range) const;
  void remember_cost(const multiplayer::SyncObject& object, ByteRange range);

  /// A node's part of the message, and where it is shown.
  struct NodeCost {
    facts::Part part;
    proto_tree* tree;
    ByteRange range;
    NodeCost* next;
  };

  Annotations& notes_;
  PropertyNamer& values_;
  names::Synchronizer synchronizer_;  ///< that is open
  bool stranger_ = false;             ///< the capture does not have what told its node
  std::uint32_t objects_ = 0;
  const char* node_ = "";  ///< of the synchronizer that is open
  mutable Line text_{notes_.pool()};
  std::uint32_t told_ = 0;     ///< synchronizers in text_
  NodeCost* costs_ = nullptr;  ///< in the order of the message; null: no tree
  NodeCost* last_cost_ = nullptr;
  bool delta_ = false;
  bool is_stale_ = false;  ///< the synchronizer that is open
};

}  // namespace godot::plugin
