// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/exports/pdus.h"

#include <algorithm>
#include <array>

namespace godot::plugin::pdus {
namespace {

std::array<int, 2> taps = {-1, -1};

int tap_of(List list) noexcept { return taps[static_cast<std::size_t>(list)]; }

}  // namespace

bool wanted(List list) noexcept { return have_tap_listener(tap_of(list)) != 0; }

void hand_over(List list, packet_info* pinfo, const char* dissector, tvbuff_t* bytes, Ends ends) {
  static const exp_pdu_data_item_t* number_alone[] = {&exp_pdu_data_orig_frame_num, nullptr};
  static const exp_pdu_data_item_t* with_ends[] = {&exp_pdu_data_src_ip,
                                                   &exp_pdu_data_dst_ip,
                                                   &exp_pdu_data_port_type,
                                                   &exp_pdu_data_src_port,
                                                   &exp_pdu_data_dst_port,
                                                   &exp_pdu_data_orig_frame_num,
                                                   nullptr};
  exp_pdu_data_t* pdu = export_pdu_create_tags(pinfo, dissector, EXP_PDU_TAG_DISSECTOR_NAME,
                                               ends == Ends::as_tags ? with_ends : number_alone);
  // The packets of a file hold so much: Wireshark would end the file at a longer one.
  constexpr guint most = WTAP_MAX_PACKET_SIZE_STANDARD;
  pdu->tvb_captured_length = std::min(tvb_captured_length(bytes), most - pdu->tlv_buffer_len);
  pdu->tvb_reported_length = tvb_reported_length(bytes);
  pdu->pdu_tvb = bytes;
  tap_queue_packet(tap_of(list), pinfo, pdu);
}

void register_lists() { taps = {register_export_pdu_tap("Godot"), register_export_pdu_tap("ENet")}; }

}  // namespace godot::plugin::pdus
