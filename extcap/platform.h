// SPDX-License-Identifier: MIT
// Sockets of POSIX and of Windows, for socket.cpp and relay_sockets.cpp alone.
#pragma once

#include <cerrno>
#include <cstring>
#include <string>

#include "extcap/socket.h"

#ifdef _WIN32
#include <ws2tcpip.h>
#else
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace godotdump::platform {

#ifdef _WIN32
inline int last_error() { return WSAGetLastError(); }
inline bool is_taken(int error) { return error == WSAEADDRINUSE || error == WSAEACCES; }
inline bool would_block(int error) { return error == WSAEWOULDBLOCK; }
inline bool is_refused(int error) { return error == WSAECONNRESET || error == WSAENETRESET; }
inline bool is_connecting(int error) { return error == WSAEWOULDBLOCK; }
inline bool set_nonblocking(Handle handle) {
  u_long on = 1;
  return ioctlsocket(handle, FIONBIO, &on) == 0;
}
inline std::string text_of(int error) { return "error " + std::to_string(error) + " of Windows' sockets"; }
constexpr int no_signal = 0;
#else
inline int last_error() { return errno; }
inline bool is_taken(int error) { return error == EADDRINUSE; }
inline bool would_block(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }
inline bool is_refused(int error) { return error == ECONNREFUSED; }
inline bool is_connecting(int error) { return error == EINPROGRESS; }
inline bool set_nonblocking(Handle handle) { return fcntl(handle, F_SETFL, O_NONBLOCK) == 0; }
inline std::string text_of(int error) { return std::strerror(error); }
#ifdef MSG_NOSIGNAL
constexpr int no_signal = MSG_NOSIGNAL;
#else
constexpr int no_signal = 0;  // SIGPIPE is ignored anyway
#endif
#endif

}  // namespace godotdump::platform
