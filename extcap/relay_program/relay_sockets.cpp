// SPDX-License-Identifier: MIT
#include "extcap/relay_program/relay_sockets.h"

#include <algorithm>
#include <array>

#include "extcap/platform.h"

namespace godotdump {
namespace {

using namespace platform;

constexpr int buffer_bytes = 4 << 20;  // the system may give less

struct Storage {
  sockaddr_storage address = {};
  socklen_t size = sizeof(sockaddr_storage);

  sockaddr* get() { return reinterpret_cast<sockaddr*>(&address); }
};

Storage storage_of(const End& end) {
  Storage storage;
  if (end.is_v6) {
    sockaddr_in6 address = {};
    address.sin6_family = AF_INET6;
    address.sin6_port = htons(end.port);
    std::memcpy(&address.sin6_addr, end.address.data(), 16);
    std::memcpy(&storage.address, &address, sizeof address);
    storage.size = sizeof address;
  } else {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(end.port);
    std::memcpy(&address.sin_addr, end.address.data(), 4);
    std::memcpy(&storage.address, &address, sizeof address);
    storage.size = sizeof address;
  }
  return storage;
}

End end_of(const sockaddr_storage& storage) {
  End end;
  if (storage.ss_family == AF_INET6) {
    sockaddr_in6 address;
    std::memcpy(&address, &storage, sizeof address);
    end.is_v6 = true;
    end.port = ntohs(address.sin6_port);
    std::memcpy(end.address.data(), &address.sin6_addr, 16);
  } else {
    sockaddr_in address;
    std::memcpy(&address, &storage, sizeof address);
    end.port = ntohs(address.sin_port);
    std::memcpy(end.address.data(), &address.sin_addr, 4);
  }
  return end;
}

Socket make_udp(const End& end) {
  Socket socket(::socket(end.is_v6 ? AF_INET6 : AF_INET, SOCK_DGRAM, IPPROTO_UDP));
  if (!socket.is_open()) return socket;
  const int bytes = buffer_bytes;
  setsockopt(socket.handle(), SOL_SOCKET, SO_RCVBUF, reinterpret_cast<const char*>(&bytes), sizeof bytes);
  setsockopt(socket.handle(), SOL_SOCKET, SO_SNDBUF, reinterpret_cast<const char*>(&bytes), sizeof bytes);
#ifdef SO_RXQ_OVFL
  const int on = 1;
  setsockopt(socket.handle(), SOL_SOCKET, SO_RXQ_OVFL, &on, sizeof on);
  // Beyond the system's limit, which root alone may.
  setsockopt(socket.handle(), SOL_SOCKET, SO_RCVBUFFORCE, &bytes, sizeof bytes);
#endif
  if (!set_nonblocking(socket.handle())) socket.close();
  return socket;
}

Received outcome_of_error() {
  const int error = last_error();
  return is_refused(error) ? Received::ended : Received::nothing;
}

}  // namespace

std::optional<End> resolve(const std::string& host, std::uint16_t port, std::string& error) {
  addrinfo hints = {};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0 || found == nullptr) {
    error = "'" + host + "' is no address, and no name of a machine that is known here";
    return std::nullopt;
  }
  sockaddr_storage storage = {};
  std::memcpy(&storage, found->ai_addr, std::min(sizeof storage, static_cast<std::size_t>(found->ai_addrlen)));
  freeaddrinfo(found);
  return end_of(storage);
}

Socket open_udp(const End& local, std::string& error) {
  Socket socket = make_udp(local);
  Storage storage = storage_of(local);
#ifdef _WIN32
  const BOOL on = TRUE;
  if (socket.is_open())
    setsockopt(socket.handle(), SOL_SOCKET, SO_EXCLUSIVEADDRUSE, reinterpret_cast<const char*>(&on), sizeof on);
#endif
  if (socket.is_open() && bind(socket.handle(), storage.get(), storage.size) == 0) return socket;
  const int reason = last_error();
  error = is_taken(reason) ? "Port " + std::to_string(local.port) +
                                 " of UDP is taken on this machine, perhaps by the "
                                 "server itself: the server needs another port than the one for players"
                           : "Cannot listen on " + relay::text_of(local) + ": " + platform::text_of(reason);
  return {};
}

Socket connect_udp(const End& remote) {
  Socket socket = make_udp(remote);
  Storage storage = storage_of(remote);
  if (socket.is_open() && connect(socket.handle(), storage.get(), storage.size) != 0) socket.close();
  return socket;
}

