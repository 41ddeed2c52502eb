// SPDX-License-Identifier: MIT
// What a frame carries for a game: a datagram of UDP, a segment of TCP, or an exported PDU, as a plain value. What
// Wireshark says of the same frame with its default preferences is the reference.
//
// Read: Ethernet (VLANs, LLC with SNAP, PPPoE, MPLS), PPP, Linux cooked 1 and 2, BSD loopback, raw IP, exported PDUs;
// IPv4 and IPv6 with their options, extension headers and fragments; tunnels: IP in IP, GRE, VXLAN; ICMP errors, which
// quote a datagram.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "capture/file/capture_reader.h"

namespace godot::capture {

enum class Carrier : std::uint8_t { udp, tcp, pdu };

struct Address {
  std::uint8_t family = 0;               ///< 4, 6, or 0: none
  std::array<std::uint8_t, 16> bytes{};  ///< of IPv4: the first four

  friend auto operator<=>(const Address&, const Address&) = default;
};

/// As Wireshark writes it: "127.0.0.1", "fe80::1" (RFC 5952).
[[nodiscard]] std::string text_of(const Address& address);

struct Endpoint {
  Address address;
  std::uint16_t port = 0;

  friend auto operator<=>(const Endpoint&, const Endpoint&) = default;
};

/// The header of a segment.
struct Segment {
  static constexpr std::uint8_t fin = 1;
  static constexpr std::uint8_t syn = 2;
  static constexpr std::uint8_t rst = 4;
  static constexpr std::uint8_t ack = 16;

  std::uint32_t sequence = 0;
  std::uint32_t acknowledged = 0;  ///< of use if flags has `ack`
  std::uint8_t flags = 0;
  std::uint16_t window = 0;  ///< as in the header, not scaled
};

/// The ICMP error that quotes a packet.
struct Quote {
  bool is_v6 = false;
  std::uint8_t type = 0;
  std::uint8_t code = 0;
};

/// Spans are those of the frame, or of the fragments that were joined: until the next call of Layers::read().
struct Packet {
  Carrier carrier = Carrier::udp;
  Endpoint source;
  Endpoint destination;
  std::span<const std::uint8_t> payload;  ///< as much of it as was captured
  std::uint32_t reported = 0;             ///< its length on the wire; more than was captured if the frame was cut
  std::uint32_t said =
      0;  ///< UDP: its length as the header says it, which an ICMP error does not quote whole; else `reported`
  std::uint8_t hops = 0;       ///< time to live, or hop limit
  bool is_fragment = false;    ///< a datagram's first fragment, which cannot be joined with others because it was cut
  bool is_quoted = false;      ///< in an ICMP error; source and destination are those of the quoted packet
  Quote quote;                 ///< what the ICMP error says, if is_quoted
  Segment segment;             ///< the header of TCP, for TCP alone
  std::string_view dissector;  ///< exported PDU: who reads it: the name, or the name of the table
};

/// Pieces of IP packets. Memory: at most what was fed and not joined, and at most `limit` bytes: then the oldest packet
/// is forgotten.
class Fragments {
 public:
  struct Key {
    Address source;
    Address destination;
    std::uint32_t identification = 0;
    std::uint8_t protocol = 0;

    friend auto operator<=>(const Key&, const Key&) = default;
  };

  static constexpr std::size_t limit = std::size_t{64} << 20;

  /// Nanoseconds for which a receiver keeps the pieces of a packet: RFC 8200, 4.5; of IPv4 Linux keeps them for half as
  /// long. Numbers of packets come again.
  static constexpr std::int64_t longest_wait = std::int64_t{60} * 1'000'000'000;

  /// `offset`: of `bytes` in the packet, in bytes; `time`: of their frame. True: the packet is whole, in whole().
  bool add(const Key& key, std::uint32_t offset, bool is_last, std::span<const std::uint8_t> bytes, std::int64_t time);

  /// Until the next call of add() that completes a packet.
  [[nodiscard]] const std::vector<std::uint8_t>& whole() const noexcept { return whole_; }

 private:
  struct Pending {
    std::map<std::uint32_t, std::vector<std::uint8_t>> pieces;  ///< by offset; they do not overlap
    std::uint64_t have = 0;
    std::uint64_t cost = 0;
    std::uint64_t length = 0;  ///< bytes of the whole packet; 0: not known
    std::uint64_t serial = 0;
    std::int64_t begun = 0;  ///< time of the first piece that came
  };
  void store(Pending& pending, std::uint32_t offset, std::span<const std::uint8_t> bytes);
  static void cut(Pending& pending);
  void forget_oldest();
  void join(const Pending& pending);

  std::map<Key, Pending> pending_;
  std::deque<std::pair<Key, std::uint64_t>> order_;  ///< key, and the serial that it had
  std::uint64_t serial_ = 0;
  std::uint64_t cost_ = 0;
  std::vector<std::uint8_t> whole_;
};

/// False: packets of this link layer are not read.
[[nodiscard]] bool reads_link(LinkType type) noexcept;

/// Reads the layers of a capture's frames, which must come in order.
class Layers {
 public:
  /// False: the frame has no datagram, segment or PDU, or a fragment that does not complete one.
  [[nodiscard]] bool read(const Frame& frame, Packet& packet);

 private:
  Fragments fragments_;
  const Packet none_ = {};  ///< copied in fewer steps than a packet is cleared
};

/// Traffic that is not read, because it is encrypted.
enum class Encryption : std::uint8_t { none, tls, dtls, stun, quic };

/// From a packet's first bytes. `tls`: a record's head. `stun`: the beginning of WebRTC.
[[nodiscard]] Encryption encryption_of(Carrier carrier, std::span<const std::uint8_t> payload) noexcept;

}  // namespace godot::capture
