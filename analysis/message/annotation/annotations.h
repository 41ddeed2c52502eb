// SPDX-License-Identifier: MIT
// What a message's annotators share: its context, its summary, and functions that add derived items. Nothing here has a
// destructor: who shows the items may leave by longjmp.
#pragma once

#include <cstdint>
#include <span>

#include "analysis/facts/frame_facts.h"
#include "analysis/facts/watches.h"
#include "analysis/game/learning/game_projects.h"
#include "analysis/message/account/builder.h"
#include "analysis/message/annotation/naming_calls.h"
#include "analysis/message/annotation/peer_texts.h"
#include "analysis/message/annotation/show.h"
#include "base/names/source.h"
#include "codec/variant/dialect.h"

namespace godot::analysis::annotation {

/// The summary of a message for columns, labels and statistics. Texts live as long as the packet.
struct Summary {
  const char* way = "";           ///< the receiver behind an arrow: "→ 1"; empty: unknown
  const char* text = "";          ///< the text for Info: "Main/Player.move(Vector2(1, 2), true)"
  const char* kind = "";          ///< what it is, as in "Remote call"
  bool is_sync = false;           ///< each of its nodes has a label
  const char* node = nullptr;     ///< the path of the node: "Main/Player"
  const char* member = nullptr;   ///< the method or property: "move"
  const char* problem = nullptr;  ///< kind of its first reported problem
};

/// State collected from the leaves of the walk.
struct Leaves {
  ByteRange packed;             ///< the last PackedByteArray's bytes
  bool has_packed = false;      ///< there is a PackedByteArray
  plots::ValueNumbers numbers;  ///< of the last value
};

/// The context at the beginning of a message's walk.
struct Context {
  account::Builder& account;  ///< meaning of the message's parts
  PeerNames& peer_names;
  const GameProjects& projects;
  const Leaves& leaves;  ///< updated by the listener of leaves
  std::span<const NamingRow> naming_rows = {};
  facts::Collection* facts = nullptr;        ///< null: facts are not needed
  facts::Item* item = nullptr;               ///< the item of the message
  variant::Generation generation = {};       ///< the generation of its Variants
  std::uint32_t text_limit = 0;              ///< of the text of a state
  std::span<const std::uint8_t> bytes = {};  ///< of the message, as far as the capture has it
  variant::Precision precision = variant::Precision::single_;
  std::uint32_t sender_port = 0;
  bool first_pass = false;
  bool lists_all_nodes = false;  ///< of a state, whatever the limit
  bool shows_states = true;      ///< the lines of states and the texts of their values are shown
  bool reads_texts = true;       ///< lines, values, or what is remarked of them are needed; false: findings alone
  bool shows_ways = true;        ///< lines or items show who gets the message
  bool has_library = false;      ///< a library of games recognised the bytes
  bool watched = false;          ///< a watch needs the message's values
  bool exports = false;          ///< bytes among the values become files
};

class Annotations {
 public:
  Annotations(const Context& context, Show& show) noexcept
      : context(context), show(show), route(context.account.route()), message(context.account.message()) {}
  Annotations(const Annotations&) = delete;
  Annotations& operator=(const Annotations&) = delete;

  const Context& context;
  Show& show;
  const Route& route;  ///< of the open command
  const account::Received& message;
  Summary summary;            ///< what was found so far
  names::Node node;           ///< that the command addresses
  bool node_is_late = false;  ///< the summary's node is that of the open synchronizer, looked up for its findings

  [[nodiscard]] const Arena& arena() const noexcept { return context.account.host().arena; }
  [[nodiscard]] account::Builder& account() const noexcept { return context.account; }
  [[nodiscard]] bool repeated() const noexcept { return message.message.repeated; }
  [[nodiscard]] account::Subject subject() const noexcept { return {message, route, node}; }
  [[nodiscard]] PeerTexts peers() const noexcept {
    return {message.state.peer_names, context.account.host(), message.frame, message.peer_names};
  }

  /// Texts of values and calls are needed.
  [[nodiscard]] bool writes() const noexcept { return context.reads_texts || !context.naming_rows.empty(); }

  // Items. Without a tree nothing happens.
  void add(const MessageItem& item) const {
    if (show.has_tree) show.add(item);
  }
  void add_text(MultiplayerField row, ByteRange range, const char* text, Handle in = nullptr) const {
    add({{row, text}, range, nullptr, nullptr, in});
  }
  void add_number(MultiplayerField row, ByteRange range, std::uint32_t number) const { add({{row, number}, range}); }
  /// Frame 0: nothing is added.
  void add_frame(MultiplayerField row, ByteRange range, std::uint32_t frame) const {
    if (frame != 0) add_number(row, range, frame);
  }
  void add_peer(MultiplayerField row, PeerId peer) const;
  /// Of `node`, or the reason why it is uncertain.
  void add_script(ByteRange range, const names::Name& script) const;
  void remark(MultiplayerExpert row, const char* text = nullptr) const { show.remark(row, text); }

  /// Shows the findings in their order. `item`: gets the expert information; null: the open subtree.
  void show_findings(const account::Findings& found, Handle item = nullptr) {
    for (const account::Finding* each = found.first(); each != nullptr; each = each->next) show_finding(*each, item);
  }
  /// Shows the findings of the account's part.
  void show_findings() { show_findings(account().findings()); }

  void show_finding(const account::Finding& finding, Handle item);

  /// Adds the fields of watches for the last value.
  void watch(ByteRange range, const plots::WatchedValue& where) const {
    if (context.watched) show.watch(range, where, context.leaves.numbers);
  }
  /// Adds a property's value to the facts.
  void add_value(const char* node, const char* member, const char* text) const {
    if (context.facts == nullptr) return;
    context.facts->add_value(*context.item,
                             {.node = node, .member = context.facts->names().keep(member), .text = text});
  }
};

}  // namespace godot::analysis::annotation
