// SPDX-License-Identifier: GPL-2.0-or-later
// Fields and expert information that ENet's dissector adds to the fields of the wire.
#pragma once

#include <cstdio>

#include "plugin/core/generated.h"
#include "plugin/facts/problem.h"

namespace godot::plugin {

extern "C" {
inline void one_decimal(char* text, double number) { std::snprintf(text, ITEM_LABEL_LENGTH, "%.1f", number); }
}

}  // namespace godot::plugin

// The kinds of derived fields as Wireshark's: type, display, strings or kind of frame number.
// clang-format off
#define GODOT_KIND_bytes FT_BYTES, BASE_NONE, nullptr
#define GODOT_KIND_checksum_status FT_UINT8, BASE_NONE, VALS(proto_checksum_vals)
#define GODOT_KIND_duration FT_RELATIVE_TIME, BASE_NONE, nullptr
#define GODOT_KIND_frame FT_FRAMENUM, BASE_NONE, nullptr
#define GODOT_KIND_frame_of_acknowledgement FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_ACK)
#define GODOT_KIND_frame_of_next FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_RETRANS_NEXT)
#define GODOT_KIND_frame_of_other FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_NONE)
#define GODOT_KIND_frame_of_previous FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_RETRANS_PREV)
#define GODOT_KIND_frame_of_request FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_REQUEST)
#define GODOT_KIND_frame_of_response FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE)
#define GODOT_KIND_hex32 FT_UINT32, BASE_HEX, nullptr
#define GODOT_KIND_number16 FT_UINT16, BASE_DEC, nullptr
#define GODOT_KIND_number32 FT_UINT32, BASE_DEC, nullptr
#define GODOT_KIND_number8 FT_UINT8, BASE_DEC, nullptr
#define GODOT_KIND_real FT_DOUBLE, BASE_NONE, nullptr
#define GODOT_KIND_subtree FT_NONE, BASE_NONE, nullptr
#define GODOT_KIND_tenths FT_DOUBLE, BASE_CUSTOM, CF_FUNC(one_decimal)
#define GODOT_KIND_text FT_STRING, BASE_NONE, nullptr
#define GODOT_KIND_truth FT_BOOLEAN, BASE_NONE, nullptr
// clang-format on
#define GODOT_DERIVED(id, filter, kind, title, blurb) GODOT_GENERATED(id, filter, GODOT_KIND_##kind, title, blurb)

#define GODOT_ROWS_FIELD EnetField
#define GODOT_ROWS_FIELDS "analysis/enet/derived.def"
#define GODOT_ROWS_EXPERT EnetExpert
#define GODOT_ROWS_EXPERTS "plugin/enet/experts.def"
#include "plugin/core/rows.inc"

#undef GODOT_DERIVED
