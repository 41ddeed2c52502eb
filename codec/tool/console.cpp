// SPDX-License-Identifier: MIT
#include "codec/tool/console.h"

#include <filesystem>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <windows.h>
// After windows.h, whose types it uses.
#include <shellapi.h>
#else
#include <fcntl.h>
#include <sys/stat.h>
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

std::FILE* open_private_file(const std::string& name) { return open_file(name, "wb"); }  // a folder's rights apply

#else

void prepare_console() { std::signal(SIGPIPE, SIG_IGN); }

std::vector<std::string> command_line(int count, const char* const* words) { return {words, words + count}; }

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

std::FILE* open_file(const std::string& name, const char* mode) { return std::fopen(name.c_str(), mode); }

std::FILE* open_private_file(const std::string& name) {
  const int file = open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, S_IRUSR | S_IWUSR);
  return file < 0 ? nullptr : fdopen(file, "wb");
}

#endif

bool is_same_file(const std::string& one, const std::string& other) {
  namespace fs = std::filesystem;
  const auto path_of = [](const std::string& name) { return fs::path(std::u8string(name.begin(), name.end())); };
  std::error_code error;
  if (fs::equivalent(path_of(one), path_of(other), error)) return true;
  const fs::path whole = fs::weakly_canonical(fs::absolute(path_of(one), error), error);
  return !error && whole == fs::weakly_canonical(fs::absolute(path_of(other), error), error);
}

}  // namespace godot::tool
