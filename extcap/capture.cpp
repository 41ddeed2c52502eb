// SPDX-License-Identifier: MIT
#include "extcap/capture.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <list>

#include "codec/tool/console.h"
#include "extcap/socket.h"

namespace godotdump {
namespace {

using Clock = std::chrono::steady_clock;

volatile std::sig_atomic_t stopping = 0;

constexpr std::size_t most_games = 64;
constexpr std::size_t chunk = 1U << 16;
constexpr std::size_t most_at_end = 256;  // chunks: more than systems hold for a socket by default
constexpr int turn = 200;                 // milliseconds between checks for the end of the program, or of the reader
constexpr auto patience = std::chrono::seconds(10);

std::uint64_t now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(since).count());
}

struct Game {
  Socket socket;
  Session session;
  Clock::time_point since = Clock::now();
  bool is_over = false;
};

class Capture {
 public:
  Capture(const Settings& settings, std::FILE* out, std::FILE* errors)
      : settings_(settings), out_(out), errors_(errors) {}

  int run() {
    std::string error;
    listener_ = listen_on(settings_.address, settings_.port, error);
    if (!listener_.is_open()) {
      std::fprintf(errors_, "%s.\n", error.c_str());
      return 1;
    }
    pending_ = capture_head();
    while (flush() && !has_lost_its_reader(out_)) {
      if (stopping != 0) {
        drain();
        break;
      }
      std::vector<PollEntry> entries = everybody();
      wait_for(entries, turn);
      welcome();
      for (Game& game : games_) listen_to(game);
      games_.remove_if([](const Game& game) { return game.is_over; });
    }
    return 0;
  }

 private:
  /// Reads what games have sent until now; bounded, as a game may send without a pause.
  void drain() {
    for (Game& game : games_) {
      for (std::size_t chunks = 0; chunks < most_at_end && listen_to(game) && flush(); ++chunks) {
      }
    }
    flush();  // what was received last may have been a reason to close the connection
  }

  [[nodiscard]] std::vector<PollEntry> everybody() const {
    std::vector<PollEntry> entries;
    const auto add = [&](Handle handle) {
      PollEntry entry = {};
      entry.fd = handle;
      entry.events = POLLIN;
      entries.push_back(entry);
    };
    add(listener_.handle());
    for (const Game& game : games_) add(game.socket.handle());
    return entries;
  }

  void welcome() {
    for (;;) {
      Socket socket = accept_from(listener_);
      if (!socket.is_open()) return;
      if (games_.size() >= most_games) {
        notice("More than " + std::to_string(most_games) + " games at once: one was rejected");
        continue;
      }
      const godot::mirror::Greeting greeting = godot::mirror::greeting();
      if (send_all(socket, greeting))
        games_.push_back({.socket = std::move(socket), .session = Session(settings_.wanted)});
    }
  }

  /// Reads one chunk of each game in turn, so that none delays the others. True: there may be more.
  bool listen_to(Game& game) {
    std::size_t size = 0;
    switch (receive(game.socket, buffer_, size)) {
      case Received::nothing:
        if (!game.session.has_greeted() && Clock::now() - game.since > patience) {
          game.is_over = true;
          notice("A program connected and sent nothing; the connection was closed");
        }
        return false;
      case Received::ended: game.is_over = true; return false;
      case Received::bytes: break;
    }
    if (game.session.feed({buffer_.data(), size}, pending_)) return true;
    game.is_over = true;
    notice(game.session.why());
    return false;
  }

  /// A message for users, as a packet; also on a terminal. Other output to stderr would be shown by Wireshark as an
  /// error when the capture ends.
  void notice(const std::string& text) {
    append_notice(pending_, now(), text);
    if (!godot::tool::is_terminal(errors_)) return;
    std::fprintf(errors_, "%s.\n", text.c_str());
    std::fflush(errors_);
  }

  /// False: the reader has closed `out`.
  bool flush() {
    if (pending_.empty()) return true;
    const bool good = std::fwrite(pending_.data(), 1, pending_.size(), out_) == pending_.size();
    pending_.clear();
    return good && std::fflush(out_) == 0;
  }

  const Settings& settings_;
  std::FILE* out_;
  std::FILE* errors_;
  Socket listener_;
  std::list<Game> games_;
  Bytes pending_;
  std::array<std::uint8_t, chunk> buffer_ = {};
};

}  // namespace

int capture(const Settings& settings, std::FILE* out, std::FILE* errors) {
  if (!begin_sockets()) {
    std::fprintf(errors, "This machine has no network that godotdump could listen on.\n");
    return 1;
  }
  return Capture(settings, out, errors).run();
}

void stop_capture() { stopping = 1; }

}  // namespace godotdump
