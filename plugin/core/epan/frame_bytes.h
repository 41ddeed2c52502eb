// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes of a frame that no tvb of a dissector begins with: taps and hooks behind a frame get the whole frame alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "codec/core/bytes.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// The captured bytes of a frame, from a header on that is known by its first bytes. Empty: they are not near the
/// beginning, because the frame has them in another form, reassembled or decrypted.
inline std::span<const std::uint8_t> bytes_from(tvbuff_t* frame, std::span<const std::uint8_t> header) {
  constexpr unsigned farthest = 512;
  const unsigned captured = tvb_captured_length(frame);
  if (captured < header.size()) return {};
  const std::span<const std::uint8_t> bytes(tvb_get_ptr(frame, 0, static_cast<int>(captured)), captured);
  const auto searched = bytes.first(std::min(captured, farthest));
  const auto found = std::search(searched.begin(), searched.end(), header.begin(), header.end());
  if (found == searched.end()) return {};
  return bytes.subspan(static_cast<std::size_t>(found - searched.begin()));
}

/// The payload of a datagram, and how many bytes it had on the wire.
struct DatagramBytes {
  std::span<const std::uint8_t> payload;
  std::size_t reported = 0;
};

/// Source and destination address, source and destination port of a packet over IP, as its frame has them.
struct HeaderBytes {
  std::array<std::uint8_t, 36> bytes = {};
  std::size_t size = 0;  ///< 0: the packet has other addresses

  [[nodiscard]] std::span<const std::uint8_t> known() const noexcept { return std::span(bytes).first(size); }
};

inline HeaderBytes header_of(const packet_info* pinfo) {
  constexpr std::size_t ports = 4;
  HeaderBytes header;
  const auto size = static_cast<std::size_t>(pinfo->src.len);
  if (size == 0 || pinfo->dst.len != pinfo->src.len || 2 * size + ports > header.bytes.size()) return header;
  auto end = std::copy_n(static_cast<const std::uint8_t*>(pinfo->src.data), size, header.bytes.begin());
  end = std::copy_n(static_cast<const std::uint8_t*>(pinfo->dst.data), size, end);
  for (const std::uint32_t port : {pinfo->srcport, pinfo->destport}) {
    *end++ = static_cast<std::uint8_t>(port >> 8U);
    *end++ = static_cast<std::uint8_t>(port);
  }
  header.size = 2 * size + ports;
  return header;
}

/// The packet over IP of a frame, from its header on. Empty: the frame has it in another form.
inline std::span<const std::uint8_t> ip_packet_of(tvbuff_t* frame, const packet_info* pinfo) {
  constexpr std::size_t ports = 4;
  const std::size_t before = pinfo->src.type == AT_IPv4 ? 12 : 8;  // bytes of its header before the addresses
  const HeaderBytes ends = header_of(pinfo);
  if (ends.size == 0) return {};
  const auto found = bytes_from(frame, ends.known().first(ends.size - ports));
  const unsigned captured = tvb_captured_length(frame);
  if (found.empty() || captured - found.size() < before) return {};
  return {found.data() - before, found.size() + before};
}

/// The datagram of a packet over IP, behind its addresses and ports, which are looked for in the frame. Empty: the
/// frame has it in another form.
inline DatagramBytes datagram_of(tvbuff_t* frame, const packet_info* pinfo) {
  constexpr std::size_t lengths = 4;  // behind the ports: its length, and its checksum
  constexpr std::size_t header = 8;
  const HeaderBytes ends = header_of(pinfo);
  if (ends.size == 0) return {};
  const std::span<const std::uint8_t> bytes = bytes_from(frame, ends.known());
  if (bytes.size() < ends.size + lengths) return {};
  const std::span<const std::uint8_t> behind = bytes.subspan(ends.size);
  const std::size_t whole = std::size_t{behind[0]} << 8U | behind[1];
  if (whole < header) return {};
  return {.payload = behind.subspan(lengths, std::min(whole - header, behind.size() - lengths)),
          .reported = whole - header};
}

/// What the header of a segment of TCP says, and its payload.
struct SegmentBytes {
  std::uint32_t sequence = 0;
  std::uint32_t acknowledged = 0;
  std::uint8_t flags = 0;  ///< as on the wire
  std::span<const std::uint8_t> payload;
  std::uint32_t reported = 0;  ///< bytes of the payload on the wire
};

/// The segment of a packet over IP, as for datagram_of(). False: the frame has it in another form.
inline bool segment_of(tvbuff_t* frame, const packet_info* pinfo, SegmentBytes& segment) {
  constexpr std::size_t header = 20;
  constexpr std::size_t ports = 4;
  const HeaderBytes ends = header_of(pinfo);
  if (ends.size == 0) return false;
  const bool is_v4 = pinfo->src.type == AT_IPv4;
  const std::span<const std::uint8_t> bytes = bytes_from(frame, ends.known());
  if (bytes.size() < ends.size - ports + header) return false;
  const unsigned captured = tvb_captured_length(frame);
  const std::size_t at = captured - bytes.size();  // where the addresses begin
  const std::span<const std::uint8_t> whole(tvb_get_ptr(frame, 0, static_cast<int>(captured)), captured);
  const std::span<const std::uint8_t> tcp = bytes.subspan(ends.size - ports);
  const std::size_t size = std::size_t{tcp[12]} >> 4U << 2U;
  // The length stands before the addresses: IPv4's counts from its header's beginning, IPv6's from behind its header.
  const std::size_t before = is_v4 ? 10 : 4;
  if (at < before || size < header) return false;
  const std::size_t length = std::size_t{whole[at - before]} << 8U | whole[at - before + 1];
  constexpr std::size_t v4_header = 20;
  const std::size_t rest = tvb_reported_length(frame) - (captured - tcp.size());
  // Large segments, which the network's hardware cuts, may have none.
  const std::size_t reported = length == 0 ? rest : is_v4 ? std::max(length, v4_header) - v4_header : length;
  if (reported < size) return false;
  segment = {.sequence = load_be32(tcp.data() + 4),
             .acknowledged = load_be32(tcp.data() + 8),
             .flags = tcp[13],
             .payload = {},
             .reported = static_cast<std::uint32_t>(reported - size)};
  if (tcp.size() > size) segment.payload = tcp.subspan(size, std::min(reported, tcp.size()) - size);
  return true;
}

}  // namespace godot::plugin