Socket open_tcp(const End& local, std::string& error) {
  Socket socket(::socket(local.is_v6 ? AF_INET6 : AF_INET, SOCK_STREAM, IPPROTO_TCP));
  Storage storage = storage_of(local);
  const int on = 1;
#ifdef _WIN32
  constexpr int alone = SO_EXCLUSIVEADDRUSE;
#else
  constexpr int alone = SO_REUSEADDR;  // connections of the previous capture may still be closing
#endif
  if (socket.is_open()) setsockopt(socket.handle(), SOL_SOCKET, alone, reinterpret_cast<const char*>(&on), sizeof on);
  const bool good = socket.is_open() && bind(socket.handle(), storage.get(), storage.size) == 0 &&
                    listen(socket.handle(), SOMAXCONN) == 0 && set_nonblocking(socket.handle());
  if (good) return socket;
  error = "Cannot listen for TCP on " + relay::text_of(local) + ": " + platform::text_of(last_error());
  return {};
}

Socket connect_tcp(const End& remote) {
  Socket socket(::socket(remote.is_v6 ? AF_INET6 : AF_INET, SOCK_STREAM, IPPROTO_TCP));
  if (!socket.is_open() || !set_nonblocking(socket.handle())) return {};
  const int on = 1;
  setsockopt(socket.handle(), IPPROTO_TCP, TCP_NODELAY, reinterpret_cast<const char*>(&on), sizeof on);
  Storage storage = storage_of(remote);
  if (connect(socket.handle(), storage.get(), storage.size) != 0 && !is_connecting(last_error())) return {};
  return socket;
}

bool is_connected(const Socket& socket) {
  int error = 0;
  socklen_t size = sizeof error;
  return getsockopt(socket.handle(), SOL_SOCKET, SO_ERROR, reinterpret_cast<char*>(&error), &size) == 0 && error == 0;
}

Socket accept_end(const Socket& listener, End& from) {
  Storage storage;
  Socket socket(accept(listener.handle(), storage.get(), &storage.size));
  if (!socket.is_open() || !set_nonblocking(socket.handle())) return {};
  const int on = 1;
  setsockopt(socket.handle(), IPPROTO_TCP, TCP_NODELAY, reinterpret_cast<const char*>(&on), sizeof on);
  from = end_of(storage.address);
  return socket;
}

bool send_some(const Socket& socket, std::span<const std::uint8_t> bytes, std::size_t& size) {
  const auto sent = ::send(socket.handle(), reinterpret_cast<const char*>(bytes.data()), bytes.size(), no_signal);
  size = sent > 0 ? static_cast<std::size_t>(sent) : 0;
  return sent >= 0 || would_block(last_error());
}

void end_sending(const Socket& socket) {
#ifdef _WIN32
  shutdown(socket.handle(), SD_SEND);
#else
  shutdown(socket.handle(), SHUT_WR);
#endif
}

End local_end(const Socket& socket) {
  Storage storage;
  if (getsockname(socket.handle(), storage.get(), &storage.size) != 0) return {};
  return end_of(storage.address);
}

#ifdef SO_RXQ_OVFL

Received receive_from(const Socket& socket, std::span<std::uint8_t> buffer, ReceivedDatagram& datagram) {
  Storage storage;
  iovec where = {.iov_base = buffer.data(), .iov_len = buffer.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(std::uint32_t))> extra;
  msghdr message = {};
  message.msg_name = storage.get();
  message.msg_namelen = storage.size;
  message.msg_iov = &where;
  message.msg_iovlen = 1;
  message.msg_control = extra.data();
  message.msg_controllen = extra.size();
  const auto got = recvmsg(socket.handle(), &message, 0);
  if (got < 0) return outcome_of_error();
  datagram.size = static_cast<std::size_t>(got);
  datagram.from = end_of(storage.address);
  for (cmsghdr* each = CMSG_FIRSTHDR(&message); each != nullptr; each = CMSG_NXTHDR(&message, each))
    if (each->cmsg_level == SOL_SOCKET && each->cmsg_type == SO_RXQ_OVFL)
      std::memcpy(&datagram.overrun, CMSG_DATA(each), sizeof datagram.overrun);
  return Received::bytes;
}

#else

Received receive_from(const Socket& socket, std::span<std::uint8_t> buffer, ReceivedDatagram& datagram) {
  Storage storage;
  const auto got =
      recvfrom(socket.handle(), reinterpret_cast<char*>(buffer.data()), buffer.size(), 0, storage.get(), &storage.size);
  if (got < 0) return outcome_of_error();
  datagram.size = static_cast<std::size_t>(got);
  datagram.from = end_of(storage.address);
  return Received::bytes;
}

#endif

bool send_to(const Socket& socket, std::span<const std::uint8_t> bytes, const End& to) {
  Storage storage = storage_of(to);
  const auto send = [&] {
    return sendto(socket.handle(), reinterpret_cast<const char*>(bytes.data()), bytes.size(), no_signal, storage.get(),
                  storage.size) >= 0;
  };
  return send() || (is_refused(last_error()) && send());  // the error is that of an earlier datagram
}

bool send_one(const Socket& socket, std::span<const std::uint8_t> bytes) {
  const auto send = [&] {
    return ::send(socket.handle(), reinterpret_cast<const char*>(bytes.data()), bytes.size(), no_signal) >= 0;
  };
  return send() || (is_refused(last_error()) && send());
}

}  // namespace godotdump
