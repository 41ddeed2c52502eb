// SPDX-License-Identifier: MIT
#include "codec/tool/console.h"

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <windows.h>
// After windows.h, whose types it uses.
#include <shellapi.h>

#include <filesystem>
#else
#include <unistd.h>

#include <csignal>
#endif

namespace godot::tool {

#ifdef _WIN32

void prepare_console() {
  _setmode(_fileno(stdin), _O_BINARY);
  _setmode(_fileno(stdout), _O_BINARY);
  SetConsoleOutputCP(CP_UTF8);
}

std::vector<std::string> command_line(int count, const char* const* words) {
  // The arguments of main() are in the system's code page, which may lack a character of a file's name.
  int wide_count = 0;
  wchar_t** const wide = CommandLineToArgvW(GetCommandLineW(), &wide_count);
  if (wide == nullptr) return {words, words + count};
  std::vector<std::string> utf8;
  for (int i = 0; i < wide_count; ++i) {
    const std::u8string word = std::filesystem::path(wide[i]).u8string();
    utf8.emplace_back(word.begin(), word.end());
  }
  LocalFree(wide);
  return utf8;
}

bool is_terminal(std::FILE* stream) { return _isatty(_fileno(stream)) != 0; }

std::FILE* open_file(const std::string& name, const char* mode) {
  const std::filesystem::path path(std::u8string(name.begin(), name.end()));
  return _wfopen(path.c_str(), std::filesystem::path(mode).c_str());
}

#else

void prepare_console() { std::signal(SIGPIPE, SIG_IGN); }

std::vector<std::string> command_line(int count, const char* const* words) { return {words, words + count}; }

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

std::FILE* open_file(const std::string& name, const char* mode) { return std::fopen(name.c_str(), mode); }

#endif

}  // namespace godot::tool
