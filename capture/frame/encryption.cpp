// SPDX-License-Identifier: MIT
// Sources: RFC 8446 (TLS), RFC 9147 (DTLS), RFC 8489 (STUN), RFC 7983 (how they share a port).
#include "capture/frame/packet.h"

namespace godot::capture {
namespace {

bool is_content_type(std::uint8_t type) { return type >= 20 && type <= 24; }

bool is_stun(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= 20 && bytes[0] < 4 && bytes[3] % 4 == 0 && bytes[4] == 0x21 && bytes[5] == 0x12 &&
         bytes[6] == 0xA4 && bytes[7] == 0x42;
}

bool is_dtls(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= 13 && is_content_type(bytes[0]) && bytes[1] == 0xFE && (bytes[2] == 0xFF || bytes[2] == 0xFD);
}

bool is_tls(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= 5 && is_content_type(bytes[0]) && bytes[1] == 3 && bytes[2] <= 4 &&
         (bytes[3] << 8 | bytes[4]) <= 0x4800;
}

bool is_quic(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= 1200 && (bytes[0] & 0xC0) == 0xC0 && bytes[1] == 0 && bytes[2] == 0 && bytes[3] == 0 &&
         bytes[4] == 1;
}

}  // namespace

Encryption encryption_of(Carrier carrier, std::span<const std::uint8_t> payload) noexcept {
  if (carrier == Carrier::tcp) return is_tls(payload) ? Encryption::tls : Encryption::none;
  if (carrier != Carrier::udp) return Encryption::none;
  if (is_stun(payload)) return Encryption::stun;
  if (is_dtls(payload)) return Encryption::dtls;
  return is_quic(payload) ? Encryption::quic : Encryption::none;
}

}  // namespace godot::capture
