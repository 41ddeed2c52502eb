// SPDX-License-Identifier: GPL-2.0-or-later
// One start of tshark for many runs, loaded before tshark by started.py. A start registers some 1,500 protocols, which
// takes longer than most tests' captures. Here they are registered before tshark reads its words; then this process
// becomes a server: for each connection, a fork of it goes on as a tshark that has the words of the request.
//
// File descriptors, from the environment: GODOT_STARTED is a socket that listens, GODOT_STARTED_UNTIL a pipe that ends
// with the tests.
// Request: standard output and error as descriptors, with the length of the words (4 bytes, of this machine's order);
// the words, each with a zero byte behind it. Answer: the process's number, then its status of waitpid() (4 bytes
// each).
#include <dlfcn.h>
#include <getopt.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace {

/// The words of the request; empty in a process that was started as usual.
std::vector<char*> words;

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

int descriptor(const char* name) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::atoi(text) : -1;
}

void write_number(int to, int number) {
  if (write(to, &number, sizeof number) != sizeof number) _exit(EXIT_FAILURE);
}

/// Reads the request. Returns standard output and error.
std::vector<int> read_request(int from) {
  std::uint32_t length = 0;
  iovec part = {&length, sizeof length};
  alignas(cmsghdr) char control[CMSG_SPACE(2 * sizeof(int))];
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  if (recvmsg(from, &message, 0) != sizeof length) _exit(EXIT_FAILURE);
  const cmsghdr* handed = CMSG_FIRSTHDR(&message);
  if (handed == nullptr || handed->cmsg_type != SCM_RIGHTS) _exit(EXIT_FAILURE);
  std::vector<int> outputs(2);
  std::memcpy(outputs.data(), CMSG_DATA(handed), 2 * sizeof(int));

  static std::string text;  // the words point into it
  text.resize(length);
  for (std::size_t at = 0; at != length;) {
    const ssize_t got = read(from, text.data() + at, length - at);
    if (got <= 0) _exit(EXIT_FAILURE);
    at += static_cast<std::size_t>(got);
  }
  for (char* word = text.data(); word < text.data() + length; word += std::strlen(word) + 1) words.push_back(word);
  words.push_back(nullptr);
  return outputs;
}

/// Answers one request. Returns in the process that is to go on as tshark.
void answer(int connection) {
  std::signal(SIGCHLD, SIG_DFL);
  const std::vector<int> outputs = read_request(connection);
  const pid_t made = fork();
  if (made == 0) {
    close(connection);
    for (const int to : {STDOUT_FILENO, STDERR_FILENO}) {
      const int from = outputs[static_cast<std::size_t>(to - STDOUT_FILENO)];
      dup2(from, to);
      close(from);
    }
    return;
  }
  write_number(connection, made);
  int status = EXIT_FAILURE << 8;
  if (made > 0) waitpid(made, &status, 0);
  write_number(connection, status);
  _exit(EXIT_SUCCESS);
}

/// Serves until the tests end. Returns in each process that is to go on as tshark.
void serve(int listening, int until) {
  std::signal(SIGCHLD, SIG_IGN);
  for (;;) {
    pollfd both[] = {{listening, POLLIN, 0}, {until, 0, 0}};
    if (poll(both, 2, -1) < 0) continue;
    if (both[1].revents != 0) _exit(EXIT_SUCCESS);
    if ((both[0].revents & POLLIN) == 0) continue;
    const int connection = accept(listening, nullptr, nullptr);
    if (connection < 0) continue;
    if (fork() == 0) {
      close(listening);
      close(until);
      return answer(connection);
    }
    close(connection);
  }
}

}  // namespace

extern "C" {
// Wireshark 4.0 and 4.2 declare them so.
__attribute__((visibility("default"))) void begin_wiretap(int) __asm__("wtap_init");
__attribute__((visibility("default"))) int begin_epan(void (*)(), void*, int) __asm__("epan_init");
__attribute__((visibility("default"))) void end_epan() __asm__("epan_cleanup");
__attribute__((visibility("default"))) std::FILE* opened(const char*, const char*) __asm__("fopen");
__attribute__((visibility("default"))) int option_of(int, char* const*, const char*, const option*,
                                                     int*) __asm__("ws_getopt_long");

__attribute__((visibility("default"))) int contents_of(const char*, char**, std::size_t*,
                                                       void**) __asm__("g_file_get_contents");

void begin_wiretap(int with_plugins) {
  if (words.empty()) next<decltype(&begin_wiretap)>("wtap_init")(with_plugins);
}

int begin_epan(void (*progress)(), void* data, int with_plugins) {
  return words.empty() ? next<decltype(&begin_epan)>("epan_init")(progress, data, with_plugins) : 1;
}

// The first option that tshark asks for: before it, nothing depends on the words; what it would begin next is begun
// here.
int option_of(int count, char* const* given, const char* short_options, const option* long_options, int* index) {
  static const auto original = next<decltype(&option_of)>("ws_getopt_long");
  const int listening = descriptor("GODOT_STARTED");
  if (words.empty() && listening >= 0) {
    begin_wiretap(1);
    if (begin_epan(nullptr, nullptr, 1) == 0) _exit(EXIT_FAILURE);
    serve(listening, descriptor("GODOT_STARTED_UNTIL"));
  }
  if (words.empty()) return original(count, given, short_options, long_options, index);
  const int own = static_cast<int>(words.size()) - 1;
  const int found = original(own, words.data(), short_options, long_options, index);
  // tshark itself takes what is left from the words that it was started with. It has a copy of the variable of its own.
  if (found == -1 && *static_cast<const int*>(dlsym(RTLD_DEFAULT, "ws_optind")) < own) {
    std::fprintf(stderr, "started: words without an option need a start of their own\n");
    _exit(EXIT_FAILURE);
  }
  return found;
}

// A process that ends gives its memory back. Releasing each field of each protocol first would copy most of what it
// shares with the server.
void end_epan() {
  if (words.empty()) next<decltype(&end_epan)>("epan_cleanup")();
}

// Without the names of vendors, ports and enterprises: tshark reads them at its start and again for each capture, which
// takes half of a run. No test asks for them.
std::FILE* opened(const char* path, const char* mode) {
  for (const char* names : {"/manuf", "/services", "/enterprises.tsv"})
    if (std::string_view(path).ends_with(names)) path = "/dev/null";
  return next<decltype(&opened)>("fopen")(path, mode);
}

// The plugin reads the fields that are printed (-e) from the command line of its process.
int contents_of(const char* path, char** text, std::size_t* size, void** error) {
  if (words.empty() || std::strcmp(path, "/proc/self/cmdline") != 0)
    return next<decltype(&contents_of)>("g_file_get_contents")(path, text, size, error);
  std::string all;
  for (const char* word : words)
    if (word != nullptr) all.append(word, std::strlen(word) + 1);
  *text = static_cast<char*>(next<void* (*)(std::size_t)>("g_malloc")(all.size() + 1));
  std::memcpy(*text, all.c_str(), all.size() + 1);
  if (size != nullptr) *size = all.size();
  return 1;
}
}
