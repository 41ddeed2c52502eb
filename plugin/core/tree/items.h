// SPDX-License-Identifier: GPL-2.0-or-later
// Adds fields of the codec to Wireshark's tree.
#pragma once

#include <cstdint>

#include "analysis/derived/derived_value.h"
#include "analysis/message/items/value_texts.h"
#include "codec/core/bytes.h"
#include "codec/core/catalogue.h"
#include "codec/core/problem.h"
#include "codec/core/value.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/epan/safe_labels.h"
#include "plugin/core/register/rows.h"

namespace godot::plugin {

/// The bytes of `tvb` from `offset` on, and the tree of the packet that gets their items; null: no items are made.
struct TreePlace {
  tvbuff_t* tvb;
  int offset;
  packet_info* pinfo;
  proto_tree* tree;
};

/// Bytes of a buffer that an item stands for.
struct ItemRange {
  tvbuff_t* tvb;
  int begin = 0;
  int length = 0;

  /// Where it begins, without its bytes: for numbers about the parent, which highlights them. Exports write bytes out.
  [[nodiscard]] ItemRange start() const { return {tvb, begin, 0}; }
};

/// Adds one field. Texts and bytes are taken from `range`, numbers from `value`. `like_printf`: how the dialect writes
/// exponents, see float_text().
proto_item* add_item(proto_tree* parent, Field field, const ItemRange& range, const Value& value, packet_info* pinfo,
                     bool like_printf = false);

/// Sets the length of an item that add_item() has added for `field`. For a protocol, also in an invisible tree, where
/// Protocol Hierarchy adds up lengths, and proto_item_set_len() of Wireshark 4.0 does nothing.
void set_length(proto_item* item, Field field, int length);

/// A derived field as it is registered.
struct DerivedField {
  int id;
  analysis::DerivedKind kind;

  template <analysis::DerivedId Id>
  DerivedField(Id row) noexcept : id(header_field(row)), kind(analysis::derived_row(row).kind) {}
  /// A number or a text of the codec's catalogue, whose value is derived here.
  DerivedField(Field field) noexcept;
};

/// Adds an item that is derived from these bytes, marked as generated. Without a tree nothing happens. Null, too, for
/// a frame that a read filter has dropped; frames are frame_number().
proto_item* add_derived(proto_tree* tree, DerivedField field, const ItemRange& range, analysis::DerivedValue value);
/// Adds an item of what stands in these bytes, in a field that no walk of the codec has.
proto_item* add_read(proto_tree* tree, DerivedField field, const ItemRange& range, const analysis::DerivedValue& value);
/// Adds a hidden item, only if hidden_item_wanted(); returns null otherwise.
proto_item* add_hidden(proto_tree* tree, DerivedField field, const ItemRange& range, analysis::DerivedValue value);
/// Adds the item as it says: hidden or not.
template <analysis::DerivedId Id>
proto_item* add_derived(proto_tree* tree, const analysis::DerivedItem<Id>& item, const ItemRange& range) {
  return item.hidden ? add_hidden(tree, item.row, range, item.value) : add_derived(tree, item.row, range, item.value);
}

/// Adds expert information with the same text for all packets, so that Expert Information and `-z expert` count it;
/// what is so in this packet stands in a field below it (godot.expert.details). `item` null: without a tree. `text`
/// null: the registered one. `details` null: the text says all.
void add_counted_expert(packet_info* pinfo, proto_item* item, expert_field* row, const char* text,
                        const ItemRange& range, const char* details);
/// Adds all, for the same bytes.
template <class Items>
void add_all(proto_tree* tree, const Items& items, const ItemRange& range) {
  for (const auto& item : items) add_derived(tree, item, range);
}

/// Throws the exception that Wireshark shows as "Packet size limited during capture", for data that the capture cut.
/// Reports instead that Wireshark unmasked only the beginning, if the capture is whole and the message a WebSocket's.
/// For a mirrored message, reports whether the mirror or the capture kept only the beginning.
void end_of_capture(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree);

/// The same if the bytes at this place were cut. `incomplete`: expert information for those that were not, and lack an
/// end; malformed ones have it already, and are named in the packet list.
void show_problem_of_bytes(const TreePlace& place, const Problem& problem, expert_field* incomplete);

}  // namespace godot::plugin
