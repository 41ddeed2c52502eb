// SPDX-License-Identifier: MIT
// Sockets of the relay: UDP, and TCP towards the server; addresses.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "extcap/relay/ip.h"
#include "extcap/socket.h"

namespace godotdump {

using relay::End;

/// The first address of a host's name, or the address itself. Empty with a sentence in `error`.
[[nodiscard]] std::optional<End> resolve(const std::string& host, std::uint16_t port, std::string& error);

/// A socket at `local`. Closed, with a sentence in `error`, if there can be none.
[[nodiscard]] Socket open_udp(const End& local, std::string& error);

/// A socket for datagrams to and from `remote` alone, at a port that the system chooses.
[[nodiscard]] Socket connect_udp(const End& remote);

/// Listens for connections; as open_udp().
[[nodiscard]] Socket open_tcp(const End& local, std::string& error);

/// Asks for a connection, which is_connected() later says was made. Closed: that fails at once.
[[nodiscard]] Socket connect_tcp(const End& remote);
[[nodiscard]] bool is_connected(const Socket& socket);

/// Accepts a connection, and tells from whom; a closed socket: none is waiting.
[[nodiscard]] Socket accept_end(const Socket& listener, End& from);

/// Sends what the system takes now: `size` bytes. False: the connection has ended.
bool send_some(const Socket& socket, std::span<const std::uint8_t> bytes, std::size_t& size);

/// Nothing more is to be sent.
void end_sending(const Socket& socket);

/// The address that a socket has on this machine.
[[nodiscard]] End local_end(const Socket& socket);

/// A datagram that was read.
struct ReceivedDatagram {
  std::size_t size = 0;
  End from;
  /// How many the system has dropped before it at this socket, because it was not read in time; where it tells (Linux).
  std::uint32_t overrun = 0;
};

/// Reads one datagram. `ended`: an earlier one found nobody; more may wait.
Received receive_from(const Socket& socket, std::span<std::uint8_t> buffer, ReceivedDatagram& datagram);

/// False: the system does not take it now.
bool send_to(const Socket& socket, std::span<const std::uint8_t> bytes, const End& to);
bool send_one(const Socket& socket, std::span<const std::uint8_t> bytes);

}  // namespace godotdump
