// SPDX-License-Identifier: GPL-2.0-or-later
// Makes texts safe for every form of output: UTF-8 without characters that XML 1.0 refuses, cut between characters,
// with an ellipsis. Wireshark 4.0 cuts the labels of items, messages of Expert Information and columns inside a
// character. Labels are written from parts (analysis/message/items/label.h).
#pragma once

#include <cstdint>
#include <string_view>

#include "analysis/message/items/label.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// A name or another text of one line, in packet scope. Replaces invalid UTF-8, U+FFFE and U+FFFF by U+FFFD, and
/// control characters by their pictures (U+2401 for 1).
[[nodiscard]] const char* utf8_text(packet_info* pinfo, std::string_view text);

/// The same for values, whose control characters are kept: each form of output escapes them.
[[nodiscard]] const char* value_text(packet_info* pinfo, std::string_view text);

using analysis::items::LabelPart;
using analysis::items::LabelParts;

namespace detail {

// For items of a tree that is displayed.
void set_label(proto_item* item, LabelParts parts);
void append_label(proto_item* item, LabelParts parts);
void prepend_label(proto_item* item, LabelParts parts);

}  // namespace detail

/// Replaces, continues or precedes an item's label; nothing happens if it is not displayed. Control characters become
/// their pictures.
inline void set_label(proto_item* item, LabelParts parts) {
  if (bridge::visible(item)) detail::set_label(item, parts);
}
inline void append_label(proto_item* item, LabelParts parts) {
  if (bridge::visible(item)) detail::append_label(item, parts);
}
inline void prepend_label(proto_item* item, LabelParts parts) {
  if (bridge::visible(item)) detail::prepend_label(item, parts);
}

/// Sets the label "Name: text" or "Name: 12" of a field's new item, as Wireshark writes it when it prints the item.
/// Leaves it to Wireshark if `text` has characters that Wireshark may change. The item has to be displayed.
void label_field(proto_item* item, std::string_view text);
/// The same for an integer of up to 32 bits, whose field may have a mask and names of values.
/// `shown_as`: the row that has these, if it is not the registered one.
void label_field(proto_item* item, std::uint32_t number, header_field_info* shown_as = nullptr);

/// As expert_add_info_format, with a message of these parts.
void add_expert(packet_info* pinfo, proto_item* item, expert_field* row, LabelParts parts);

/// Appends to the Info column, behind the separator unless it is empty.
void append_info(packet_info* pinfo, const char* separator, const char* text);

/// Names the protocol, and appends a line that may have any text: it is protected from being overwritten.
void show_line(packet_info* pinfo, const char* protocol, const char* text);

}  // namespace godot::plugin
