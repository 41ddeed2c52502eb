// SPDX-License-Identifier: GPL-2.0-or-later
// Codec sinks: one that builds Wireshark's protocol tree and its texts, one for texts alone. Which items there are, and
// what their labels say, is decided by analysis/message/items. Nothing here has a destructor: epan may leave any of
// these functions by longjmp.
#pragma once

#include "analysis/message/items/item_sink.h"
#include "analysis/message/items/value_texts.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/exports/objects.h"
#include "plugin/core/register/field_registration.h"
#include "plugin/core/tree/items.h"
#include "plugin/core/tree/needed_items.h"

namespace godot::plugin {

using analysis::items::Display;
using analysis::items::OutermostValue;
using analysis::items::PlainTexts;
using analysis::items::ValueListener;

/// Reports a problem with the bytes, at an item or without one. `in_value`: a value is open.
void report_problem(packet_info* pinfo, proto_item* item, const Problem& problem, bool in_value);

/// Makes epan's items for the fields of a buffer that begins at `base` in `tvb`.
class EpanItems {
 public:
  using Item = proto_item*;
  using Tree = proto_tree*;
  using LabelParts = analysis::items::LabelParts;

  EpanItems(tvbuff_t* tvb, int base, packet_info* pinfo, ValueListener* listener) noexcept
      : tvb_(tvb), base_(base), pinfo_(pinfo), listener_(listener) {}

  [[nodiscard]] analysis::Arena arena() const noexcept { return arena_of(pinfo_); }

  Item add(Tree parent, Field field, Offset begin, Offset length, const Value& value, bool like_printf) const {
    return add_item(parent, field, place_of({begin, length}), value, pinfo_, like_printf);
  }
  Item add_text(Tree parent, Field field, Offset begin, Offset length, const char* text) const {
    return proto_tree_add_string(parent, header_field(field), tvb_, at(begin), static_cast<int>(length), text);
  }
  Item add_derived(Tree parent, Field field, Offset begin, Offset length, const char* text) const {
    return plugin::add_derived(parent, field, place_of({begin, length}), text);
  }
  Item add_derived_number(Tree parent, Field field, Offset begin, Offset length, std::uint32_t number) const {
    return plugin::add_derived(parent, field, place_of({begin, length}), number);
  }
  [[nodiscard]] static Tree tree_of(Item item) { return proto_item_get_subtree(item); }
  /// Of a derived field; hidden or not, as the item says.
  template <analysis::DerivedId Id>
  Item add_derived(Tree parent, const analysis::DerivedItem<Id>& item, analysis::ByteRange range) const {
    return plugin::add_derived(parent, item, place_of(range));
  }
  template <analysis::DerivedId Id>
  Item add_read(Tree parent, Id row, analysis::ByteRange range) const {
    return plugin::add_read(parent, row, place_of(range), {});
  }
  /// Of a field of the codec, or a derived one.
  [[nodiscard]] static Tree add_subtree(Item item, auto field) {
    return proto_item_add_subtree(item, plugin::subtree(field));
  }

  [[nodiscard]] static bool visible(Tree tree) noexcept { return bridge::visible(tree); }
  /// In a tree that is displayed: epan marks all items of other trees as hidden.
  [[nodiscard]] static bool is_hidden(Item item) noexcept {
    return bridge::visible(item) && proto_item_is_hidden(item) != 0;
  }
  [[nodiscard]] static bool hidden_item_wanted(Tree tree, Field field) {
    return plugin::hidden_item_wanted(tree, header_field(field));
  }
  [[nodiscard]] static unsigned item_count(Tree tree) noexcept { return bridge::item_count(tree); }
  static void hide(Item item) { plugin::hide(item); }
  static void mark_derived(Item item) { proto_item_set_generated(item); }
  static void move_behind(Tree tree, Item fixed, Item moved) { proto_tree_move_item(tree, fixed, moved); }
  static void set_length(Item item, Field field, Offset length) {
    plugin::set_length(item, field, static_cast<int>(length));
  }
  static void set_text(Item item, Field field, const char* text) {
    bridge::set_string(item, header_field(field), text);
  }

  static void set_label(Item item, LabelParts parts) { plugin::set_label(item, parts); }
  static void append_label(Item item, LabelParts parts) { plugin::append_label(item, parts); }
  static void prepend_label(Item item, LabelParts parts) { plugin::prepend_label(item, parts); }

  /// A text of the wire for display, and bytes.
  [[nodiscard]] const char* value_text(std::string_view text) const { return plugin::value_text(pinfo_, text); }
  [[nodiscard]] std::string_view bytes(Offset begin, Offset length) const {
    return {reinterpret_cast<const char*>(tvb_get_ptr(tvb_, at(begin), static_cast<int>(length))), length};
  }

  // Not inline, as they are rare: what asks for them for each item is.
  void too_deep(Item item) const;
  void too_many_items(Item item) const;
  void note(Item item, Note note) const { expert_add_info(pinfo_, item, expert(note)); }
  void problem(Item item, const Problem& problem, bool in_value) const {
    report_problem(pinfo_, item, problem, in_value);
  }
  void found(Offset begin, Offset length, const char* what) const {
    objects::found(pinfo_, tvb_, at(begin), static_cast<int>(length), what);
  }
  static constexpr bool has_remarks = true;
  template <analysis::ExpertId Id>
  void remark(Item item, Id row, LabelParts parts) const {
    if (parts.size() == 0) expert_add_info(pinfo_, item, expert(row));
    else add_expert(pinfo_, item, expert(row), parts);
  }
  template <analysis::ExpertId Id>
  void remark(Item item, Id row, analysis::ByteRange range, const char* details) const {
    add_counted_expert(pinfo_, item, expert(row), nullptr, place_of(range), details);
  }
  void value(const OutermostValue& value) const {
    if (listener_ != nullptr) listener_->value(value);
  }

 private:
  [[nodiscard]] int at(Offset begin) const noexcept { return base_ + static_cast<int>(begin); }
  [[nodiscard]] ItemRange place_of(analysis::ByteRange range) const noexcept {
    return {tvb_, at(range.begin), static_cast<int>(range.length)};
  }

  tvbuff_t* tvb_;
  int base_;
  packet_info* pinfo_;
  ValueListener* listener_;
};

class TreeSink final : public analysis::items::ItemSink<EpanItems> {
 public:
  /// `place`: of the walked buffer of `size` bytes; without a tree only texts are made. `evidence`: the reason for the
  /// dialect; null: the dialect is not shown.
  TreeSink(const TreePlace& place, std::size_t size, const Display& display, const variant::Dialect& dialect,
           const char* evidence, ValueListener* listener = nullptr);
};

/// For packets without a tree.
class TextSink final : public analysis::items::TextSinkBase {
 public:
  /// `size`: of the walked buffer.
  TextSink(packet_info* pinfo, std::size_t size, const Display& display, const variant::Dialect& dialect,
           ValueListener& listener)
      : TextSinkBase(arena_of(pinfo), size, display, dialect, listener), pinfo_(pinfo) {}

  void note(Note note, Offset, Offset) override;
  void problem(const Problem& problem) override { report_problem(pinfo_, nullptr, problem, end_by_problem()); }

 private:
  packet_info* pinfo_;
};

}  // namespace godot::plugin

extern template class godot::analysis::items::ItemSink<godot::plugin::EpanItems>;
