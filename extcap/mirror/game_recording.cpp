// SPDX-License-Identifier: MIT
#include "extcap/mirror/game_recording.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <list>
#include <memory>

#include "codec/tool/console.h"
#include "extcap/mirror/game_admission.h"
#include "extcap/mirror/metrics.h"
#include "extcap/socket.h"
#include "extcap/stop.h"
#include "extcap/toolbar/toolbar_pipes.h"

namespace godotdump {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t chunk = 1U << 16;
constexpr std::size_t most_at_end = 256;        // chunks: more than systems hold for a socket by default
constexpr std::size_t most_pending = 1U << 20;  // bytes of packets before they are written
constexpr int turn = 200;  // milliseconds between checks for the end of the program, or of the reader
constexpr auto between_metrics = std::chrono::seconds(1);
constexpr auto patience = std::chrono::seconds(10);

std::uint64_t now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(since).count());
}

/// By its text: what is not surely of this machine is another one.
bool is_loopback(const std::string& address) {
  return address == "localhost" || address == "::1" || address.starts_with("127.");
}

struct Game {
  Socket socket;
  Session session;
  std::string address;
  Clock::time_point since = Clock::now();
  Clock::time_point heard = since;  // when it sent something last
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
    if (!settings_.metrics.empty() && !begin_metrics()) return 1;
    pending_ = capture_head();
    while (flush() && !(out_ != nullptr && has_lost_its_reader(out_))) {
      if (stopping != 0) {
        drain();
        break;
      }
      std::vector<PollEntry> entries = poll_entries();
      wait_for(entries, turn);
      toolbar_.poll([this](const ToolbarOrder& order) { apply(order); });
      accept_connections();
      listen_to_all();
      limit_memory();
      report_refused();
      games_.remove_if([](const Game& game) { return game.is_over; });
      if (metrics_ != nullptr && metrics_->is_full()) begin_metrics_anew();
      if (metrics_ != nullptr && Clock::now() - measured_ >= between_metrics) write_metrics();
    }
    if (metrics_ != nullptr) write_metrics();
    return 0;
  }

 private:
  /// Wireshark has one toolbar for both interfaces of this program.
  void apply(const ToolbarOrder& order) {
    if (order.is_quit) stopping = 1;
    else toolbar_.log("The mirror changes nothing. These controls are for the interface \"Godot game: worse network\"");
  }

  /// Reads what games have sent until now; bounded, as a game may send without a pause.
  void drain() {
    for (Game& game : games_) {
      for (std::size_t chunks = 0; chunks < most_at_end && listen_to(game, chunk) && flush(); ++chunks) {
      }
    }
    flush();  // what was received last may have been a reason to close the connection
  }

  [[nodiscard]] std::vector<PollEntry> poll_entries() const {
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

  void accept_connections() {
    for (std::size_t i = 0; i < most_accepted; ++i) {
      std::string address;
      Socket socket = accept_from(listener_, address);
      if (!socket.is_open()) return;
      if (games_.size() >= most_games && !make_place(address)) {
        refused_.count();
        continue;
      }
      const godot::mirror::Greeting greeting = godot::mirror::greeting();
      if (send_all(socket, greeting))
        games_.push_back(
            {.socket = std::move(socket), .session = Session(settings_.wanted), .address = std::move(address)});
    }
  }

  /// All connections, as the choices of game_admission.h see them. `order`: the same games, by position.
  std::vector<Connection> connections(std::vector<std::list<Game>::iterator>& order) {
    std::vector<Connection> all;
    const auto now = Clock::now();
    for (auto each = games_.begin(); each != games_.end(); ++each) {
      order.push_back(each);
      all.push_back({.age = std::chrono::duration_cast<std::chrono::milliseconds>(now - each->since),
                     .silent = std::chrono::duration_cast<std::chrono::milliseconds>(now - each->heard),
                     .is_game = each->session.is_known(),
                     .memory = each->is_over ? 0 : each->session.memory(),
                     .address = each->address});
    }
    return all;
  }

  /// Closes a silent connection for a new one. False: there is none.
  bool make_place(std::string_view address) {
    std::vector<std::list<Game>::iterator> order;
    const std::vector<Connection> all = connections(order);
    const auto chosen = to_replace(all, address);
    if (!chosen) return false;
    const Connection& connection = all[*chosen];
    const auto seconds = [](auto time) {
      return std::to_string(std::chrono::duration_cast<std::chrono::seconds>(time).count());
    };
    notice("All " + std::to_string(most_games) + " places for games were taken: the connection of " +
           order[*chosen]->session.name() + " was closed for a new one, after " +
           (connection.is_game ? seconds(connection.silent) + " seconds of silence"
                               : seconds(connection.age) + " seconds in which it described no game") +
           ". A game connects again by itself");
    games_.erase(order[*chosen]);
    return true;
  }

  /// Closes connections whose unfinished records need more memory than there is for all.
  void limit_memory() {
    for (;;) {
      std::vector<std::list<Game>::iterator> order;
      const std::vector<Connection> all = connections(order);
      const auto chosen = to_close(all);
      if (!chosen) return;
      notice("Unfinished records need more than the " + std::to_string(most_unfinished >> 20) +
             " MiB that godotdump holds for all games: the connection of " + order[*chosen]->session.name() +
             ", with " + std::to_string(all[*chosen].memory >> 20) + " MiB, was closed");
      games_.erase(order[*chosen]);
    }
  }

  void report_refused() {
    const std::uint64_t count = refused_.due(Clock::now());
    if (count == 0) return;
    notice((count == 1 ? std::string("A connection was") : std::to_string(count) + " connections were") +
           " refused: " + std::to_string(most_games) +
           " games are connected, all of which have described themselves or have connected in the last 10 seconds, and "
           "none has been silent for a minute");
  }

  /// Reads some of each in turn, so that none delays the others for long.
  void listen_to_all() {
    const auto games = static_cast<std::size_t>(
        std::count_if(games_.begin(), games_.end(), [](const Game& game) { return game.session.is_known(); }));
    for (Game& game : games_) listen_to(game, to_read(game.session.is_known(), games));
  }

  /// Reads one chunk. True: there may be more.
  bool listen_to(Game& game, std::size_t most) {
    std::size_t size = 0;
    switch (receive(game.socket, std::span(buffer_).first(std::min(most, buffer_.size())), size)) {
      case Received::nothing:
        if (!game.session.has_greeted() && Clock::now() - game.since > patience) {
          game.is_over = true;
          notice("A program connected and sent nothing; the connection was closed");
        }
        return false;
      case Received::ended:
      case Received::broken: game.is_over = true; return false;
      case Received::bytes: break;
    }
    game.heard = Clock::now();
    const bool goes_on = game.session.feed({buffer_.data(), size}, pending_);
    if (pending_.size() > most_pending) flush();
    if (goes_on) return true;
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

  /// False: the file cannot be written.
  bool begin_metrics() {
    metrics_ = std::make_unique<Metrics>(settings_.projects, is_loopback(settings_.address));
    return write_metrics();
  }

  /// Games connect again within a second, and describe themselves again.
  void begin_metrics_anew() {
    for (Game& game : games_) listen_to(game, chunk);
    flush();
    metrics_->begin_anew();
    games_.clear();
    notice("Connections were closed, so that games describe themselves again: the counters' memory of them was full");
  }

  /// What prevents it is said once, until it succeeds again.
  bool write_metrics() {
    measured_ = Clock::now();
    const std::string why = replace_file(settings_.metrics, metrics_->text(games_.size()));
    if (!why.empty() && !has_failed_) std::fprintf(errors_, "%s.\n", why.c_str());
    has_failed_ = !why.empty();
    return why.empty();
  }

  /// False: the reader has closed `out`.
  bool flush() {
    if (pending_.empty()) return is_writable_;
    if (metrics_ != nullptr) metrics_->feed(pending_);
    if (out_ == nullptr) {
      pending_.clear();
      return true;
    }
    is_writable_ = is_writable_ && std::fwrite(pending_.data(), 1, pending_.size(), out_) == pending_.size() &&
                   std::fflush(out_) == 0;
    pending_.clear();
    return is_writable_;
  }

  const Settings& settings_;
  std::FILE* out_;
  std::FILE* errors_;
  Toolbar toolbar_{settings_.control_in, settings_.control_out};
  Socket listener_;
  std::list<Game> games_;
  Tally refused_;
  bool is_writable_ = true;
  Bytes pending_;
  std::unique_ptr<Metrics> metrics_;  ///< null: no file of metrics was asked for
  Clock::time_point measured_;
  bool has_failed_ = false;
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

}  // namespace godotdump
