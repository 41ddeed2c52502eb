// SPDX-License-Identifier: MIT
#include "analysis/noray/meetings.h"

#include <algorithm>

#include "base/duration.h"
#include "base/plural.h"

namespace godot::analysis {
namespace {

using noray::Command;
using noray::End;
using noray::Handshake;
using problems::Verdict;

// The addon sends ten a second: what is not answered for so long, and so often, is not on its way.
constexpr std::int64_t patience = 2'000'000'000;
constexpr std::uint32_t several = 3;
constexpr std::size_t longest_pid = 512;
constexpr std::size_t longest_refusal = 80;

constexpr const char* ask_relay = "Ask noray for a relay (connect_relay) where punching fails";
constexpr const char* use_local_port = "Listen at Noray.local_port, and give it to create_client() as the local port";

std::uint64_t pair_of(std::uint32_t one, std::uint32_t other) noexcept {
  return std::uint64_t{std::min(one, other)} << 32U | std::max(one, other);
}
std::uint64_t key_of(const End& end) noexcept { return std::uint64_t{end.host} << 16U | end.port; }

const char* text_of(const End& end, const Arena& arena) {
  return arena.text("%u.%u.%u.%u:%u", end.host >> 24U, end.host >> 16U & 255U, end.host >> 8U & 255U, end.host & 255U,
                    end.port);
}
NorayStatement said(std::uint32_t frame, problems::Noray row, const char* text) noexcept {
  return {.frame = frame, .row = row, .text = text};
}
NorayStatement said(std::uint32_t frame, problems::Noray row, const Verdict& verdict, const Arena& arena) {
  return {.frame = frame,
          .is_problem = true,
          .row = row,
          .text = verdict.text(arena),
          .basis = verdict.basis(),
          .advice = verdict.advice(arena)};
}

/// A text of the other end, without what a terminal would obey.
std::string printable(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes.first(std::min(bytes.size(), longest_refusal)))
    text += byte >= ' ' && byte < 127 ? static_cast<char>(byte) : '?';
  return text;
}

}  // namespace

NorayMeetings::Player* NorayMeetings::player_of(const TcpLine& where) {
  const auto found = by_stream_.find(where.stream);
  if (found != by_stream_.end()) return &players_[found->second];
  if (players_.size() == most_entries) return nullptr;
  by_stream_.emplace(where.stream, players_.size());
  players_.push_back({.tcp = where.player, .server = where.server});
  return &players_.back();
}

void NorayMeetings::lose(std::uint32_t stream) {
  const auto found = by_stream_.find(stream);
  if (found != by_stream_.end()) players_[found->second].lacks_bytes = true;
}

void NorayMeetings::line(const TcpLine& where, const noray::Line& line) {
  last_ = std::max(last_, where.at.time);
  Player* player = player_of(where);
  if (player == nullptr) return;
  const auto number = static_cast<std::size_t>(player - players_.data());
  const bool by_relay = line.command == Command::connect_relay;
  if (where.from_player) {
    if (!by_relay && line.command != Command::connect) return;
    if (requests_.size() == most_entries) return;
    asked_by_[number].push_back(requests_.size());
    requests_.push_back({number,
                         by_relay,
                         printable({reinterpret_cast<const std::uint8_t*>(line.data.data()), line.data.size()}),
                         where.at,
                         {}});
    return;
  }
  End other;
  if (line.command == Command::set_oid) player->oid = line.data;
  if (line.command == Command::set_pid && line.data.size() <= longest_pid) by_pid_[std::string(line.data)] = number;
  if (line.command == Command::connect && noray::read_end(line.data, other))
    begin_meeting(number, false, other, where.at);
  if (by_relay && noray::read_port(line.data, other.port)) {
    other.host = player->server.host;
    begin_meeting(number, true, other, where.at);
  }
}

void NorayMeetings::begin_meeting(std::size_t player, bool by_relay, const End& other, const Seen& at) {
  Indices& open = asked_by_[player];
  const auto asked = std::find_if(open.begin(), open.end(),
                                  [&](std::size_t request) { return requests_[request].by_relay == by_relay; });
  if (asked != open.end()) {
    requests_[*asked].answered = at;
    open.erase(asked);
  }
  if (meetings_.size() == most_entries) return;
  by_hosts_[pair_of(players_[player].tcp.host, other.host)].push_back(meetings_.size());
  meetings_.push_back({.player = player, .by_relay = by_relay, .other = other, .told = at});
}

