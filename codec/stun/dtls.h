// SPDX-License-Identifier: MIT
// The plain heads of DTLS: which records a datagram has, whether they are encrypted, and what a handshake and an alert
// say before that. Sources of the facts: RFC 6347 (1.2), RFC 9147 (1.3), RFC 8446 (alerts).
//
//   0  content: 20 change of cipher, 21 alert, 22 handshake, 23 application
//   1  version: 0xfeff (1.0), 0xfefd (1.2)
//   3  epoch: 0 plain, from 1 on encrypted
//   5  number of the record, 6 bytes
//  11  bytes of the content, which follows
//
// DTLS 1.3 encrypts with another head, whose first three bits are 001: what it contains is not visible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace godot::dtls {

enum class Content : std::uint8_t { unknown = 0, change_cipher = 20, alert = 21, handshake = 22, application = 23 };

// Types of messages of the handshake that say how far it has got.
inline constexpr std::uint8_t client_hello = 1;
inline constexpr std::uint8_t server_hello = 2;

struct Record {
  Content content = Content::unknown;  ///< unknown: of DTLS 1.3, encrypted
  bool is_encrypted = false;
  bool has_content = false;    ///< the two bytes below were captured, and are plain
  std::uint8_t handshake = 0;  ///< type of the message
  bool is_fatal = false;       ///< the alert ends the connection
  std::uint8_t alert = 0;      ///< the number that describes the alert
  std::size_t size = 0;        ///< bytes of the record; 0: there is none
};

/// The first record of the bytes, of which `reported` were on the wire.
[[nodiscard]] Record first_record(std::span<const std::uint8_t> captured, std::size_t reported) noexcept;

/// "unknown CA"; empty: the description is unknown.
[[nodiscard]] std::string_view alert_name(std::uint8_t alert) noexcept;

/// What an alert is about.
enum class Matter : std::uint8_t { other, closes, certificate, ciphers };
[[nodiscard]] Matter matter_of(std::uint8_t alert) noexcept;

}  // namespace godot::dtls
