// SPDX-License-Identifier: MIT
// A file that may not be read, for a test.
#pragma once

#include <cstdlib>
#include <filesystem>

#ifdef _WIN32
#include <windows.h>
#else
#include <unistd.h>
#endif

namespace godot::test {

/// A file that no process, including this one, can open while this object lives; not on Windows also a folder.
class Locked {
 public:
#ifdef _WIN32
  explicit Locked(const std::filesystem::path& file)
      : handle_(CreateFileW(file.c_str(), GENERIC_READ, 0, nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr)) {}
  ~Locked() { CloseHandle(handle_); }
  [[nodiscard]] bool good() const { return handle_ != INVALID_HANDLE_VALUE; }

 private:
  HANDLE handle_;
#else
  explicit Locked(const std::filesystem::path& file) : user_(geteuid()) {
    std::error_code error;
    std::filesystem::permissions(file, std::filesystem::perms::none, error);
    // Root may read everything, so the test changes its user id for a while.
    good_ = !error && (user_ != 0 || seteuid(nobody) == 0);
  }
  ~Locked() {
    if (user_ == 0 && seteuid(user_) != 0) std::abort();
  }
  [[nodiscard]] bool good() const { return good_; }

 private:
  static constexpr uid_t nobody = 65534;
  uid_t user_;
  bool good_ = false;
#endif

 public:
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
};

}  // namespace godot::test
