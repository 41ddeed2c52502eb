// SPDX-License-Identifier: GPL-2.0-or-later
// A packet as the engine's classes take it (engine/frame/frame.h).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "base/text_hash.h"
#include "engine/frame/frame.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/frame_bytes.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/epan/time.h"

namespace godot::plugin {

LEFT_BY_LONGJMP(engine::Frame, engine::Packet);

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
          .since_begin = nanoseconds(pinfo->rel_ts),
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
