// SPDX-License-Identifier: MIT
#include "analyse/folder/folder.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "base/open_file.h"

namespace godot::analyse {
namespace {

namespace fs = std::filesystem;

using analysis::path_of;

bool is_capture(const fs::path& path) {
  fs::path name = path.filename();
  if (name.extension() == ".gz" || name.extension() == ".zst") name = name.stem();
  return name.extension() == ".pcap" || name.extension() == ".pcapng" || name.extension() == ".cap";
}

}  // namespace

bool is_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path_of(path), error);
}

std::vector<std::string> captures_below(const std::string& folder) {
  std::vector<std::string> captures;
  std::error_code error;
  constexpr auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator at(path_of(folder), options, error), end; at != end && !error;
       at.increment(error)) {
    std::error_code unknown;
    if (at->is_regular_file(unknown) && is_capture(at->path())) captures.push_back(at->path().string());
  }
  std::sort(captures.begin(), captures.end());
  return captures;
}

#ifdef _WIN32
bool read_each(const std::vector<std::string>&, const std::function<int(const std::string&)>&,
               const std::function<void(const std::string&, const Printed&)>&) {
  return false;
}
#else
namespace {

struct Close {
  void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

std::string content(std::FILE* file) {
  std::string text;
  std::rewind(file);
  char part[1U << 14U];
  for (std::size_t size = 0; (size = std::fread(part, 1, sizeof part, file)) != 0;) text.append(part, size);
  return text;
}

/// A process that reads a capture, and the files that it prints to.
struct Reader {
  std::size_t capture = 0;
  File out;
  File errors;
};

[[noreturn]] void be_reader(const Reader& reader, const std::function<int(const std::string&)>& read,
                            const std::string& capture) {
  dup2(fileno(reader.out.get()), STDOUT_FILENO);
  dup2(fileno(reader.errors.get()), STDERR_FILENO);
  const int status = read(capture);
  std::fflush(nullptr);
  _exit(status);
}

}  // namespace

bool read_each(const std::vector<std::string>& captures, const std::function<int(const std::string&)>& read,
               const std::function<void(const std::string&, const Printed&)>& take) {
  const std::size_t most = std::max(1U, std::thread::hardware_concurrency());
  std::map<pid_t, Reader> running;
  std::map<std::size_t, Printed> printed;  // that came before those of earlier captures
  std::size_t started = 0;
  for (std::size_t taken = 0; taken != captures.size();) {
    while (running.size() < most && started != captures.size()) {
      Reader reader{.capture = started, .out = File(std::tmpfile()), .errors = File(std::tmpfile())};
      if (reader.out == nullptr || reader.errors == nullptr) return false;
      std::fflush(nullptr);  // or each process would print it once more
      const pid_t process = fork();
      if (process < 0) return false;
      if (process == 0) be_reader(reader, read, captures[started]);
      running.emplace(process, std::move(reader));
      ++started;
    }
    int status = 0;
    const auto ended = running.find(wait(&status));
    if (ended == running.end()) return false;
    printed[ended->second.capture] = {.out = content(ended->second.out.get()),
                                      .errors = content(ended->second.errors.get()),
                                      .status = WIFEXITED(status) ? WEXITSTATUS(status) : -1};
    running.erase(ended);
    for (auto next = printed.find(taken); next != printed.end(); next = printed.find(taken)) {
      take(captures[taken++], next->second);
      printed.erase(next);
    }
  }
  return true;
}
#endif

}  // namespace godot::analyse
