// SPDX-License-Identifier: GPL-2.0-or-later
// Fields of the codec as items of Wireshark's tree.
#pragma once

#include "codec/core/bytes.h"
#include "codec/core/catalogue.h"
#include "codec/core/value.h"
#include "plugin/core/bridge.h"
#include "plugin/core/labels.h"

namespace godot::plugin {

/// Adds one field: `length` bytes at `start` of `tvb`. Texts and bytes are taken from there, numbers from `value`.
/// `like_printf`: how the dialect writes exponents, see float_text().
proto_item* add_item(proto_tree* parent, Field field, tvbuff_t* tvb, int start, int length, const Value& value,
                     packet_info* pinfo, bool like_printf = false);

/// Adds a text that was derived from `length` bytes at `start`, and marks it so.
proto_item* add_generated_text(proto_tree* parent, Field field, tvbuff_t* tvb, int start, int length, const char* text);

/// A number as text, in packet scope.
[[nodiscard]] const char* number_text(packet_info* pinfo, const Value& value, bool like_printf);

/// What is shown ends because the capture does: throws what Wireshark shows as "Packet size limited during capture".
/// Where the capture is whole and Wireshark has unmasked the beginning of a WebSocket message alone, says that instead.
/// Of a mirrored message the mirror says whether it kept the beginning alone, or the capture did.
void end_of_capture(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree);

/// A time that was so many nanoseconds before another.
[[nodiscard]] nstime_t before(const nstime_t& time, std::int64_t nanoseconds);

}  // namespace godot::plugin
