// SPDX-License-Identifier: MIT
#include "analyse/installed_page.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <system_error>

#include "analyse/output/printing.h"

#ifdef _WIN32
#include <windows.h>
// After windows.h, whose types it uses.
#include <shellapi.h>
#else
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#endif
#ifdef __APPLE__
#include <crt_externs.h>
#include <mach-o/dyld.h>
#endif

namespace godot::analyse {
namespace fs = std::filesystem;
namespace {

constexpr int no_page = 2;

#ifdef _WIN32

fs::path program() {
  std::array<wchar_t, 32768> name = {};
  const DWORD size = GetModuleFileNameW(nullptr, name.data(), static_cast<DWORD>(name.size()));
  return size < name.size() ? fs::path(std::wstring(name.data(), size)) : fs::path();
}

bool open_in_browser(const std::string& address) {
  const std::wstring wide(address.begin(), address.end());
  constexpr INT_PTR last_error = 32;
  return reinterpret_cast<INT_PTR>(ShellExecuteW(nullptr, L"open", wide.c_str(), nullptr, nullptr, SW_SHOWNORMAL)) >
         last_error;
}

#else

fs::path program() {
  std::error_code error;
#ifdef __APPLE__
  std::array<char, 4096> name = {};
  auto size = static_cast<std::uint32_t>(name.size());
  if (_NSGetExecutablePath(name.data(), &size) != 0) return {};
  return fs::canonical(name.data(), error);
#else
  return fs::read_symlink("/proc/self/exe", error);
#endif
}

bool open_in_browser(const std::string& address) {
#ifdef __APPLE__
  std::string opener = "open";
  char** environment = *_NSGetEnviron();
#else
  std::string opener = "xdg-open";
  char** environment = environ;
#endif
  std::string word = address;
  const std::array<char*, 3> words = {opener.data(), word.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, opener.c_str(), nullptr, nullptr, words.data(), environment) != 0) return false;
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

#endif

/// file:// and the path; bytes that have a meaning in an address are escaped.
std::string address_of(const fs::path& file) {
  static constexpr char digits[] = "0123456789ABCDEF";
  static constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/:";
  const std::u8string name = file.generic_u8string();
  std::string address = name.starts_with(u8'/') ? "file://" : "file:///";
  for (const char8_t each : name) {
    const auto byte = static_cast<unsigned char>(each);
    if (plain.find(static_cast<char>(byte)) != std::string_view::npos) {
      address += static_cast<char>(byte);
      continue;
    }
    address += '%';
    address += digits[byte >> 4U];
    address += digits[byte & 15U];
  }
  return address;
}

}  // namespace

fs::path installed_page() {
  const fs::path folder = program().parent_path();
  if (folder.empty()) return {};
  std::error_code error;
  for (const fs::path& place :
       {folder / "godot-page.html", folder.parent_path() / "share" / "godot-wireshark" / "godot-page.html"})
    if (fs::is_regular_file(place, error)) return place;
  return {};
}

int open_page() {
  const fs::path page = installed_page();
  if (page.empty()) {
    say("the page is not installed here; a release has it, godot-page.html: put it beside the program, or open it in a "
        "browser");
    return no_page;
  }
  const std::string address = address_of(page);
  std::puts(address.c_str());
  std::fflush(stdout);
  if (!open_in_browser(address)) say("no browser could be started; open this in one");
  return 0;
}

}  // namespace godot::analyse
