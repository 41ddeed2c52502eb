// SPDX-License-Identifier: MIT
#include "extcap/socket.h"

#include <ctime>

#include "extcap/platform.h"

#ifdef _WIN32
#include <io.h>
#endif

namespace godotdump {
namespace {

using namespace platform;

// As many as the system allows: a burst of connections does not keep a game out while others are being accepted.
constexpr int waiting_connections = SOMAXCONN;

/// The bytes of an address that one owner may have many of: an address of IPv4, the first half of one of IPv6.
std::string network_of(const sockaddr_storage& from) {
  if (from.ss_family == AF_INET6) {
    sockaddr_in6 address;
    std::memcpy(&address, &from, sizeof address);
    return {reinterpret_cast<const char*>(&address.sin6_addr), 8};
  }
  sockaddr_in address;
  std::memcpy(&address, &from, sizeof address);
  return {reinterpret_cast<const char*>(&address.sin_addr), sizeof address.sin_addr};
}

}  // namespace

Handle Socket::none() {
#ifdef _WIN32
  return INVALID_SOCKET;
#else
  return -1;
#endif
}

Socket& Socket::operator=(Socket&& other) noexcept {
  if (this != &other) {
    close();
    handle_ = other.handle_;
    other.handle_ = none();
  }
  return *this;
}

void Socket::close() {
  if (!is_open()) return;
#ifdef _WIN32
  closesocket(handle_);
#else
  ::close(handle_);
#endif
  handle_ = none();
}

bool begin_sockets() {
#ifdef _WIN32
  WSADATA data;
  return WSAStartup(MAKEWORD(2, 2), &data) == 0;
#else
  return true;
#endif
}

bool has_lost_its_reader(std::FILE* file) {
#ifdef _WIN32
  auto* const handle = reinterpret_cast<HANDLE>(_get_osfhandle(_fileno(file)));
  if (GetFileType(handle) != FILE_TYPE_PIPE) return false;
  DWORD written = 0;
  return WriteFile(handle, "", 0, &written, nullptr) == 0;  // zero bytes: checks only the state of the pipe
#else
  pollfd entry = {};
  entry.fd = fileno(file);
  return poll(&entry, 1, 0) > 0 && (entry.revents & (POLLERR | POLLNVAL)) != 0;
#endif
}

Socket listen_on(const std::string& address, std::uint16_t port, std::string& error) {
  addrinfo hints = {};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE;
  addrinfo* found = nullptr;
  if (getaddrinfo(address.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) {
    error = "'" + address + "' is no address of this machine; 127.0.0.1 is the one that games on it reach";
    return {};
  }
  Socket socket(::socket(found->ai_family, found->ai_socktype, found->ai_protocol));
  int reason = 0;
  if (!socket.is_open()) {
    reason = last_error();
  } else {
#ifdef _WIN32
    const BOOL on = TRUE;
    setsockopt(socket.handle(), SOL_SOCKET, SO_EXCLUSIVEADDRUSE, reinterpret_cast<const char*>(&on), sizeof on);
#else
    // Connections of the previous capture may still be closing.
    const int on = 1;
    setsockopt(socket.handle(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
#endif
    const auto length = static_cast<socklen_t>(found->ai_addrlen);
    const bool good = bind(socket.handle(), found->ai_addr, length) == 0 &&
                      listen(socket.handle(), waiting_connections) == 0 && set_nonblocking(socket.handle());
    if (!good) reason = last_error();
  }
  freeaddrinfo(found);
  if (reason == 0) return socket;
  error = is_taken(reason)
              ? "Port " + std::to_string(port) + " on " + address +
                    " is taken, perhaps by another capture of this kind. Choose another one here and in the "
                    "game's project settings (godot_wireshark/live/port)"
              : "Cannot listen on " + address + ":" + std::to_string(port) + ": " + text_of(reason);
  return {};
}

Socket accept_from(const Socket& listener, std::string& address) {
  sockaddr_storage from = {};
  socklen_t size = sizeof from;
  Socket socket(accept(listener.handle(), reinterpret_cast<sockaddr*>(&from), &size));
  address = network_of(from);
  if (socket.is_open() && !set_nonblocking(socket.handle())) socket.close();
  return socket;
}

bool send_all(const Socket& socket, std::span<const std::uint8_t> bytes) {
  const auto sent = send(socket.handle(), reinterpret_cast<const char*>(bytes.data()), bytes.size(), no_signal);
  return sent >= 0 && static_cast<std::size_t>(sent) == bytes.size();
}

Received receive(const Socket& socket, std::span<std::uint8_t> buffer, std::size_t& size) {
  const auto got = recv(socket.handle(), reinterpret_cast<char*>(buffer.data()), buffer.size(), 0);
  if (got > 0) {
    size = static_cast<std::size_t>(got);
    return Received::bytes;
  }
  if (got == 0) return Received::ended;
  return would_block(last_error()) ? Received::nothing : Received::broken;
}

void wait_until(std::vector<PollEntry>& entries, std::int64_t nanoseconds) {
#ifdef __linux__
  constexpr std::int64_t second = 1'000'000'000;
  timespec time = {};
  time.tv_sec = static_cast<std::time_t>(nanoseconds / second);
  time.tv_nsec = static_cast<long>(nanoseconds % second);
  ppoll(entries.data(), static_cast<nfds_t>(entries.size()), &time, nullptr);
#else
  constexpr std::int64_t millisecond = 1'000'000;
  wait_for(entries, static_cast<int>((nanoseconds + millisecond - 1) / millisecond));
#endif
}

void wait_for(std::vector<PollEntry>& entries, int milliseconds) {
#ifdef _WIN32
  WSAPoll(entries.data(), static_cast<ULONG>(entries.size()), milliseconds);
#else
  poll(entries.data(), static_cast<nfds_t>(entries.size()), milliseconds);
#endif
}

}  // namespace godotdump
