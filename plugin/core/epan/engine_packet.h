// SPDX-License-Identifier: GPL-2.0-or-later
// A packet as the engine's classes take it (engine/frame/frame.h).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "base/text_hash.h"
#include "codec/ip/search.h"
#include "engine/frame/frame.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/time.h"

namespace godot::plugin {

LEFT_BY_LONGJMP(engine::Frame, engine::Packet);

// --- Bytes that no tvb of a dissector begins with: taps and hooks behind a frame get the whole frame alone -----------

/// The captured bytes of a frame.
inline ip::Bytes bytes_of(tvbuff_t* frame) {
  const unsigned captured = tvb_captured_length(frame);
  return captured == 0 ? ip::Bytes() : ip::Bytes(tvb_get_ptr(frame, 0, static_cast<int>(captured)), captured);
}

inline ip::Bytes bytes_of(const address& host) {
  return {static_cast<const std::uint8_t*>(host.data), static_cast<std::size_t>(host.len)};
}
inline ip::Ends ends_in_frame(const packet_info* pinfo) {
  return {bytes_of(pinfo->src), bytes_of(pinfo->dst), pinfo->srcport, pinfo->destport};
}

/// A packet over IP from its header on; empty: it is not found.
inline ip::Bytes ip_packet_of(tvbuff_t* frame, const packet_info* pinfo) {
  return ip::packet_in(bytes_of(frame), ends_in_frame(pinfo));
}

/// The datagram of a packet over IP.
inline ip::Datagram datagram_of(tvbuff_t* frame, const packet_info* pinfo) {
  return ip::datagram_in(bytes_of(frame), ends_in_frame(pinfo));
}

/// The segment of a packet over IP; false: it is not found.
inline bool segment_of(tvbuff_t* frame, const packet_info* pinfo, ip::Segment& segment) {
  return ip::segment_in(bytes_of(frame), tvb_reported_length(frame), ends_in_frame(pinfo), segment);
}

// --- Addresses, frames and packets ----------------------------------------------------------------------------------

/// `host`: an address of IP, of 4 or 16 bytes.
[[nodiscard]] inline engine::Address address_of(ip::Bytes host, std::uint32_t port) {
  engine::Address made;
  made.family = host.size() == 4 ? 4 : 6;
  made.port = static_cast<std::uint16_t>(port);
  std::copy(host.begin(), host.end(), made.bytes.begin());
  return made;
}
/// Those that are no addresses of IP differ by a number that is made of their bytes.
[[nodiscard]] inline engine::Address address_of(const address& host, std::uint32_t port) {
  if (host.type == AT_IPv4 || host.type == AT_IPv6) return address_of(bytes_of(host), port);
  engine::Address made = {.port = static_cast<std::uint16_t>(port)};
  const std::string_view bytes(static_cast<const char*>(host.data),
                               host.len > 0 ? static_cast<std::size_t>(host.len) : 0);
  const auto number = std::bit_cast<std::array<std::uint8_t, 8>>(std::uint64_t{analysis::TextHash{}(bytes)});
  std::copy(number.begin(), number.end(), made.bytes.begin());
  return made;
}
[[nodiscard]] inline engine::Address source_of(const packet_info* pinfo) {
  return address_of(pinfo->src, pinfo->srcport);
}
[[nodiscard]] inline engine::Address destination_of(const packet_info* pinfo) {
  return address_of(pinfo->dst, pinfo->destport);
}

[[nodiscard]] inline engine::Frame engine_frame(const packet_info* pinfo) {
  return {.number = frame_number(pinfo),
          .time = absolute_time(pinfo),
          .since_begin = relative_time(pinfo),
          .length = pinfo->fd->pkt_len,
          .captured_length = pinfo->fd->cap_len,
          .first_pass = is_first_pass(pinfo)};
}

/// Without what the engine's own readers need of it.
[[nodiscard]] inline engine::Packet engine_packet(packet_info* pinfo, const engine::Frame& frame) {
  return {.frame = frame,
          .source = source_of(pinfo),
          .destination = destination_of(pinfo),
          .host = host_of(pinfo),
          .is_quoted = is_quoted(pinfo)};
}

}  // namespace godot::plugin
