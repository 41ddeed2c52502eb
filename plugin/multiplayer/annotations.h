// SPDX-License-Identifier: GPL-2.0-or-later
// Shared state of a message's annotators: the message and its context, its summary, and functions that add generated
// items to the tree. Nothing here has a destructor: epan may leave by longjmp.
#pragma once

#include <optional>

#include "analysis/account/builder.h"
#include "analysis/facts/facts.h"
#include "analysis/link/link.h"
#include "analysis/names/names.h"
#include "analysis/peers/route.h"
#include "codec/core/catalogue.h"
#include "plugin/core/arena.h"
#include "plugin/core/items.h"
#include "plugin/core/time.h"
#include "plugin/core/tree_sink.h"
#include "plugin/multiplayer/generated.h"
#include "plugin/multiplayer/state.h"
#include "plugin/multiplayer/uppers.h"
#include "plugin/multiplayer/watches.h"

namespace godot::plugin {

/// The summary of a message for columns, labels and statistics. Texts are in packet scope.
struct MessageSummary {
  const char* way = "";          ///< → 1; empty: unknown
  const char* text = "";         ///< Main/Player.move(Vector2(1, 2), true)
  const char* kind = "";         ///< Remote call
  bool is_sync = false;          ///< each of its nodes has a label
  const char* node = nullptr;    ///< Main/Player
  const char* member = nullptr;  ///< move
};

/// A range of the message's bytes.
struct ByteRange {
  Offset begin = 0;
  Offset length = 0;
};

/// The position of a PackedByteArray's bytes: the last one that the walk has passed.
struct PackedBytes {
  ByteRange range;
  bool seen = false;
};

/// State collected from the leaves of the walk.
struct Leaves {
  PackedBytes packed;
  ValueNumbers numbers;  ///< of the last value
};

/// The context at the beginning of a message's walk.
struct MessageContext {
  tvbuff_t* tvb;
  packet_info* pinfo;
  const analysis::Message& message;
  const analysis::State& state;
  const analysis::MultiplayerLink& link;
  analysis::End from;
  const variant::Dialect& dialect;
  const Leaves& leaves;                         ///< updated by the listener of leaves
  analysis::account::Builder& account;          ///< meaning of the message's parts
  analysis::facts::Item* facts_item = nullptr;  ///< the message's facts; null: not needed
  bool has_upper = false;                       ///< a protocol above this one recognised the bytes
  multiplayer::KnownValue known = {};           ///< a value that was read before with Godot 4's types
};

class Annotations {
 public:
  explicit Annotations(const MessageContext& context) noexcept : context(context), route(context.account.route()) {}
  Annotations(const Annotations&) = delete;
  Annotations& operator=(const Annotations&) = delete;

  const MessageContext& context;
  const analysis::Route& route;           ///< of the open command
  MessageSummary summary;                 ///< so far
  mutable const char* problem = nullptr;  ///< kind of the message's first reported problem
  analysis::names::Node node;             ///< that the command addresses

  /// Sets where items are added: the innermost subtree of this sink; null: nowhere.
  void show_in(const TreeSink* sink) noexcept { sink_ = sink; }
  [[nodiscard]] proto_tree* tree() const noexcept { return sink_ != nullptr ? sink_->tree() : nullptr; }

  [[nodiscard]] wmem_allocator_t* pool() const noexcept { return context.pinfo->pool; }
  [[nodiscard]] std::uint32_t frame() const noexcept { return context.pinfo->num; }
  [[nodiscard]] analysis::Arena arena() const noexcept { return arena_of(context.pinfo); }
  [[nodiscard]] analysis::account::Builder& account() const noexcept { return context.account; }
  [[nodiscard]] const analysis::Router& router() const noexcept { return context.account.router(); }
  [[nodiscard]] const analysis::Memory& memory() const noexcept { return context.state.memory; }

  /// Bytes of the message, for watches.
  [[nodiscard]] WatchedPlace watched(Offset begin, Offset end) const noexcept {
    return {context.pinfo,
            context.message,
            route,
            tree(),
            context.tvb,
            static_cast<int>(begin),
            static_cast<int>(end - begin)};
  }

  [[nodiscard]] ItemRange item_range(ByteRange range) const noexcept {
    return {context.tvb, static_cast<int>(range.begin), static_cast<int>(range.length)};
  }

  // Items. All are marked as generated; without a tree nothing happens.
  void add_text(proto_tree* tree, int field, ByteRange range, const char* text) const;
  void add_number(MultiplayerField field, ByteRange range, std::uint32_t number) const;
  void add_frame(MultiplayerField field, ByteRange range, std::uint32_t frame) const;  ///< frame 0: nothing is added
  void add_node_path(ByteRange range, const char* path) const;
  void add_peer(int field, analysis::PeerId peer) const;
  void add_peer_name(proto_item* item, analysis::PeerId peer) const;
  void add_costs(proto_tree* tree, ByteRange range, std::optional<std::uint32_t> own,
                 std::uint32_t total) const;                                         ///< total 0: unknown
  void add_sum(MultiplayerField field, ByteRange range, std::uint32_t bytes) const;  ///< hidden; 0: unknown
  void add_script(ByteRange range,
                  const analysis::names::Name& script) const;  ///< of `node`, or the reason why it is uncertain
  void note(MultiplayerExpert row) const;

 private:
  const TreeSink* sink_ = nullptr;
};

}  // namespace godot::plugin
