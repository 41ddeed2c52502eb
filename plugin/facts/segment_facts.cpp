// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/facts/segment_facts.h"

#include "engine/frame/flow_facts.h"
#include "plugin/core/epan/engine_packet.h"

namespace godot::plugin {
namespace {

analysis::facts::Frame begin(const packet_info* pinfo, analysis::facts::Carrier carrier, std::uint32_t from,
                             std::uint32_t to) {
  analysis::facts::Frame frame = {.number = frame_number(pinfo)};
  frame.side = engine::side_of(address_of(pinfo->net_src, from), address_of(pinfo->net_dst, to));
  frame.length = pinfo->fd->pkt_len;
  frame.carrier = carrier;
  frame.cut = is_cut_frame(pinfo);
  return frame;
}

}  // namespace

analysis::facts::Frame frame_of(const packet_info* pinfo, const e_udphdr& header) {
  analysis::facts::Frame frame = begin(pinfo, analysis::facts::Carrier::udp, header.uh_sport, header.uh_dport);
  constexpr std::uint32_t header_size = 8;
  frame.flow = header.uh_stream;
  frame.payload = header.uh_ulen > header_size ? header.uh_ulen - header_size : 0;
  return frame;
}

analysis::facts::Frame frame_of(const packet_info* pinfo, const tcp_info_t& header) {
  analysis::facts::Frame frame = begin(pinfo, analysis::facts::Carrier::tcp, header.th_sport, header.th_dport);
  frame.flow = header.th_stream;
  frame.payload = header.th_have_seglen ? header.th_seglen : 0;
  frame.sequence = header.th_rawseq;
  frame.acknowledged = header.th_rawack;
  frame.begins = (header.th_flags & TH_SYN) != 0;
  frame.acknowledges = (header.th_flags & TH_ACK) != 0;
  frame.resets = (header.th_flags & TH_RST) != 0;
  return frame;
}

}  // namespace godot::plugin
