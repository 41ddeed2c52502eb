// SPDX-License-Identifier: GPL-2.0-or-later
// Makes texts safe for every form of output: UTF-8 without characters that XML 1.0 refuses, cut between characters,
// with an ellipsis. Wireshark 4.0 cuts the labels of items, messages of Expert Information and columns inside a
// character.
#pragma once

#include <string_view>

#include "plugin/core/bridge.h"

namespace godot::plugin {

/// A name or another text of one line, in packet scope. Replaces invalid UTF-8, U+FFFE and U+FFFF by U+FFFD, and
/// control characters by their pictures (U+2401 for 1).
[[nodiscard]] const char* utf8_text(packet_info* pinfo, std::string_view text);

/// The same for values, whose control characters are kept: each form of output escapes them.
[[nodiscard]] const char* value_text(packet_info* pinfo, std::string_view text);

/// As proto_item_set_text, proto_item_append_text and proto_item_prepend_text.
void set_label(proto_item* item, const char* format, ...) G_GNUC_PRINTF(2, 3);
void append_label(proto_item* item, const char* format, ...) G_GNUC_PRINTF(2, 3);
void prepend_label(proto_item* item, const char* format, ...) G_GNUC_PRINTF(2, 3);

/// As expert_add_info_format.
void add_expert(packet_info* pinfo, proto_item* item, expert_field* row, const char* format, ...) G_GNUC_PRINTF(4, 5);

/// Appends to the Info column, behind the separator unless it is empty.
void append_info(packet_info* pinfo, const char* separator, const char* text);

}  // namespace godot::plugin
