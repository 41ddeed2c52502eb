// SPDX-License-Identifier: MIT
// Messages of STUN (RFC 8489), as ICE (RFC 8445) and TURN (RFC 8656) use them; the frames of TURN's channels; and names
// of mDNS that browsers offer instead of addresses. Sources of the facts: these RFCs, RFC 5769 (vectors), RFC 7983
// (what a datagram begins with), and draft-ietf-mmusic-mdns-ice-candidates.
//
//   0  method and class, big-endian, the two highest bits 0
//   2  bytes of the attributes, a multiple of 4
//   4  0x2112a442
//   8  transaction, 12 bytes
//  20  attributes: type and size of the value (2 bytes each), the value, filled up to a multiple of 4
//
// No function allocates. Bytes that are something else are no error: the functions say so.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "codec/core/bytes.h"

namespace godot::stun {

/// An end of a flow, or an address in an attribute.
struct End {
  std::array<std::uint8_t, 16> host = {};  ///< IPv4: the first four
  std::uint8_t family = 0;                 ///< 4 or 6, the version of IP; 0: none
  std::uint16_t port = 0;

  [[nodiscard]] auto operator<=>(const End&) const noexcept = default;
};

/// True for addresses that only the own network reaches: RFC 1918, 6598, 3927; fc00::/7, fe80::/10; loopback.
[[nodiscard]] bool is_private(const End& end) noexcept;

enum class Class : std::uint8_t { request, indication, success, error };

// Methods. Others are read as well.
inline constexpr std::uint16_t binding = 0x001;
inline constexpr std::uint16_t allocate = 0x003;
inline constexpr std::uint16_t refresh = 0x004;
inline constexpr std::uint16_t send = 0x006;
inline constexpr std::uint16_t data = 0x007;
inline constexpr std::uint16_t create_permission = 0x008;
inline constexpr std::uint16_t channel_bind = 0x009;

/// 96 bits that a request and its answer have in common.
using Transaction = std::array<std::uint8_t, 12>;

/// Of an agent: who chooses the pair that is used.
enum class Role : std::uint8_t { none, controlling, controlled };

struct Message {
  std::uint16_t method = 0;
  Class kind = Class::request;
  Transaction transaction = {};
  bool is_whole = true;  ///< all attributes were there, and are formed as they should be
  std::string_view username = {};
  std::string_view software = {};
  End mapped = {};            ///< the attribute XOR-MAPPED-ADDRESS: the asker's address as the server sees it
  End relayed = {};           ///< the attribute XOR-RELAYED-ADDRESS: the server's address for the asker
  End peer = {};              ///< the first attribute XOR-PEER-ADDRESS: the other end
  std::uint16_t error = 0;    ///< ERROR-CODE: 300 to 699; 0: none
  std::uint16_t channel = 0;  ///< the attribute CHANNEL-NUMBER; 0: there is none
  std::uint32_t priority = 0;
  bool has_priority = false;
  bool use_candidate = false;
  Role role = Role::none;
  bool has_fingerprint = false;
  bool fits_fingerprint = false;  ///< of a message that was captured whole
  bool has_data = false;
  std::span<const std::uint8_t> data = {};  ///< DATA: what TURN carries, as far as it was captured
  std::size_t data_size = 0;                ///< ... and its length on the wire
};

/// Reads a datagram of `reported` bytes. False: it is no message of STUN.
[[nodiscard]] bool read(std::span<const std::uint8_t> captured, std::size_t reported, Message& message) noexcept;

/// A frame of a channel of TURN: its number, the length of its content, the content.
struct ChannelData {
  std::uint16_t channel = 0;  ///< its number, from 0x4000 to 0x7fff
  std::span<const std::uint8_t> data = {};
  std::size_t data_size = 0;
};
[[nodiscard]] bool read(std::span<const std::uint8_t> captured, std::size_t reported, ChannelData& frame) noexcept;

/// The message or frame of a channel at the front of a stream of TCP (RFC 8489, 6.2.2; RFC 8656, 12.5).
struct Framed {
  std::size_t size = 0;    ///< its bytes; 0: more bytes have to come
  std::size_t padded = 0;  ///< ... and those that fill up a frame of a channel to a multiple of 4
};
/// False: it begins with something else.
[[nodiscard]] bool first_in_stream(std::span<const std::uint8_t> bytes, Framed& first) noexcept;

/// Ports of TURN (RFC 8656, 3.1): plain, and inside TLS.
inline constexpr std::uint16_t turn_port = 3478;
inline constexpr std::uint16_t turn_tls_port = 5349;
[[nodiscard]] constexpr bool is_turn_port(std::uint16_t port) noexcept {
  return port == turn_port || port == turn_tls_port;
}

/// USERNAME of a check: the fragment of the receiver, a colon, that of the sender. False: it is something else.
struct Fragments {
  std::string_view receiver = {};
  std::string_view sender = {};
};
[[nodiscard]] bool read(std::string_view username, Fragments& fragments) noexcept;

/// What an error of STUN, ICE or TURN means: "Unauthorized"; empty: the code is unknown.
[[nodiscard]] std::string_view error_name(std::uint16_t code) noexcept;

/// A question of DNS for a name as browsers offer it, "6f1c3a52-93c5-4b4e-9a6b-2d7f0c1e8a44.local", or an answer.
struct LocalName {
  std::string_view name = {};  ///< the name without its end ".local"
  bool is_answer = false;      ///< with at least one record
};
[[nodiscard]] bool read(std::span<const std::uint8_t> datagram, LocalName& name) noexcept;
inline constexpr std::uint16_t mdns_port = 5353;
inline constexpr std::uint16_t dns_port = 53;

inline constexpr std::size_t head_size = 20;
inline constexpr std::size_t channel_head_size = 4;
inline constexpr std::uint32_t cookie = 0x2112a442;

/// True if the datagram begins as a message of STUN (RFC 8489, 5).
[[nodiscard]] inline bool has_head(std::span<const std::uint8_t> captured) noexcept {
  return captured.size() >= head_size && captured[0] < 0x40 && load_be32(captured.data() + 4) == cookie;
}
/// ... as one of a channel (RFC 8656, 12).
[[nodiscard]] inline bool has_channel(std::span<const std::uint8_t> captured) noexcept {
  return captured.size() >= channel_head_size && captured[0] >= 0x40 && captured[0] <= 0x7f;
}
/// False: it is neither.
[[nodiscard]] inline bool may_be(std::span<const std::uint8_t> captured) noexcept {
  return has_head(captured) || has_channel(captured);
}

}  // namespace godot::stun
