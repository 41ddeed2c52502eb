// SPDX-License-Identifier: MIT
#include "analyse/output/terminal.h"

#ifdef _WIN32
#include <io.h>
#include <windows.h>

#include <algorithm>
#else
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#endif

namespace godot::analyse {

#ifdef _WIN32

TerminalSize terminal_size() noexcept {
  CONSOLE_SCREEN_BUFFER_INFO info;
  if (GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info) == 0) return {};
  return {static_cast<unsigned>(info.srWindow.Bottom - info.srWindow.Top + 1),
          static_cast<unsigned>(info.srWindow.Right - info.srWindow.Left + 1)};
}

/// A pipe cannot be waited for: it is asked now and then.
bool wait_for_input(unsigned milliseconds) noexcept {
  constexpr unsigned step = 50;
  HANDLE pipe = GetStdHandle(STD_INPUT_HANDLE);
  for (unsigned waited = 0;; waited += step) {
    DWORD there = 0;
    if (PeekNamedPipe(pipe, nullptr, 0, nullptr, &there, nullptr) == 0 || there != 0) return true;
    if (waited >= milliseconds) return false;
    Sleep(step);
  }
}

std::size_t read_input(std::span<std::uint8_t> into, bool& failed) noexcept {
  const int size = _read(_fileno(stdin), into.data(), static_cast<unsigned>(into.size()));
  failed = size < 0;
  return failed ? 0 : static_cast<std::size_t>(size);
}

#else

TerminalSize terminal_size() noexcept {
  winsize size = {};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return {};
  return {size.ws_row, size.ws_col};
}

bool wait_for_input(unsigned milliseconds) noexcept {
  pollfd input = {.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  return poll(&input, 1, static_cast<int>(milliseconds)) != 0;
}

std::size_t read_input(std::span<std::uint8_t> into, bool& failed) noexcept {
  ssize_t size = 0;
  do size = ::read(STDIN_FILENO, into.data(), into.size());
  while (size < 0 && errno == EINTR);
  failed = size < 0;
  return failed ? 0 : static_cast<std::size_t>(size);
}

#endif

}  // namespace godot::analyse
