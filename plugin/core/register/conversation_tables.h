// SPDX-License-Identifier: GPL-2.0-or-later
// Statistics > Conversations and > Endpoints (tshark -z conv,NAME and -z endpoints,NAME) whose ends are texts: peers
// by name, addresses with their ports. Wireshark itself prints ports of TCP, UDP and SCTP only.
#pragma once

#include <cstring>

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// One transmission from one end to another.
struct ConversationSample {
  const char* from;
  const char* to;
  std::uint32_t stream = CONV_ID_UNSET;  ///< separates conversations with the same ends
  int bytes = 0;
};

/// The fields that Wireshark filters a row by.
struct ConversationFields {
  const char* from;
  const char* to;
  const char* either;
};

/// Tables of a tap whose data are `Counted`; those without the mark `counts` are left out.
template <const ConversationFields& fields, class Counted,
          ConversationSample (*sample_of)(packet_info* pinfo, const Counted& counted), bool Counted::*counts>
class ConversationTables {
 public:
  static void register_tables(int protocol) {
    register_conversation_table(protocol, TRUE, add_conversation, add_endpoints);
  }

 private:
  static tap_packet_status add_conversation(void* table, packet_info* pinfo, epan_dissect_t*, const void* data,
                                            tap_flags_t flags) {
    static ct_dissector_info_t info = {[](conv_item_t*, conv_filter_type_e filter) { return field(filter); }};
    const auto& counted = *static_cast<const Counted*>(data);
    if (!(counted.*counts)) return TAP_PACKET_DONT_REDRAW;
    const ConversationSample sample = sample_of(pinfo, counted);
    auto* hash = static_cast<conv_hash_t*>(table);
    hash->flags = flags;
    const address from = text_address(sample.from);
    const address to = text_address(sample.to);
    add_conversation_table_data_with_conv_id(hash, &from, &to, 0, 0, sample.stream, 1, sample.bytes, &pinfo->rel_ts,
                                             &pinfo->abs_ts, &info, CONVERSATION_NONE);
    return TAP_PACKET_REDRAW;
  }
  static tap_packet_status add_endpoints(void* table, packet_info* pinfo, epan_dissect_t*, const void* data,
                                         tap_flags_t flags) {
    static et_dissector_info_t info = {[](endpoint_item_t*, conv_filter_type_e filter) { return field(filter); }};
    const auto& counted = *static_cast<const Counted*>(data);
    if (!(counted.*counts)) return TAP_PACKET_DONT_REDRAW;
    const ConversationSample sample = sample_of(pinfo, counted);
    auto* hash = static_cast<conv_hash_t*>(table);
    hash->flags = flags;
    const address from = text_address(sample.from);
    const address to = text_address(sample.to);
    add_endpoint_table_data(hash, &from, 0, TRUE, 1, sample.bytes, &info, ENDPOINT_NONE);
    add_endpoint_table_data(hash, &to, 0, FALSE, 1, sample.bytes, &info, ENDPOINT_NONE);
    return TAP_PACKET_REDRAW;
  }

  static const char* field(conv_filter_type_e filter) {
    switch (filter) {
      case CONV_FT_SRC_ADDRESS: return fields.from;
      case CONV_FT_DST_ADDRESS: return fields.to;
      case CONV_FT_ANY_ADDRESS: return fields.either;
      default: return CONV_FILTER_INVALID;
    }
  }
  static address text_address(const char* text) {
    address made;
    set_address(&made, AT_STRINGZ, static_cast<int>(std::strlen(text)) + 1, text);
    return made;
  }
};

}  // namespace godot::plugin
