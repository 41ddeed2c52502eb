// SPDX-License-Identifier: MIT
#include "extcap/relay_program/relay.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>

#include "codec/tool/console.h"
#include "extcap/mirror/game_admission.h"
#include "extcap/output/own_file.h"
#include "extcap/relay/network_link.h"
#include "extcap/relay/players.h"
#include "extcap/relay_program/relay_report.h"
#include "extcap/relay_program/relay_sockets.h"
#include "extcap/relay_program/relayed_tcp.h"
#include "extcap/stop.h"
#include "extcap/toolbar/toolbar_pipes.h"

namespace godotdump {
namespace {

using godot::relay::Fate;
using godot::relay::is_dropped;
using godot::relay::Outcome;
using relay::Time;
using relay::Way;

constexpr Time turn = 100 * relay::millisecond;  // between checks for the end of the program, or of the reader
constexpr int most_at_once = 64;                 // datagrams of one socket, before others have their turn
constexpr std::size_t largest_datagram = 65536;

class Clock {
 public:
  [[nodiscard]] Time now() const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - began_).count();
  }

 private:
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

/// What a player has besides the number.
struct Route {
  Socket back;                // the relay's socket towards the server
  End back_end;               // the address of `back` on this host
  End front_end;              // the relay's address, as the player sees it
  std::uint32_t overrun = 0;  // what the system has dropped at `back`
};

class Relay {
 public:
  Relay(const RelaySettings& settings, std::FILE* out, std::FILE* log, std::FILE* errors)
      : settings_(settings), errors_(errors), out_(out), report_(out, log), link_(settings.seed) {}

  int run() {
    std::string error;
    if (!open(error)) {
      std::fprintf(errors_, "%s.\n", error.c_str());
      return 1;
    }
    report_.begin(description());
    say("Players connect to " + relay::text_of(front_end_) + ", the server is " + relay::text_of(server_) + ", seed " +
        std::to_string(settings_.seed));
    if (settings_.preset != nullptr) set_preset(*settings_.preset);
    for (const relay::Change& change : settings_.changes) apply(change);
    link_.faults_now().set_script(settings_.script, clock_.now());
    while (stopping == 0 && !report_.has_failed() && !(out_ != nullptr && has_lost_its_reader(out_))) turn_once();
    report_counts(true);
    report_.flush(clock_.now());
    if (settings_.in_terminal) sum_up();
    return 0;
  }

 private:
  bool open(std::string& error) {
    const auto local = resolve(settings_.address, settings_.port, error);
    if (!local) return false;
    const auto server = resolve(settings_.server, settings_.server_port, error);
    if (!server) return false;
    server_ = *server;
    if (local->port == server->port && (*local == *server || (is_any(*local) && relay::is_loopback(*server)))) {
      error = "The relay and the server can't have the same port, " + std::to_string(local->port) + ", on one machine";
      return false;
    }
    front_ = open_udp(*local, error);
    if (!front_.is_open()) return false;
    front_end_ = local_end(front_);
    listener_ = open_tcp(front_end_, error);
    if (!listener_.is_open()) return false;
    players_.emplace(!relay::is_loopback(front_end_));
    return true;
  }

  static bool is_any(const End& end) {
    return std::all_of(end.address.begin(), end.address.end(), [](auto each) { return each == 0; });
  }

  [[nodiscard]] std::string description() const {
    std::string text = "godotdump " GODOTDUMP_VERSION ", a network made worse on purpose: players at " +
                       relay::text_of(front_end_) + ", server at " + relay::text_of(server_) + ", seed " +
                       std::to_string(settings_.seed);
    if (settings_.preset != nullptr) text.append(", preset ").append(settings_.preset->name);
    for (const relay::Change& change : settings_.changes) text += ", " + relay::text_of(change);
    return text;
  }

  void turn_once() {
    const Time now = clock_.now();
    proceed(now);
    depart();
    wait();
    read();
    if (const Time after = clock_.now(); after - checked_ >= turn) {
      checked_ = after;
      housekeeping(after);
    }
    report_.flush(clock_.now());
  }

