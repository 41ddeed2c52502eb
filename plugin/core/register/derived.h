// SPDX-License-Identifier: GPL-2.0-or-later
// Rows of the fields that the analysis derives (its files derived.def), with Wireshark's types.
#pragma once

#include <cstdio>

#include "analysis/message/items/derived_kind.h"
#include "plugin/core/register/generated.h"

namespace godot::plugin {

extern "C" {
inline void one_decimal(char* text, double number) { std::snprintf(text, ITEM_LABEL_LENGTH, "%.1f", number); }
}

/// The row of a derived field, for rows.inc.
[[nodiscard]] inline GeneratedRow derived_row(const char* filter, analysis::DerivedKind kind, const char* title,
                                              const char* blurb) {
  using Kind = analysis::DerivedKind;
  const auto row = [=](enum ftenum type, int display, const void* strings = nullptr) {
    return GeneratedRow{filter, type, display, strings, title, blurb};
  };
  switch (kind) {
    case Kind::text: break;
    case Kind::bytes: return row(FT_BYTES, BASE_NONE);
    case Kind::number: return row(FT_UINT32, BASE_DEC);
    case Kind::number8: return row(FT_UINT8, BASE_DEC);
    case Kind::number16: return row(FT_UINT16, BASE_DEC);
    case Kind::hexadecimal: return row(FT_UINT32, BASE_HEX);
    case Kind::integer: return row(FT_INT32, BASE_DEC);
    case Kind::boolean: return row(FT_BOOLEAN, BASE_NONE);
    case Kind::real: return row(FT_DOUBLE, BASE_NONE);
    case Kind::tenths: return row(FT_DOUBLE, BASE_CUSTOM, CF_FUNC(one_decimal));
    case Kind::time: return row(FT_RELATIVE_TIME, BASE_NONE);
    case Kind::checksum_status: return row(FT_UINT8, BASE_NONE, VALS(proto_checksum_vals));
    case Kind::subtree: return row(FT_NONE, BASE_NONE);
    case Kind::frame: return row(FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_NONE));
    case Kind::frame_of_request: return row(FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_REQUEST));
    case Kind::frame_of_response: return row(FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_RESPONSE));
    case Kind::frame_of_acknowledgement: return row(FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_ACK));
    case Kind::frame_of_first_copy: return row(FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_DUP_ACK));
    case Kind::frame_of_previous: return row(FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_RETRANS_PREV));
    case Kind::frame_of_next: return row(FT_FRAMENUM, BASE_NONE, FRAMENUM_TYPE(FT_FRAMENUM_RETRANS_NEXT));
  }
  return row(FT_STRING, BASE_NONE);
}

}  // namespace godot::plugin
