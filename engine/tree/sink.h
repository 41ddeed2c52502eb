// SPDX-License-Identifier: MIT
// Codec sinks that add a walk's items to the tree of a frame. Which items there are is decided by
// analysis/message/items, as in Wireshark.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "analysis/derived/derived_value.h"
#include "analysis/message/items/field_sink.h"
#include "analysis/message/items/item_sink.h"
#include "engine/frame/frame.h"
#include "engine/frame/outermost_values.h"
#include "engine/tree/tree.h"

namespace godot::engine {

/// Makes the items for the fields of a buffer.
class TreeOutput {
 public:
  using Item = TreeItem*;
  using Tree = TreeItem*;
  using LabelParts = analysis::items::LabelParts;

  /// `bytes`: the walked buffer, which lies at `place`. `listener`: null: nobody gets the outermost values.
  TreeOutput(engine::Tree& tree, const analysis::Arena& arena, std::span<const std::uint8_t> bytes,
             const TreePlace& place, ValueListener* listener) noexcept
      : tree_(tree), arena_(arena), bytes_(bytes), place_(place), listener_(listener) {}

  [[nodiscard]] const analysis::Arena& arena() const noexcept { return arena_; }

  Item add(Tree parent, Field field, Offset begin, Offset length, const Value& value, bool like_printf) const;
  Item add_text(Tree parent, Field field, Offset begin, Offset length, const char* text) const;
  Item add_derived(Tree parent, Field field, Offset begin, Offset length, const char* text) const;
  Item add_derived_number(Tree parent, Field field, Offset begin, Offset length, std::uint32_t number) const;
  Item add_derived(Tree parent, const analysis::DerivedRow& row, const analysis::ByteRange& range,
                   const analysis::DerivedValue& value) const;
  /// Hidden items are not added.
  template <analysis::DerivedId Id>
  Item add_derived(Tree parent, const analysis::DerivedItem<Id>& item, const analysis::ByteRange& range) const {
    return item.hidden ? nullptr : add_derived(parent, analysis::derived_row(item.row), range, item.value);
  }
  template <analysis::DerivedId Id>
  Item add_read(Tree parent, Id row, const analysis::ByteRange& range) const {
    return add_derived(parent, analysis::derived_row(row), range, {});
  }
  /// What is derived or found, and has no field of the codec.
  Item add_remark(Tree parent, std::string_view filter, Offset begin, Offset length, std::string_view label,
                  bool is_problem) const;
  [[nodiscard]] static Tree tree_of(Item item) noexcept { return item; }
  template <class Row>
  [[nodiscard]] static Tree add_subtree(Item item, Row) noexcept {
    return item;
  }
  /// Expert information on what is derived is not shown.
  static constexpr bool has_remarks = false;
  template <class Row>
  static void remark(Item, Row, LabelParts) noexcept {}
  template <class Row>
  static void remark(Item, Row, const analysis::ByteRange&, const char*) noexcept {}

  [[nodiscard]] static bool visible(Tree tree) noexcept { return tree != nullptr; }
  [[nodiscard]] static bool is_hidden(Item item) noexcept { return item != nullptr && item->is_hidden; }
  /// Nothing asks for what is not displayed.
  [[nodiscard]] static bool hidden_item_wanted(Tree, Field) noexcept { return false; }
  [[nodiscard]] unsigned item_count(Tree) const noexcept { return static_cast<unsigned>(tree_.size()); }
  static void hide(Item item) noexcept {
    if (item != nullptr) item->is_hidden = true;
  }
  static void mark_derived(Item item) noexcept {
    if (item != nullptr) item->is_derived = true;
  }
  static void move_behind(Tree, Item fixed, Item moved) noexcept {
    if (fixed != nullptr && moved != nullptr) engine::Tree::move_behind(*fixed, *moved);
  }
  static void set_length(Item item, Field, Offset length) noexcept {
    if (item != nullptr) item->length = length;
  }
  static void set_text(Item item, Field field, const char* text);
  static void set_label(Item item, LabelParts parts);
  static void append_label(Item item, LabelParts parts);
  static void prepend_label(Item item, LabelParts parts);

  [[nodiscard]] const char* value_text(std::string_view text) const;
  /// Of the buffer, as far as it was captured.
  [[nodiscard]] std::string_view bytes(Offset begin, Offset length) const noexcept;

  void too_deep(Item item) const;
  void too_many_items(Item item) const;
  void note(Item item, Note note) const;
  void problem(Item item, const Problem& problem, bool in_value) const;
  static void found(Offset, Offset, const char*) noexcept {}
  void value(const OutermostValue& value) const {
    if (listener_ != nullptr) listener_->value(value);
  }

 private:
  Item add_labelled(Tree parent, std::string_view filter, Offset begin, Offset length, std::string_view label) const;

  engine::Tree& tree_;
  analysis::Arena arena_;
  std::span<const std::uint8_t> bytes_;
  TreePlace place_;
  ValueListener* listener_;
};

/// Its nodes take some 300 KB: it lives on the heap.
class TreeSink final : public analysis::items::ItemSink<TreeOutput> {
 public:
  /// `bytes`: what is walked; `title`: of bytes that are not in the tree yet. `evidence`: the reason for the dialect;
  /// null: the dialect is not shown.
  static std::unique_ptr<TreeSink> make(const Packet& packet, const Buffer& bytes, std::string_view title,
                                        const analysis::items::Display& display, const variant::Dialect& dialect,
                                        const char* evidence, ValueListener* listener = nullptr,
                                        TreeItem* in = nullptr);

  [[nodiscard]] const TreeOutput& output() const noexcept { return output_; }

 private:
  TreeSink(const TreeOutput& output, std::size_t size, TreeItem* in, const analysis::items::Display& display,
           const variant::Dialect& dialect, const char* evidence);

  TreeOutput output_;
};

/// The items of a datagram: each field of the walk.
using DatagramSink = analysis::items::FieldSink<TreeOutput>;

}  // namespace godot::engine

extern template class godot::analysis::items::ItemSink<godot::engine::TreeOutput>;