  // --- Settings ---------------------------------------------------------------------------------------------------

  void proceed(Time now) {
    if (link_.faults_now().next() > now) return;
    for (const auto& each : link_.faults_now().proceed(now)) {
      if (each.change.setting == relay::Setting::freeze) link_.stand_still(each.change, now);
      say((each.has_ended ? "Ended: " : "") + relay::text_of(each.change));
    }
  }

  void apply(const relay::Change& change) {
    if (change.setting == relay::Setting::freeze) link_.stand_still(change, clock_.now());
    else link_.faults_now().change(change);
    say(relay::text_of(change));
  }

  void set_preset(const relay::Preset& preset) {
    link_.faults_now().set_preset(preset, clock_.now());
    std::string text = "Preset " + std::string(preset.name);
    if (!preset.script.empty()) text.append(": ").append(preset.script);
    say(text);
  }

  // --- Datagrams --------------------------------------------------------------------------------------------------

  void wait() {
    entries_.clear();
    const auto add = [&](Handle handle) {
      PollEntry entry = {};
      entry.fd = handle;
      entry.events = POLLIN;
      entries_.push_back(entry);
    };
    add(front_.handle());
    polled_.clear();
    for (unsigned player = 1; player <= relay::most_players; ++player) {
      if (!routes_[player].back.is_open()) continue;
      add(routes_[player].back.handle());
      polled_.push_back(player);
    }
    add(listener_.handle());
    first_of_streams_ = entries_.size();
    streams_.add_entries(entries_);
    const Time now = clock_.now();
    wait_until(entries_, std::clamp<Time>(std::min(link_.next(), streams_.next()) - now, 0,
                                          toolbar_.is_used() ? turn / 2 : turn));
  }

  void read() {
    if (entries_[0].revents != 0) read_front();
    for (std::size_t i = 0; i < polled_.size(); ++i)
      if (entries_[i + 1].revents != 0) read_back(polled_[i]);
    streams_.proceed(entries_);
    if (entries_[first_of_streams_ - 1].revents != 0) accept();
  }

  void accept() {
    for (;;) {
      End from;
      Socket socket = accept_end(listener_, from);
      if (!socket.is_open()) return;
      from.is_stream = true;
      const Time now = clock_.now();
      const auto joined = players_->join(from, now);
      if (joined.player == 0) {
        strangers_.count();
        continue;
      }
      make_place(joined);
      say("Player " + std::to_string(joined.player) + " is " + relay::text_of(from) + ", over TCP");
      toolbar_.has_player(joined.player);
      End front = local_end(socket);
      if (streams_.add(joined.player, std::move(socket), from, front, server_)) continue;
      players_->forget(joined.player);
      say("Player " + std::to_string(joined.player) + " found no server at " + relay::text_of(server_));
    }
  }

  void read_front() {
    for (int i = 0; i < most_at_once; ++i) {
      ReceivedDatagram datagram;
      switch (receive_from(front_, buffer_, datagram)) {
        case Received::nothing: return;
        case Received::ended:
        case Received::broken: continue;
        case Received::bytes: break;
      }
      count_overrun(datagram.overrun, front_overrun_);
      const unsigned player = player_of(datagram.from, clock_.now());
      const Time now = clock_.now();  // after what was said of a new player
      if (player == 0) {
        strangers_.count();
        continue;
      }
      players_->heard(player, datagram.size, now);
      pass(player, Way::up, {buffer_.data(), datagram.size}, now);
      depart();
    }
  }

