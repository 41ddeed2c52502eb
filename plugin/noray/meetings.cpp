// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/noray/meetings.h"

#include "analysis/noray/verdicts.h"
#include "analysis/problems/noray.h"
#include "engine/frame/late_verdicts.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/frame_bytes.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/of_capture.h"
#include "plugin/core/epan/time.h"
#include "plugin/core/flows/tcp_end.h"
#include "plugin/core/register/frame_end.h"
#include "plugin/facts/collector.h"
#include "plugin/facts/problem.h"

namespace godot::plugin::meetings {
namespace {

using analysis::NorayFindings;
using analysis::NorayMeetings;

/// A line or datagram of the frame that was dissected last, for what is said of it.
struct Shown {
  std::uint32_t frame = 0;
  analysis::facts::Item* item = nullptr;
  proto_tree* below = nullptr;
  proto_item* root = nullptr;
};
LEFT_BY_LONGJMP(Shown, NorayFindings, NorayMeetings::Datagram, ProblemPlace);

using LateVerdicts = engine::LateVerdicts<analysis::NorayVerdicts>;

/// Adds what a frame has, on the first pass.
void add_frame(tvbuff_t* tvb, packet_info* pinfo) {
  if (!all().is_used()) return;
  of_capture<LateVerdicts>().grow();
  if (pinfo->ptype == PT_TCP) {
    all().reach(absolute_time(pinfo));
    const tcp_analysis* tcp = tcp_analysis_of(pinfo);
    if (tcp_acknowledges_unseen(tcp)) all().lose(tcp->stream);
    return;
  }
  NorayMeetings::Datagram datagram;
  if (pinfo->ptype != PT_UDP || !end_of(pinfo->src, pinfo->srcport, datagram.source) ||
      !end_of(pinfo->dst, pinfo->destport, datagram.destination) || tvb_captured_length(tvb) == 0)
    return;
  datagram.bytes = datagram_of(tvb, pinfo).payload;
  if (datagram.bytes.empty()) return;
  datagram.at = {frame_number(pinfo), absolute_time(pinfo)};
  all().datagram(datagram);
}

/// Runs after each frame.
void end_frame_of(tvbuff_t* tvb, packet_info* pinfo, proto_tree*) {
  if (is_first_pass(pinfo)) return add_frame(tvb, pinfo);
  const analysis::NorayVerdicts& judged =
      of_capture<LateVerdicts>().judged([](const analysis::Arena& texts) { return all().statements(texts); });
  const std::uint32_t frame = frame_number(pinfo);
  const Shown& shown = of_capture<Shown>();
  if (!judged.has(frame) || shown.frame != frame) return;
  NorayFindings found(arena_of(pinfo));
  judged.add(frame, found);
  show_at_frame_end(
      {.pinfo = pinfo, .tree = shown.below, .item = shown.root, .tvb = tvb, .start = 0, .facts_item = shown.item},
      found);
}

}  // namespace

NorayMeetings& all() { return of_capture<NorayMeetings>(); }

bool end_of(const address& host, std::uint32_t port, noray::End& end) {
  if (host.type != AT_IPv4) return false;
  const auto* bytes = static_cast<const std::uint8_t*>(host.data);
  end.host = std::uint32_t{bytes[0]} << 24U | std::uint32_t{bytes[1]} << 16U | std::uint32_t{bytes[2]} << 8U | bytes[3];
  end.port = static_cast<std::uint16_t>(port);
  return true;
}

void add_item(packet_info* pinfo, std::uint32_t size, proto_tree* below, proto_item* root) {
  Shown& shown = of_capture<Shown>();
  shown = {.frame = frame_number(pinfo), .item = nullptr, .below = below, .root = root};
  using analysis::facts::Transport;
  if (Collector* facts = collector(pinfo))
    shown.item = &analysis::add_fact_of_noray(*facts, pinfo->ptype == PT_TCP ? Transport::tcp : Transport::udp, size);
}

void begin() { at_frame_end(end_frame_of); }

}  // namespace godot::plugin::meetings
