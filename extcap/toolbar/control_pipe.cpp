// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>

#include "extcap/toolbar/toolbar_pipes.h"

#ifdef _WIN32
#include <windows.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

namespace godotdump {

#ifdef _WIN32

ControlPipe::~ControlPipe() {
  if (is_open()) CloseHandle(handle_);
}

bool ControlPipe::is_open() const { return handle_ != nullptr; }

namespace {

void* open_pipe(const std::string& name, DWORD access) {
  HANDLE const handle = CreateFileA(name.c_str(), access, 0, nullptr, OPEN_EXISTING, 0, nullptr);
  return handle == INVALID_HANDLE_VALUE ? nullptr : handle;
}

}  // namespace

bool ControlPipe::open_to_read(const std::string& name) {
  handle_ = open_pipe(name, GENERIC_READ);
  return is_open();
}

bool ControlPipe::open_to_write(const std::string& name) {
  handle_ = open_pipe(name, GENERIC_WRITE);
  return is_open();
}

std::size_t ControlPipe::read(std::span<std::uint8_t> buffer) {
  DWORD there = 0;
  if (!is_open() || PeekNamedPipe(handle_, nullptr, 0, nullptr, &there, nullptr) == 0 || there == 0) return 0;
  DWORD got = 0;
  if (ReadFile(handle_, buffer.data(), std::min<DWORD>(there, static_cast<DWORD>(buffer.size())), &got, nullptr) == 0)
    return 0;
  return got;
}

std::size_t ControlPipe::write(View bytes) {
  DWORD written = 0;
  if (!is_open() || WriteFile(handle_, bytes.data(), static_cast<DWORD>(bytes.size()), &written, nullptr) == 0)
    return 0;
  return written;
}

#else

ControlPipe::~ControlPipe() {
  if (is_open()) ::close(handle_);
}

bool ControlPipe::is_open() const { return handle_ >= 0; }

// Not blocking: a reader or writer may come later, or never.
bool ControlPipe::open_to_read(const std::string& name) {
  handle_ = ::open(name.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  return is_open();
}

bool ControlPipe::open_to_write(const std::string& name) {
  handle_ = ::open(name.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  return is_open();
}

std::size_t ControlPipe::read(std::span<std::uint8_t> buffer) {
  const auto got = is_open() ? ::read(handle_, buffer.data(), buffer.size()) : 0;
  return got > 0 ? static_cast<std::size_t>(got) : 0;
}

std::size_t ControlPipe::write(View bytes) {
  const auto taken = is_open() ? ::write(handle_, bytes.data(), bytes.size()) : 0;
  return taken > 0 ? static_cast<std::size_t>(taken) : 0;
}

#endif

}  // namespace godotdump