  void read_back(unsigned player) {
    for (int i = 0; i < most_at_once; ++i) {
      ReceivedDatagram datagram;
      switch (receive_from(routes_[player].back, buffer_, datagram)) {
        case Received::nothing: return;
        case Received::ended:
        case Received::broken: unreached_.count(); continue;
        case Received::bytes: break;
      }
      count_overrun(datagram.overrun, routes_[player].overrun);
      const Time now = clock_.now();
      const unsigned most_times = link_.faults_now().of(player, Way::down).duplicate > 0 ? 2 : 1;
      if (players_->may_get(player, datagram.size, most_times)) {
        pass(player, Way::down, {buffer_.data(), datagram.size}, now);
      } else {
        came(player, Way::down, {buffer_.data(), datagram.size}, link_.refuse(player, Way::down, Outcome::unproven),
             now);
      }
      depart();
    }
  }

  /// `told`: what the system has dropped at a socket until now; `before`: what it had told before.
  void count_overrun(std::uint32_t told, std::uint32_t& before) {
    if (told == before) return;
    overrun_.count(told - before);
    before = told;
  }

  unsigned player_of(const End& client, Time now) {
    if (const unsigned known = players_->find(client)) return known;
    const auto joined = players_->join(client, now);
    if (joined.player == 0) return 0;
    make_place(joined);
    Route& route = routes_[joined.player];
    route.back = connect_udp(server_);
    if (!route.back.is_open()) {
      players_->forget(joined.player);
      return 0;
    }
    route.back_end = local_end(route.back);
    route.front_end = front_end_;
    if (is_any(front_end_)) {
      // The address that this machine has for the player.
      const Socket probe = connect_udp(client);
      if (probe.is_open()) route.front_end.address = local_end(probe).address;
    }
    say("Player " + std::to_string(joined.player) + " is " + relay::text_of(client));
    toolbar_.has_player(joined.player);
    return joined.player;
  }

  void make_place(const relay::Players::Joined& joined) {
    if (!joined.why.empty()) leave(joined.player, "has lost its place to another: " + std::string(joined.why));
  }

  void leave(unsigned player, const std::string& why) {
    routes_[player] = {};
    streams_.remove(player);
    link_.forget(player);
    say("Player " + std::to_string(player) + " " + why);
  }

  void pass(unsigned player, Way way, View bytes, Time now) {
    const auto arrival = link_.arrive(player, way, bytes, relay::header_size(front_end_.is_v6), now);
    came(player, way, bytes, arrival.fate, now);
    if (arrival.goes_at_once) send(player, way, bytes, arrival.fate.number, 1);
  }

  void came(unsigned player, Way way, View bytes, const Fate& fate, Time now) {
    const Route& route = routes_[player];
    if (way == Way::up) report_.arrived(now, Side::players, players_->client(player), route.front_end, bytes, fate);
    else report_.arrived(now, Side::server, server_, route.back_end, bytes, fate);
  }

  void depart() {
    while (const auto departure = link_.depart(clock_.now()))
      send(departure->player, departure->way, departure->bytes, departure->number, departure->copy);
  }

  void send(unsigned player, Way way, View bytes, std::uint64_t number, std::uint32_t copy) {
    const Route& route = routes_[player];
    const End& client = players_->client(player);
    const bool good = way == Way::up ? send_one(route.back, bytes) : send_to(front_, bytes, client);
    if (!good) {
      unsent_.count();
      return;
    }
    const Fate fate{
        .player = player, .to_server = way == Way::up, .number = number, .outcome = Outcome::sent, .copy = copy};
    if (way == Way::up) report_.sent(clock_.now(), Side::server, route.back_end, server_, bytes, fate);
    else report_.sent(clock_.now(), Side::players, route.front_end, client, bytes, fate);
  }

  // --- The rest ---------------------------------------------------------------------------------------------------

  void housekeeping(Time now) {
    for (const unsigned player : players_->forget_silent(now))
      leave(player, "has been silent for a minute, and is forgotten");
    report_counts(false);
    toolbar_.poll([&](const ToolbarOrder& order) { apply(order); });
  }

