// SPDX-License-Identifier: MIT
// Datagrams and segments that are looked for in the bytes of a frame, for programs that know the ends of a packet, but
// not where its headers begin. They are found where the frame has the addresses and ports as they were sent: not if it
// has them in another form, reassembled or decrypted.
//
// Headers: RFC 791 and 8200 (IP), 768 (UDP), 9293 (TCP).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace godot::ip {

using Bytes = std::span<const std::uint8_t>;

/// Source and destination address, source and destination port, as a frame has them: one after the other.
class Ends {
 public:
  /// Both addresses have 4 or 16 bytes; of others, nothing is found.
  Ends(Bytes source, Bytes destination, std::uint32_t source_port, std::uint32_t destination_port) noexcept;

  [[nodiscard]] Bytes known() const noexcept { return Bytes(bytes_).first(size_); }
  [[nodiscard]] bool is_v4() const noexcept { return size_ == v4_size; }

 private:
  static constexpr std::size_t v4_size = 12;

  std::array<std::uint8_t, 36> bytes_ = {};
  std::size_t size_ = 0;
};

/// A packet of any protocol from the header of IP on, which has no ports: those of `ends` are not looked for. Empty: it
/// is not found.
[[nodiscard]] Bytes packet_in(Bytes frame, const Ends& ends) noexcept;

/// The payload of a datagram, and how many bytes it had on the wire.
struct Datagram {
  Bytes payload;
  std::size_t reported = 0;
};

/// Empty: it is not found. `frame`: as far as it was captured.
[[nodiscard]] Datagram datagram_in(Bytes frame, const Ends& ends) noexcept;

/// What the header of a segment of TCP says, and its payload.
struct Segment {
  std::uint32_t sequence = 0;
  std::uint32_t acknowledged = 0;
  std::uint8_t flags = 0;  ///< as on the wire
  Bytes payload;
  std::uint32_t reported = 0;  ///< bytes of the payload on the wire
};

/// False: it is not found. `reported`: bytes that the frame had on the wire.
[[nodiscard]] bool segment_in(Bytes frame, std::size_t reported, const Ends& ends, Segment& segment) noexcept;

/// The beginning and the sizes of a segment whose header is known.
struct KnownSegment {
  std::uint32_t source_port = 0;
  std::uint32_t destination_port = 0;
  std::uint32_t sequence = 0;
  std::uint32_t acknowledged = 0;
  std::size_t header_size = 0;
  std::size_t payload_size = 0;
};

/// The payload, as far as it was captured. Empty: it is not found.
[[nodiscard]] Bytes payload_in(Bytes frame, const KnownSegment& segment) noexcept;

}  // namespace godot::ip