bool NorayMeetings::is_pid(std::span<const std::uint8_t> bytes) const {
  return bytes.size() <= longest_pid && !by_pid_.empty() &&
         by_pid_.contains(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

bool NorayMeetings::is_registrars(const End& source, const End& destination) const {
  const auto found = by_local_.find(key_of(destination));
  return found != by_local_.end() && players_[found->second].registrar == source;
}

NorayMeetings::Kind NorayMeetings::kind_of(const Datagram& datagram, bool has_ends) const {
  if (noray::handshake_of(datagram.bytes) != noray::Handshake::none) return Kind::handshake;
  if (has_ends && is_pid(datagram.bytes)) return Kind::registration;
  return has_ends && is_registrars(datagram.source, datagram.destination) ? Kind::answer : Kind::none;
}

/// A PID, or the answer to one.
bool NorayMeetings::registers(const Datagram& datagram) {
  const std::string_view text(reinterpret_cast<const char*>(datagram.bytes.data()), datagram.bytes.size());
  if (datagram.bytes.size() <= longest_pid) {
    const auto found = by_pid_.find(std::string(text));
    if (found != by_pid_.end()) {
      Player& player = players_[found->second];
      if (datagram.is_returned) {
        if (player.returned.frame == 0) player.returned = datagram.at;
        return true;
      }
      if (player.pids++ == 0) player.first_pid = datagram.at;
      player.local = datagram.source;
      player.registrar = datagram.destination;
      by_local_[key_of(datagram.source)] = found->second;
      return true;
    }
  }
  const auto found = by_local_.find(key_of(datagram.destination));
  if (found == by_local_.end() || datagram.is_returned) return false;
  Player& player = players_[found->second];
  if (!(player.registrar == datagram.source)) return false;
  if (text == "OK") {
    if (player.accepted.frame == 0) player.accepted = datagram.at;
  } else if (player.refused.frame == 0) {
    player.refused = datagram.at;
    player.refusal = printable(datagram.bytes);
  }
  return true;
}

void NorayMeetings::meets(Meeting& meeting, const Datagram& datagram, bool is_sent) {
  const Handshake handshake = noray::handshake_of(datagram.bytes);
  if (datagram.is_returned) {
    if (is_sent && meeting.returned.frame == 0) meeting.returned = datagram.at;
  } else if (is_sent) {
    if (handshake == Handshake::none) return;
    if (meeting.sent++ == 0) meeting.first_sent = datagram.at;
    meeting.last_sent = datagram.at;
    if (meeting.local_port != datagram.source.port) meeting.from_port = datagram.at;
    meeting.local_port = datagram.source.port;
  } else if (datagram.source == meeting.other) {
    // To a port from which nothing is sent, nothing arrives at the game.
    if (meeting.local_port != 0 && datagram.destination.port != meeting.local_port) return;
    if (meeting.first_heard.frame == 0) meeting.first_heard = datagram.at;
    meeting.last_heard = datagram.at;
    if (handshake != Handshake::none) ++meeting.heard;
    if (handshake != Handshake::sent && meeting.was_heard.frame == 0) meeting.was_heard = datagram.at;
  } else if (handshake != Handshake::none && meeting.other_port.frame == 0) {
    meeting.other_port = datagram.at;
    meeting.came_from = datagram.source.port;
  }
}

void NorayMeetings::datagram(const Datagram& datagram) {
  last_ = std::max(last_, datagram.at.time);
  if (registers(datagram)) return;
  const auto found = by_hosts_.find(pair_of(datagram.source.host, datagram.destination.host));
  if (found == by_hosts_.end()) return;
  const Indices& all = found->second;
  const std::size_t first = all.size() > most_looked_at ? all.size() - most_looked_at : 0;
  bool is_of_one = false;  // else a port of the other host that no meeting knows
  for (std::size_t i = first; i != all.size(); ++i) {
    const End& other = meetings_[all[i]].other;
    is_of_one |= other == datagram.source || other == datagram.destination;
  }
  for (std::size_t i = first; i != all.size(); ++i) {
    Meeting& meeting = meetings_[all[i]];
    const std::uint32_t own = players_[meeting.player].tcp.host;
    const bool is_sent = datagram.source.host == own && datagram.destination == meeting.other;
    const bool is_heard = datagram.destination.host == own && datagram.source.host == meeting.other.host;
    if (is_sent) meets(meeting, datagram, true);
    else if (is_heard && (datagram.source == meeting.other || (!is_of_one && first == 0)))
      meets(meeting, datagram, false);
  }
}

// --- What is said ---------------------------------------------------------------------------------------------------

NorayStatement NorayMeetings::of(const Player& player, const Arena& arena) const {
  if (player.pids == 0) return {};
  const char* who = text_of(player.local, arena);
  const char* where = text_of(player.registrar, arena);
  const std::uint32_t frame = player.first_pid.frame;
  if (player.accepted.frame != 0)
    return said(frame, problems::Noray::registered,
                arena.text("%s is registered at noray (%s) after %.0f ms", who, where,
                           in_milliseconds(player.accepted.time - player.first_pid.time)));
  Verdict verdict(arena.text("%s is not registered at noray: its %u %s to %s %s no OK", who, player.pids,
                             plural(player.pids, "datagram", "datagrams"), where, plural(player.pids, "gets", "get")));
  if (player.refused.frame != 0)
    verdict.proven("noray refuses it",
                   "Register again with the PID of the connection to the same noray, while it is open",
                   {arena.text("its answer in frame %u is \"%s\"", player.refused.frame, player.refusal.c_str()),
                    player.refused.frame});
  else if (player.returned.frame != 0)
    verdict.proven("nothing listens there, or a router refuses it",
                   "Give register_remote() the port of noray's registrar, and open it at noray's server",
                   {arena.text("the ICMP error in frame %u", player.returned.frame), player.returned.frame});
  else if (player.pids < several || since(player.first_pid) < patience) return {};
  verdict.possible("a firewall between them drops UDP to that port, or its answers",
                   "Open UDP 8809 to noray, at both ends");
  verdict.possible("noray's registrar has another port", "Give register_remote() that port");
  return said(frame, problems::Noray::not_registered, verdict, arena);
}

Verdict NorayMeetings::unanswered(const Request& request, const Arena& arena) const {
  const Player& player = players_[request.player];
  Verdict verdict(
      arena.text("noray does not answer %s %s", request.by_relay ? "connect-relay" : "connect", request.oid.c_str()));
  const auto host = std::find_if(players_.begin(), players_.end(),
                                 [&](const Player& each) { return !each.oid.empty() && each.oid == request.oid; });
  if (host == players_.end())
    verdict.possible("noray knows no host of this OID: it is wrong, of another noray, or the host has left",
                     "Compare it with the host's Noray.oid, and keep the host's connection to noray open");
  else verdict.excluded("noray knows no host of this OID", {});
  if (host == players_.end() || host->accepted.frame == 0)
    verdict.possible("the host has not registered its UDP port", "Await register_remote() at the host");
  else
    verdict.excluded("the host has not registered its UDP port",
                     {arena.text("OK in frame %u", host->accepted.frame), host->accepted.frame});
  if (player.accepted.frame == 0 || player.accepted.time > request.asked.time)
    verdict.possible("this end had not registered its UDP port", "Await register_remote() before connecting");
  else
    verdict.excluded("this end had not registered its UDP port",
                     {arena.text("OK in frame %u", player.accepted.frame), player.accepted.frame});
  if (request.by_relay)
    verdict.possible("noray has no free relay port", "Configure more ports (NORAY_UDP_RELAY_PORTS)");
  return verdict;
}

NorayStatement NorayMeetings::of(const Request& request, const Arena& arena) const {
  if (request.answered.frame != 0 || players_[request.player].lacks_bytes || since(request.asked) < patience) return {};
  return said(request.asked.frame, problems::Noray::unanswered, unanswered(request, arena), arena);
}

Verdict NorayMeetings::unheard(const Meeting& meeting, const Arena& arena) const {
  const Player& player = players_[meeting.player];
  Verdict verdict(arena.text("Nothing comes from %s%s, after %u %s in %.1f s", text_of(meeting.other, arena),
                             meeting.by_relay ? " (noray's relay)" : "", meeting.sent,
                             plural(meeting.sent, "handshake", "handshakes"),
                             in_milliseconds(meeting.last_sent.time - meeting.first_sent.time) / 1e3));
  const bool knows_local = player.pids != 0;
  if (knows_local && meeting.local_port != player.local.port) {
    verdict.proven("this end sends from another port than it has registered, to which the other end sends",
                   use_local_port,
                   {arena.text("port %u in frame %u, registered is %u", meeting.local_port, meeting.from_port.frame,
                               player.local.port),
                    meeting.from_port.frame});
    return verdict;
  }
  if (meeting.returned.frame != 0) {
    verdict.proven("a host or router on the way refuses the handshakes",
                   "Let the other end listen at Noray.local_port, and let its firewall admit UDP",
                   {arena.text("the ICMP error in frame %u", meeting.returned.frame), meeting.returned.frame});
    return verdict;
  }
  if (meeting.other_port.frame != 0) {
    const problems::Evidence seen = {arena.text("a handshake comes from port %u of its host in frame %u",
                                                meeting.came_from, meeting.other_port.frame),
                                     meeting.other_port.frame};
    verdict.possible("the other end is behind a symmetric NAT, which takes another port for each destination",
                     meeting.by_relay ? "Let it use another network, or a server of the game's own" : ask_relay, seen);
    verdict.possible("the other end's game sends from another port than it has registered", use_local_port, seen);
    verdict.excluded("a firewall drops its datagrams", seen);
    return verdict;
  }
  if (meeting.by_relay) {
    verdict.possible("noray's relay ports are not open",
                     "Open them at noray's server: its README says how, also in Docker");
    verdict.possible("a NAT takes another port for each destination, so that noray does not know the sender",
                     "Let the player use another network, or a server of the game's own");
  } else {
    verdict.possible("one of the two is behind a symmetric NAT, which takes another port for each destination",
                     ask_relay);
    verdict.possible("a firewall at either end drops UDP of peers", ask_relay);
  }
  verdict.possible("the other end sends no handshakes, or from another port than it has registered",
                   "Let it listen at Noray.local_port, and handshake when noray says connect");
  if (player.accepted.frame != 0)
    verdict.excluded("this network lets no UDP out",
                     {arena.text("noray's OK in frame %u", player.accepted.frame), player.accepted.frame});
  return verdict;
}

Verdict NorayMeetings::one_way(const Meeting& meeting, const Arena& arena) const {
  Verdict verdict(arena.text("%s sends %u %s, and never says that it hears this end", text_of(meeting.other, arena),
                             meeting.heard, plural(meeting.heard, "handshake", "handshakes")));
  verdict.possible("a firewall at either end, or the other end's router, drops what this end sends", ask_relay);
  verdict.possible(
      "this end is behind a symmetric NAT: its handshakes leave from another port than the other end expects",
      ask_relay);
  return verdict;
}

NorayStatement NorayMeetings::of(const Meeting& meeting, const Arena& arena) const {
  const char* way = meeting.by_relay ? "by noray's relay" : "by punching";
  if (meeting.was_heard.frame != 0)
    return said(meeting.told.frame, meeting.by_relay ? problems::Noray::relayed : problems::Noray::punched,
                arena.text("%s is reached %s, %.0f ms after noray named it (frame %u)", text_of(meeting.other, arena),
                           way, in_milliseconds(meeting.was_heard.time - meeting.told.time), meeting.was_heard.frame));
  if (meeting.sent < several || since(meeting.first_sent) < patience) return {};
  if (meeting.first_heard.frame == 0)
    return said(meeting.first_sent.frame, problems::Noray::unheard, unheard(meeting, arena), arena);
  if (meeting.heard < several || meeting.last_heard.time - meeting.first_heard.time < patience) return {};
  return said(meeting.first_heard.frame, problems::Noray::one_way, one_way(meeting, arena), arena);
}

std::vector<NorayStatement> NorayMeetings::statements(const Arena& arena) const {
  std::vector<NorayStatement> all;
  const auto add = [&](const NorayStatement& statement) {
    if (statement.text != nullptr) all.push_back(statement);
  };
  for (const Player& each : players_) add(of(each, arena));
  for (const Request& each : requests_) add(of(each, arena));
  for (const Meeting& each : meetings_) add(of(each, arena));
  std::stable_sort(all.begin(), all.end(),
                   [](const NorayStatement& a, const NorayStatement& b) { return a.frame < b.frame; });
  return all;
}

}  // namespace godot::analysis
