// SPDX-License-Identifier: MIT
// noray, which lets players behind routers meet, and relays for those that cannot (github.com/foxssake/noray). Sources
// of the facts: src/protocol/protocol.server.mjs, src/hosts/host.commands.mjs and
// src/connection/connection.commands.mjs of noray 1.4.3; addons/netfox.noray/packet-handshake.gd of netfox 1.48.
//
//   TCP 8890   lines, each a command and, behind a space, its data; "\n" or "\r\n" ends them
//     player:  register-host, connect OID, connect-relay OID
//     noray:   set-oid OID, set-pid PID, connect ADDRESS:PORT, connect-relay PORT; nothing where it refuses
//   UDP 8809   the PID alone; the answer is "OK", or the text of an error
//   UDP, between players, and by relay   a handshake of four characters: "$", then "r", "w", "x" or "-" in their places
//
// Neither function allocates. Bytes that are something else are no error: the functions say so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace godot::noray {

inline constexpr std::uint16_t command_port = 8890;
inline constexpr std::uint16_t registrar_port = 8809;

/// What the sender of a handshake says of itself.
enum class Handshake : std::uint8_t {
  none,
  sent,  ///< "$-w-": it has sent, and has heard nothing
  seen,  ///< "$rw-": it has heard the other end
  both,  ///< "$rwx": it has heard that the other end heard it. A host that has ENet's socket always says so
};

[[nodiscard]] Handshake handshake_of(std::span<const std::uint8_t> datagram) noexcept;

/// "sent", "seen", "both"; empty for none.
[[nodiscard]] std::string_view name(Handshake handshake) noexcept;

enum class Command : std::uint8_t { unknown, register_host, set_oid, set_pid, connect, connect_relay };

struct Line {
  Command command = Command::unknown;
  std::string_view name = {};
  std::string_view data = {};
  std::size_t size = 0;  ///< bytes of the line and its end; 0: the bytes have no whole line
};

/// The longest line that is read: a PID has 128 characters by default, and may be configured.
inline constexpr std::size_t longest_line = 1024;

/// The first line of the bytes.
[[nodiscard]] Line first_line(std::span<const std::uint8_t> bytes) noexcept;

/// True if a connection that begins with these bytes is a player's to noray: "register-host" and the end of the line.
/// `waits`: they are the beginning of that.
[[nodiscard]] bool begins_with_registration(std::span<const std::uint8_t> bytes, bool& waits) noexcept;

/// An end of a flow. noray and its addon use IPv4 alone.
struct End {
  std::uint32_t host = 0;  ///< the address as a number: 203.0.113.1 is 0xcb007101
  std::uint16_t port = 0;

  [[nodiscard]] bool operator==(const End&) const noexcept = default;
};

/// "203.0.113.10:34066"; false: the text is something else.
[[nodiscard]] bool read_end(std::string_view text, End& end) noexcept;
/// "49178", from 1 to 65535.
[[nodiscard]] bool read_port(std::string_view text, std::uint16_t& port) noexcept;

}  // namespace godot::noray
