// SPDX-License-Identifier: MIT
// Converts a command of netfox to facts for the answering modules: its bytes by node and property.
#pragma once

#include "analysis/facts/frame_facts.h"
#include "analysis/libraries/netfox/find_command.h"
#include "analysis/libraries/netfox/snapshot_nodes.h"
#include "codec/libraries/netfox/walk.h"

namespace godot::analysis {

class NetfoxFacts final : public netfox::PacketSink {
 public:
  NetfoxFacts(const LibraryMessage& message, const NetfoxCommand& command, const NetfoxNames& names,
              facts::Collection& collection, facts::Item& item) noexcept
      : message_(message), command_(command), names_(names), collection_(collection), item_(item), first_(item.parts) {}

  /// The parts of named inputs are those of one tick in each walk: `redundancy` ticks before the newest.
  void of_tick(std::uint32_t redundancy) noexcept { wanted_ = redundancy; }
  /// The highest redundancy of a value so far.
  [[nodiscard]] std::uint32_t most_redundancy() const noexcept { return most_redundancy_; }

  void snapshot(const netfox::Snapshot& snapshot) override;
  netfox::Layout layout(const netfox::NodeReference& node) override;
  void node(const netfox::NodeFrame& frame) override;
  void value_end(const netfox::PropertyValue& value) override;
  void node_end(const netfox::NodeFrame& frame) override;
  void identity(const netfox::Identity& identity) override;

  /// Called at the end of the walk.
  void finish() const;

 private:
  void add_part(const char* member, Offset begin, Offset own);

  const LibraryMessage& message_;
  const NetfoxCommand& command_;
  NetfoxNames names_;
  facts::Collection& collection_;
  facts::Item& item_;
  facts::Part* first_;                         ///< the multiplayer's part, reused for netfox's first one
  NetfoxNode node_;                            ///< of the open frame
  const char* node_name_ = nullptr;            ///< the node's name, as an interned text
  const facts::Snapshot* snapshot_ = nullptr;  ///< of the open frame
  facts::Snapshot tick_ = {};                  ///< what is known of the open snapshot
  facts::Part* of_node_ = nullptr;             ///< the first part of the open node
  std::uint64_t own_ = 0;
  std::uint32_t nodes_ = 0;
  bool again_ = false;  ///< inputs of an earlier tick, or states that were sent before
  bool named_ = false;
  netfox::NodeFrame frame_ = {};       ///< the frame of the open node
  std::uint32_t wanted_ = 0;           ///< redundancy of values with names that are added
  std::uint32_t most_redundancy_ = 0;  ///< of values with names
};

/// Divides the bytes of an item by node and property.
void add_netfox_parts(const LibraryMessage& message, const NetfoxCommand& command, const NetfoxNames& names,
                      facts::Collection& collection, facts::Item& item);

}  // namespace godot::analysis
