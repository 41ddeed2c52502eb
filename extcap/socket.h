// SPDX-License-Identifier: MIT
// The little that godotdump needs of sockets, on every platform.
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

/// A pipe that its reader has closed: what a capture without packets cannot learn from writing.
bool has_lost_its_reader(std::FILE* file);

/// Listens; without success `error` says why, in words for people.
Socket listen_on(const std::string& address, std::uint16_t port, std::string& error);

/// Somebody who has connected; closed if there is nobody.
Socket accept_from(const Socket& listener);

/// True if all was taken: what a greeting needs, on a new connection.
bool send_all(const Socket& socket, std::span<const std::uint8_t> bytes);

enum class Received : std::uint8_t { bytes, nothing, ended };
/// Reads what is there into `buffer`; `size` is how much that was.
Received receive(const Socket& socket, std::span<std::uint8_t> buffer, std::size_t& size);

/// Waits until one of the entries has something to say, so many milliseconds at most.
void wait_for(std::vector<PollEntry>& entries, int milliseconds);

/// Once, before all others. False: this machine has no network.
bool begin_sockets();

}  // namespace godotdump
