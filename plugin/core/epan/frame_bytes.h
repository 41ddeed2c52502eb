// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes of a frame that no tvb of a dissector begins with: taps and hooks behind a frame get the whole frame alone.
#pragma once

#include <algorithm>
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

/// The datagram of a frame whose headers have `ends`: source and destination address, source and destination port, as
/// they stand there. Empty: the frame has it in another form.
inline DatagramBytes datagram_in(tvbuff_t* frame, std::span<const std::uint8_t> ends) {
  constexpr std::size_t lengths = 4;  // behind the ports: its length, and its checksum
  constexpr std::size_t header = 8;
  const std::span<const std::uint8_t> bytes = bytes_from(frame, ends);
  if (bytes.size() < ends.size() + lengths) return {};
  const std::span<const std::uint8_t> behind = bytes.subspan(ends.size());
  const std::size_t whole = std::size_t{behind[0]} << 8U | behind[1];
  if (whole < header) return {};
  return {.payload = behind.subspan(lengths, std::min(whole - header, behind.size() - lengths)),
          .reported = whole - header};
}

}  // namespace godot::plugin
