// SPDX-License-Identifier: MIT
// The socket functions that godotdump needs, for every platform.
#pragma once

#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#ifdef _WIN32
#include <winsock2.h>
#else
#include <poll.h>
#endif

namespace godotdump {

#ifdef _WIN32
using Handle = SOCKET;
using PollEntry = WSAPOLLFD;
#else
using Handle = int;
using PollEntry = pollfd;
#endif

/// A socket that is closed with its owner.
class Socket {
 public:
  Socket() = default;
  explicit Socket(Handle handle) : handle_(handle) {}
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  Socket(Socket&& other) noexcept : handle_(other.handle_) { other.handle_ = none(); }
  Socket& operator=(Socket&& other) noexcept;
  ~Socket() { close(); }

  [[nodiscard]] Handle handle() const { return handle_; }
  [[nodiscard]] bool is_open() const { return handle_ != none(); }
  void close();

  static Handle none();

 private:
  Handle handle_ = none();
};

/// True if the reader has closed this pipe. Without packets nothing is written, so no write would fail.
bool has_lost_its_reader(std::FILE* file);

/// Listens; if it fails, `error` gets a message for users.
Socket listen_on(const std::string& address, std::uint16_t port, std::string& error);

/// Accepts a connection, and tells from which address; a closed socket: none is waiting.
Socket accept_from(const Socket& listener, std::string& address);

/// True if all bytes were accepted at once, as a greeting is on a new connection.
bool send_all(const Socket& socket, std::span<const std::uint8_t> bytes);

enum class Received : std::uint8_t { bytes, nothing, ended, broken };
/// Reads available bytes into `buffer`; `size`: their number. `ended`: the other end has sent all; `broken`: it has
/// gone.
Received receive(const Socket& socket, std::span<std::uint8_t> buffer, std::size_t& size);

/// Waits until one of the entries is ready, for at most this time.
void wait_for(std::vector<PollEntry>& entries, int milliseconds);

/// The same, as exactly as the system can: elsewhere than on Linux, to the millisecond.
void wait_until(std::vector<PollEntry>& entries, std::int64_t nanoseconds);

/// To be called once, before all others. False: the system has no sockets.
bool begin_sockets();

}  // namespace godotdump
