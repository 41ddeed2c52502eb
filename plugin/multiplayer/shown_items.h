// SPDX-License-Identifier: GPL-2.0-or-later
// What libraries of games derive (analysis/message/calls/library_items.h), in Wireshark's tree.
#pragma once

#include "analysis/message/calls/library_items.h"
#include "plugin/core/epan/safe_labels.h"
#include "plugin/core/register/rows.h"
#include "plugin/core/tree/from_to.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/tree_sink.h"
#include "plugin/facts/shown_problem.h"
#include "plugin/game/multiplayer_state.h"
#include "plugin/game/peer_labels.h"
#include "plugin/multiplayer/library_dissectors.h"

namespace godot::plugin {

/// `Interface`: LibraryItems, or a library's class with more.
template <class Interface, class Field, class Problem>
class ShownItems : public Interface {
 public:
  /// `begin`: of the library's bytes in the message.
  ShownItems(const LibraryPacket& message, Offset begin) noexcept : message_(message), begin_(begin) {}

  /// The walk goes to this sink.
  void show_in(const TreeSink& sink) noexcept { sink_ = &sink; }
  /// The walk has ended: items are added to the message's own.
  void end_walk() noexcept {
    root_ = sink_ != nullptr ? sink_->root_item() : nullptr;
    sink_ = nullptr;
  }

  /// Behind the walk: the message's text, the ends, and what `add_more` adds to the message's tree. `line`: its text
  /// without the library's name; `length`: of the bytes.
  template <class More>
  LibraryLine line(const char* library, const LibraryLine& line, proto_tree* tree, const analysis::Route& route,
                   std::size_t length, More add_more) {
    if (proto_tree* own = proto_item_get_subtree(root_); own != nullptr) {
      add(Field::text, {0, static_cast<Offset>(length)}, line.text);
      add_more();
      if (ends_wanted(tree))
        add_ends(own, message_.tvb, message_.pinfo, ends_of(message_.pinfo, message_.message, route));
      plugin::append_label(root_, {", ", line.text});
    }
    return {.text = message_.host.arena.joined({library, " ", line.text}), .problem = line.problem};
  }

  [[nodiscard]] proto_tree* tree() const noexcept {
    return sink_ != nullptr ? sink_->tree() : proto_item_get_subtree(root_);
  }
  [[nodiscard]] ItemRange range(Offset begin, std::size_t length) const noexcept {
    return {message_.tvb, static_cast<int>(begin_ + begin), static_cast<int>(length)};
  }

  [[nodiscard]] bool are_shown() const noexcept final { return tree() != nullptr; }
  [[nodiscard]] bool has_labels() const noexcept final { return bridge::visible(tree()); }
  void add(Field field, analysis::ByteRange at, analysis::DerivedValue value) final {
    add_derived(tree(), field, range(at.begin, at.length), value);
  }
  void set_label(std::initializer_list<std::string_view> parts) final {
    plugin::set_label(tree(), {message_.host.arena.joined(parts)});
  }
  void append_label(std::initializer_list<std::string_view> parts) final {
    plugin::append_label(tree(), {message_.host.arena.joined(parts)});
  }
  const char* found(const analysis::problems::Findings<Problem>& findings, Offset begin) final {
    return show_problems({.pinfo = message_.pinfo,
                          .tree = tree(),
                          .item = tree(),
                          .tvb = message_.tvb,
                          .start = static_cast<int>(begin_ + begin),
                          .facts_item = message_.item,
                          .doubles = &multiplayer_state().doubles},
                         findings);
  }

 protected:
  const LibraryPacket& message_;

 private:
  Offset begin_;
  const TreeSink* sink_ = nullptr;
  proto_item* root_ = nullptr;
};

}  // namespace godot::plugin
