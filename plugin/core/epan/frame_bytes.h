// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes of a frame that no tvb of a dissector begins with: taps and hooks behind a frame get the whole frame alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

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

/// The datagram of a packet over IP, behind its addresses and ports, which are looked for in the frame. Empty: the
/// frame has it in another form.
inline DatagramBytes datagram_of(tvbuff_t* frame, const packet_info* pinfo) {
  constexpr std::size_t lengths = 4;  // behind the ports: its length, and its checksum
  constexpr std::size_t header = 8;
  const auto size = static_cast<std::size_t>(pinfo->src.len);
  std::array<std::uint8_t, 36> ends = {};
  if (pinfo->dst.len != pinfo->src.len || 2 * size + 4 > ends.size()) return {};
  auto end = std::copy_n(static_cast<const std::uint8_t*>(pinfo->src.data), size, ends.begin());
  end = std::copy_n(static_cast<const std::uint8_t*>(pinfo->dst.data), size, end);
  for (const std::uint32_t port : {pinfo->srcport, pinfo->destport}) {
    *end++ = static_cast<std::uint8_t>(port >> 8U);
    *end++ = static_cast<std::uint8_t>(port);
  }
  const std::size_t known = 2 * size + 4;
  const std::span<const std::uint8_t> bytes = bytes_from(frame, std::span(ends).first(known));
  if (bytes.size() < known + lengths) return {};
  const std::span<const std::uint8_t> behind = bytes.subspan(known);
  const std::size_t whole = std::size_t{behind[0]} << 8U | behind[1];
  if (whole < header) return {};
  return {.payload = behind.subspan(lengths, std::min(whole - header, behind.size() - lengths)),
          .reported = whole - header};
}

}  // namespace godot::plugin
