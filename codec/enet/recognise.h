// SPDX-License-Identifier: MIT
// Recognises ENet, whose datagrams have no magic number. Evidence: they are chains of commands that end exactly where
// the datagram ends and contain nothing that ENet never sends; and the handshake, whose numbers are in known ranges.
//
// observe() judges one datagram and keeps no state. Recognition sums up the evidence of a conversation; it is a plain
// value that the caller keeps. Neither recognises Godot: many games use ENet.
//
// Sources: protocol.c and peer.c of ENet 1.3.18, where commands are made and refused.
#pragma once

#include "codec/core/bytes.h"
#include "codec/enet/protocol.h"
#include "codec/enet/walk.h"

namespace godot::enet {

enum class Strength : std::uint8_t {
  none,        ///< the bytes are not ENet's
  compressed,  ///< a valid header; only the decompressed commands can decide
  weak,        ///< a chain of commands as ENet sends them: needs more evidence
  strong,      ///< Connect or Verify connect with plausible values: proof
};

/// Whether datagrams have a checksum.
enum class Checksum : std::uint8_t { automatic, absent, present };

/// The evidence of one datagram.
struct Observation {
  Strength strength = Strength::none;
  bool checksum = false;          ///< it parses only with a checksum in the header
  std::uint8_t points = 0;        ///< 0 = no evidence; roughly one for each byte that must have its value
  std::uint32_t fingerprint = 0;  ///< differs for different commands: repetitions are no new evidence
  Make make = Make::stock;        ///< of a `strong` one
};

/// A Connect, or its answer, of another make of ENet than the stock one, which later datagrams do not show; stock:
/// anything else. Only whole datagrams without a checksum are recognised.
[[nodiscard]] Make make_of_handshake(const Buffer& datagram) noexcept;

/// Bytes of the smallest datagram: peer word, sent time, Ping. (Without a sent time there is no such short command.)
inline constexpr Offset min_datagram = 8;

/// The first check, a few loads: true if this can be the front of an ENet datagram.
[[nodiscard]] inline bool possible(const Buffer& datagram, Checksum checksum = Checksum::automatic) noexcept {
  if (datagram.reported < min_datagram || datagram.reported > max_datagram) return false;
  if (datagram.captured.size() < min_datagram) return false;
  constexpr unsigned sent_time_bit = 1U << 15;
  constexpr unsigned compressed_bit = 1U << 14;
  constexpr unsigned connect_of_csharp = compressed_bit | no_peer_id;
  constexpr unsigned connect_of_more_peers = sent_time_bit | 1U << 13 | 0x07FFU;
  const unsigned word = load_be16(datagram.captured.data());
  const bool timed = (word & sent_time_bit) != 0;
  // Connects of other makes of ENet.
  if (word == connect_of_csharp || word == connect_of_more_peers) return true;
  // The only command for a peer id that is not known yet is Connect. It asks for an acknowledgement, and has no
  // session.
  if ((word & no_peer_id) == no_peer_id && (word | compressed_bit) != (sent_time_bit | compressed_bit | no_peer_id))
    return false;
  if ((word & compressed_bit) != 0) return true;
  // Bit i: the low four bits of a command byte may be i, for the high four bits 0, 4 and 8.
  constexpr unsigned plain = 1U << 1 | 1U << 7 | 1U << 12;
  constexpr unsigned unsequenced = 1U << 4 | 1U << 9;
  constexpr unsigned acknowledged = 1U << 2 | 1U << 3 | 1U << 4 | 1U << 5 | 1U << 6 | 1U << 8 | 1U << 10 | 1U << 11;
  const auto begins = [&](Offset at) {
    if (at >= datagram.captured.size()) return false;
    const unsigned byte = datagram.captured[at];
    const unsigned bit = 1U << (byte & 0x0FU);
    switch (byte & 0xF0U) {
      case 0x00: return (plain & bit) != 0;
      case 0x40: return (unsequenced & bit) != 0;
      case 0x80: return (acknowledged & bit) != 0 && timed;
      default: return false;
    }
  };
  const Offset header = timed ? 4 : 2;
  return (checksum != Checksum::present && begins(header)) || (checksum != Checksum::absent && begins(header + 4));
}

/// Judges a datagram. If the capture cut it, the rest counts if it fits.
[[nodiscard]] Observation observe(const Buffer& datagram, Checksum checksum = Checksum::automatic) noexcept;

/// Judges the commands of a compressed datagram after decompression; `header` is the datagram's.
[[nodiscard]] Observation observe_commands(const Buffer& body, const Header& header, const Options& options) noexcept;

/// The evidence of a conversation so far.
class Recognition {
 public:
  /// Adds a datagram observed as ENet. `refusals`: number of the flow's other datagrams.
  void add(const Observation& seen, std::uint32_t refusals) noexcept;

  /// True once recognised as ENet.
  [[nodiscard]] bool certain() const noexcept { return certain_; }

  /// Treats it as recognised, by the user's choice.
  void accept() noexcept { certain_ = true; }

 private:
  std::uint32_t points_ = 0;
  std::uint32_t last_ = 0;
  std::uint8_t datagrams_ = 0;
  bool certain_ = false;
};

}  // namespace godot::enet