  /// Says what happens often, once a second. `all`: also what has not been due yet.
  void report_counts(bool all) {
    const auto told = [&](Tally& tally, std::string_view what) {
      const std::uint64_t count = all ? tally.rest() : tally.due(std::chrono::steady_clock::now());
      if (count != 0) say(std::to_string(count) + std::string(what));
    };
    told(strangers_,
         " datagrams of strangers were ignored: there are " + std::to_string(relay::most_players) + " players");
    told(unreached_, " datagrams found nobody: no server listens on " + relay::text_of(server_));
    told(unsent_, " datagrams were lost in this machine, which could not send them");
    told(overrun_, " datagrams were lost in this machine before the relay, which was not fast enough");
  }

  void apply(const ToolbarOrder& order) {
    if (order.is_quit) stopping = 1;
    if (order.preset != nullptr) set_preset(*order.preset);
    if (order.change) apply(*order.change);
  }

  /// A message for users, as a packet, in the toolbar's log and on a terminal. Other output to stderr would be shown by
  /// Wireshark as an error when the capture ends.
  void say(const std::string& text) {
    report_.notice(clock_.now(), text);
    toolbar_.log(text);
    if (!settings_.in_terminal && !godot::tool::is_terminal(errors_)) return;
    std::fprintf(errors_, "%s.\n", text.c_str());
    std::fflush(errors_);
  }

  void sum_up() {
    for (const Way way : {Way::up, Way::down}) {
      const Report::Sums& sums = report_.sums(way);
      std::string text = way == Way::up ? "To the server: " : "To the players: ";
      text += std::to_string(sums.outcomes[0]) + " passed";
      if (sums.copies != 0) text += ", " + std::to_string(sums.copies) + " of them twice";
      if (sums.held_back != 0) text += ", " + std::to_string(sums.held_back) + " held back";
      for (unsigned i = 0; i < godot::relay::outcome_count; ++i) {
        const auto outcome = static_cast<Outcome>(i);
        if (!is_dropped(outcome) || sums.outcomes[i] == 0) continue;
        text += "; dropped " + std::to_string(sums.outcomes[i]) + ": ";
        text += godot::relay::name(outcome);
      }
      std::fprintf(errors_, "%s.\n", text.c_str());
    }
  }

  const RelaySettings& settings_;
  std::FILE* errors_;
  std::FILE* out_;
  Clock clock_;
  Report report_;
  relay::Link link_;
  Toolbar toolbar_{settings_.control_in, settings_.control_out};
  Socket front_;
  Socket listener_;
  Streams streams_{{.link = link_,
                    .report = report_,
                    .now = [this] { return clock_.now(); },
                    .passed =
                        [this](unsigned player, Way way, std::size_t bytes) {
                          if (way == Way::up) players_->heard(player, bytes, clock_.now());
                          else (void)players_->may_get(player, bytes);
                        },
                    .ended =
                        [this](unsigned player, const std::string& why) {
                          players_->forget(player);
                          link_.forget(player);
                          say("Player " + std::to_string(player) + " " + why);
                        }}};
  std::size_t first_of_streams_ = 0;
  End front_end_;
  End server_;
  std::optional<relay::Players> players_;
  std::array<Route, relay::most_players + 1> routes_;
  std::vector<PollEntry> entries_;
  std::vector<unsigned> polled_;
  Tally strangers_;
  Tally unreached_;
  Tally unsent_;
  Tally overrun_;
  std::uint32_t front_overrun_ = 0;
  Time checked_ = 0;
  std::array<std::uint8_t, largest_datagram> buffer_ = {};
};

}  // namespace

int relay_games(const RelaySettings& settings, std::FILE* out, std::FILE* errors) {
  if (!begin_sockets()) {
    std::fprintf(errors, "This machine has no network that godotdump could listen on.\n");
    return 1;
  }
  std::FILE* log = nullptr;
  if (!settings.log.empty()) {
    log = open_own_file(settings.log, log_begins, errors);
    if (log == nullptr) return 1;
  }
  const int code = std::make_unique<Relay>(settings, out, log, errors)->run();
  if (log != nullptr) std::fclose(log);
  return code;
}

}  // namespace godotdump
