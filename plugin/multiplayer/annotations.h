// SPDX-License-Identifier: GPL-2.0-or-later
// What annotators of a message share: the message and its surroundings, its summary, and the ways to add what the wire
// does not say to the tree. Nothing in here needs a destructor: epan may leave by longjmp.
#pragma once

#include <optional>

#include "codec/core/catalogue.h"
#include "plugin/analysis/account/builder.h"
#include "plugin/analysis/facts/facts.h"
#include "plugin/analysis/links/link.h"
#include "plugin/analysis/multiplayer/names.h"
#include "plugin/analysis/multiplayer/route.h"
#include "plugin/core/time.h"
#include "plugin/core/tree_sink.h"
#include "plugin/multiplayer/generated.h"
#include "plugin/multiplayer/state.h"
#include "plugin/multiplayer/watches.h"

namespace godot::plugin {

/// What a message was about, for columns, labels and statistics. Texts are in packet scope.
struct MessageSummary {
  const char* way = "";          ///< → 1; empty: nobody knows
  const char* text = "";         ///< Main/Player.move(Vector2(1, 2), true)
  const char* kind = "";         ///< Remote call
  const char* node = nullptr;    ///< Main/Player
  const char* member = nullptr;  ///< move
};

/// Bytes of the message.
struct ByteRange {
  Offset begin = 0;
  Offset length = 0;
};

/// Where the bytes of a PackedByteArray lie: the last one that the walk has passed.
struct PackedBytes {
  ByteRange range;
  bool seen = false;
};

/// What the leaves of the walk have said so far.
struct Leaves {
  PackedBytes packed;
  ValueNumbers numbers;  ///< of the value that was walked last
};

/// What is known when a message's walk begins.
struct MessageContext {
  tvbuff_t* tvb;
  packet_info* pinfo;
  const Message& message;
  const State& state;
  const MultiplayerLink& link;
  End from;
  const variant::Dialect& dialect;
  const Leaves& leaves;         ///< kept up by whoever hears of them
  account::Builder& account;    ///< what its parts mean
  facts::Item* told = nullptr;  ///< the message's facts; null: nobody asks for them
  bool has_upper = false;       ///< a protocol on top of this one knows its bytes
};

/// Memory of the packet, for what plugin/analysis/account says of it.
[[nodiscard]] account::Arena arena_of(packet_info* pinfo) noexcept;
[[nodiscard]] account::Host host_of(packet_info* pinfo) noexcept;

class Annotations {
 public:
  explicit Annotations(const MessageContext& context) noexcept : context(context), route(context.account.route()) {}
  Annotations(const Annotations&) = delete;
  Annotations& operator=(const Annotations&) = delete;

  const MessageContext& context;
  const Route& route;                     ///< of the command that is open
  MessageSummary summary;                 ///< so far
  mutable const char* problem = nullptr;  ///< the kind of the first problem that was reported of the message
  names::Node node;                       ///< that the command is about

  /// Where items go: the innermost subtree of this sink; null: nowhere.
  void show_in(const TreeSink* sink) noexcept { sink_ = sink; }
  [[nodiscard]] proto_tree* tree() const noexcept { return sink_ != nullptr ? sink_->tree() : nullptr; }

  [[nodiscard]] wmem_allocator_t* pool() const noexcept { return context.pinfo->pool; }
  [[nodiscard]] std::uint32_t frame() const noexcept { return context.pinfo->num; }
  [[nodiscard]] account::Arena arena() const noexcept { return arena_of(context.pinfo); }
  [[nodiscard]] account::Builder& account() const noexcept { return context.account; }
  [[nodiscard]] const Router& router() const noexcept { return context.account.router(); }
  [[nodiscard]] const Memory& memory() const noexcept { return context.state.memory; }

  // Items. All are marked as generated; without a tree nothing happens.
  void add_text(proto_tree* tree, int field, ByteRange range, const char* text) const;
  void add_number(MultiplayerField field, ByteRange range, std::uint32_t number) const;
  void add_frame(MultiplayerField field, ByteRange range, std::uint32_t frame) const;  ///< frame 0: nothing is added
  void add_node_path(ByteRange range, const char* path) const;
  void add_peer(int field, PeerId peer) const;
  void add_peer_name(proto_item* item, PeerId peer) const;
  void add_costs(proto_tree* tree, ByteRange range, std::optional<std::uint32_t> own,
                 std::uint32_t total) const;                                         ///< total 0: not known
  void add_sum(MultiplayerField field, ByteRange range, std::uint32_t bytes) const;  ///< not shown; 0: not known
  void add_script(ByteRange range, const names::Name& script) const;  ///< of `node`, or why it is not certain
  void note(MultiplayerExpert row) const;

 private:
  const TreeSink* sink_ = nullptr;
};

}  // namespace godot::plugin
