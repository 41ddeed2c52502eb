// SPDX-License-Identifier: MIT
// What is said of servers, names, pairs and sessions.
#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>

#include "analysis/ice/meetings.h"

#include "base/duration.h"
#include "base/plural.h"

namespace godot::analysis {
namespace {

using problems::Evidence;
using problems::Ice;
using problems::Verdict;

constexpr std::int64_t milli = 1'000'000;
// Agents repeat what is not answered after 0.5, 1.5 and 3.5 s (RFC 8489, 6.2.1): what has no answer so long has none.
constexpr std::int64_t patience_of_checks = 4000 * milli;
constexpr std::uint32_t several_requests = 3;
constexpr std::uint32_t several_checks = 4;
// A handshake's first repetition comes after a second, and doubles.
constexpr std::int64_t patience_of_handshake = 6000 * milli;
// Candidates of the other end come within seconds after the own ones.
constexpr std::int64_t patience_of_signalling = 15000 * milli;
// Consent is asked for every 4 to 6 s (RFC 7675, 5.1).
constexpr std::int64_t patience_of_consent = 8000 * milli;
constexpr std::int64_t at_once = 2000 * milli;

constexpr const char* offer_turn =
    "Give both ends a TURN server (iceServers), which relays where no direct way is open";
constexpr const char* signal_all =
    "Let signalling carry the description and each candidate to the other end, and wait until it has set them";

constexpr const char* one_direction = "the capture has one direction alone";
constexpr const char* met_before = "the capture begins after they met, and the other end has gone since";
constexpr const char* capture_both = "Capture both directions, at one of the ends";
constexpr const char* capture_begin = "Capture from the beginning of the game on";

/// RFC 5952: without the longest run of zeros.
const char* v6_text(const stun::End& end, const Arena& arena) {
  const auto group = [&end](int i) {
    return static_cast<unsigned>(end.host[static_cast<std::size_t>(2 * i)] << 8U |
                                 end.host[static_cast<std::size_t>(2 * i + 1)]);
  };
  int from = 0;
  int most = 0;
  for (int i = 0; i != 8; ++i) {
    int zeros = 0;
    while (i + zeros != 8 && group(i + zeros) == 0) ++zeros;
    if (zeros > most) {
      from = i;
      most = zeros;
    }
  }
  if (most < 2) most = 0;
  const char* text = "[";
  for (int i = 0; i != 8;) {
    if (most != 0 && i == from) {
      text = arena.joined({text, "::"});
      i += most;
      continue;
    }
    const bool is_first = i == 0 || (most != 0 && i == from + most);
    text = arena.text("%s%s%x", text, is_first ? "" : ":", group(i));
    ++i;
  }
  return arena.text("%s]:%u", text, end.port);
}

const char* text_of(const stun::End& end, const Arena& arena) {
  if (end.family == 6) return v6_text(end, arena);
  return arena.text("%u.%u.%u.%u:%u", end.host[0], end.host[1], end.host[2], end.host[3], end.port);
}

/// "203.0.113.1:3478", "203.0.113.1:3478 over TCP"
const char* server_text(const stun::End& server, bool is_stream, const Arena& arena) {
  const char* end = text_of(server, arena);
  return is_stream ? arena.joined({end, " over TCP"}) : end;
}

bool has_same_host(const stun::End& one, const stun::End& other) noexcept {
  return one.family == other.family && one.host == other.host;
}

Evidence nothing_to(const stun::End& end, const Arena& arena) {
  return {arena.text("nothing is sent to the host of %s", text_of(end, arena)), 0};
}

IceStatement said(std::uint32_t frame, bool is_problem, Ice row, const Verdict& verdict, const Arena& arena) {
  return {.frame = frame,
          .is_problem = is_problem,
          .text = verdict.text(arena),
          .row = row,
          .basis = verdict.basis(),
          .advice = verdict.advice(arena)};
}

const char* error_text(std::uint16_t code, const Arena& arena) {
  const std::string_view name = stun::error_name(code);
  if (name.empty()) return arena.text("%u", code);
  return arena.text("%u (%.*s)", code, static_cast<int>(name.size()), name.data());
}

}  // namespace

bool IceMeetings::is_used() const noexcept {
  if (!sessions_.empty() || !names_.empty()) return true;
  return std::any_of(servers_.begin(), servers_.end(), [](const Server& each) { return each.is_ice; });
}

/// What was not seen may be in frames that the capture lacks: an end answers what is not there, or sends data to one
/// that never sends.
bool IceMeetings::lacks_frames() const noexcept {
  return lacks_requests_ || std::any_of(sessions_.begin(), sessions_.end(), [](const Session& session) {
           const auto& [one, other] = session.sides;
           return (one.encrypted.frame != 0 && other.last.frame == 0) ||
                  (other.encrypted.frame != 0 && one.last.frame == 0);
         });
}

/// Some session of this host, in which both ends send data.
bool IceMeetings::meets(const stun::End& host) const noexcept {
  return std::any_of(pairs_.begin(), pairs_.end(), [&](const Pair& pair) {
    const auto& sides = sessions_[pair.session].sides;
    return (has_same_host(pair.route.near, host) || has_same_host(pair.route.far, host)) &&
           sides[0].encrypted.frame != 0 && sides[1].encrypted.frame != 0;
  });
}

/// Players of this host do not meet, as far as the capture tells.
bool IceMeetings::is_missed(const stun::End& host) const noexcept {
  return !lacks_bytes_ && !lacks_frames() && !meets(host);
}

/// A server of TURN does not relay what this client sends to some peer.
bool IceMeetings::is_denied(const stun::End& client) const noexcept {
  return std::any_of(servers_.begin(), servers_.end(),
                     [&](const Server& each) { return each.client == client && each.denied.frame != 0; });
}

/// Its ends may have met before the capture begins: they check each other again every few seconds.
bool IceMeetings::may_have_begun_before(const Seen& first) const noexcept {
  return first.time - begun_ < patience_of_consent;
}

bool IceMeetings::checks(const stun::End& host) const noexcept {
  return std::any_of(pairs_.begin(), pairs_.end(), [&](const Pair& pair) {
    return has_same_host(pair.route.near, host) || has_same_host(pair.route.far, host);
  });
}

/// Where its checks come from; of one that sends none, where those of the other go to.
const char* IceMeetings::name_of(const Session& session, std::uint8_t side, const Arena& arena) const {
  if (session.sides[side].checks != 0) return text_of(session.sides[side].end, arena);
  const Pair* best = nullptr;
  for (const std::size_t number : session.pairs) {
    const Pair& pair = pairs_[number];
    if (best == nullptr || (best->answered.frame == 0 && pair.answered.frame != 0)) best = &pair;
  }
  if (best == nullptr) return "the other end";
  const Route& route = best->route;
  const stun::End& end =
      route.is_relayed() ? (best->from_near ? route.peer : route.near) : (best->from_near ? route.far : route.near);
  return text_of(end, arena);
}

// --- Servers and names ----------------------------------------------------------------------------------------------

IceStatement IceMeetings::unanswered(const Server& server, const Arena& arena) const {
  const bool is_answered = std::any_of(servers_.begin(), servers_.end(), [&](const Server& each) {
    return each.server == server.server && each.is_stream == server.is_stream && each.answered.frame != 0;
  });
  if (is_answered) return {};
  if (server.is_stream) return unanswered_stream(server, arena);
  if (server.sent < several_requests || since(server.first) < patience_of_checks) return {};
  const char* kind = server.is_turn ? "TURN" : "STUN";
  Verdict verdict(arena.text("The %s server %s does not answer %s (%u requests in %.1f s)", kind,
                             text_of(server.server, arena), text_of(server.client, arena), server.sent,
                             in_seconds(server.last.time - server.first.time)));
  const Evidence returned = {arena.text("the ICMP error in frame %u", server.returned_at.frame),
                             server.returned_at.frame};
  if (server.returned == Returned::closed)
    verdict.proven("nothing listens there", "Start the server, or correct address and port in iceServers", returned);
  else if (server.returned == Returned::no_way)
    verdict.proven("no way leads there", "Correct the address in iceServers, or open the way", returned);
  verdict.possible("a firewall drops UDP to that port, or its answers",
                   "Open UDP to it, or use a TURN server over TCP or TLS");
  verdict.possible("address or port are wrong, or the server is down", "Correct them in iceServers");
  if (!has_heard(server.client)) verdict.possible(one_direction, capture_both, nothing_to(server.client, arena));
  return said(server.first.frame, is_missed(server.client), Ice::server_unanswered, verdict, arena);
}

/// TCP repeats what asks for a connection, as players repeat their requests over UDP.
IceStatement IceMeetings::unanswered_stream(const Server& server, const Arena& arena) const {
  if (lacks_bytes_ || (!server.is_ice && !checks(server.client))) return {};
  const char* where = server_text(server.server, true, arena);
  const char* client = text_of(server.client, arena);
  constexpr const char* wrong = "address or port are wrong, or the server is down";
  constexpr const char* correct = "Correct them in iceServers";
  if (server.sealed.frame != 0)
    return {server.sealed.frame, false, arena.text("%s uses TLS with the server %s, which is not read", client, where)};
  const char* symptom = nullptr;
  if (server.opened.frame == 0 && server.sent == 0) {
    if (server.ended.frame != 0) {
      Verdict verdict(arena.text("The TURN server %s refuses the connection of %s", where, client));
      verdict.possible("nothing listens there", "Start the server, or correct address and port in iceServers",
                       {arena.text("the reset in frame %u", server.ended.frame), server.ended.frame});
      verdict.possible("a firewall refuses TCP to that port", "Open TCP to it, or use TLS on port 443");
      return said(server.first.frame, is_missed(server.client), Ice::server_unanswered, verdict, arena);
    }
    if (server.opens < several_requests || since(server.first) < patience_of_checks) return {};
    Verdict verdict(arena.text("The TURN server %s does not answer %s (it asks %u times in %.1f s for a connection)",
                               where, client, server.opens, in_seconds(server.last.time - server.first.time)));
    verdict.possible("a firewall drops TCP to that port, or its answers", "Open TCP to it, or use TLS on port 443");
    verdict.possible(wrong, correct);
    if (!has_heard(server.client)) verdict.possible(one_direction, capture_both, nothing_to(server.client, arena));
    return said(server.first.frame, is_missed(server.client), Ice::server_unanswered, verdict, arena);
  }
  // Its system acknowledges each request: else the capture lacks that direction.
  if (server.sent == 0 || !has_heard(server.client)) return {};
  constexpr const char* no_turn = "what listens there is no TURN server, or speaks TLS alone";
  if (server.other.frame != 0) {
    Verdict verdict(arena.text("The server %s answers %s, and not by STUN", where, client));
    verdict.proven(no_turn, correct, {arena.text("its answer in frame %u", server.other.frame), server.other.frame});
    return said(server.first.frame, is_missed(server.client), Ice::server_unanswered, verdict, arena);
  }
  if (server.ended.frame != 0) symptom = arena.text("ends it in frame %u", server.ended.frame);
  else if (since(server.first) >= patience_of_checks)
    symptom = arena.text("is silent for %.1f s", in_seconds(since(server.first)));
  else return {};
  Verdict verdict(arena.text("The TURN server %s takes the connection of %s, does not answer its %u %s, and %s", where,
                             client, server.sent, plural(server.sent, "request", "requests"), symptom));
  verdict.possible(no_turn, correct);
  verdict.possible("the server hangs", "Look at its log");
  verdict.possible("a proxy or firewall on the way takes the connection, and does not let TURN pass",
                   "Use TLS on port 443");
  return said(server.first.frame, is_missed(server.client), Ice::server_unanswered, verdict, arena);
}

IceStatement IceMeetings::without_checks(const Server& server, const Arena& arena) const {
  if (!server.is_ice || lacks_bytes_ || checks(server.client) || since(server.answered) < patience_of_signalling)
    return {};
  Verdict verdict(arena.text("%s has asked its server, and neither sends nor gets a check in %.0f s",
                             text_of(server.client, arena), in_seconds(since(server.answered))));
  const bool asks_names = !names_.empty();
  if (!asks_names)
    verdict.possible("the other end's description or its candidates have not come by signalling", signal_all);
  verdict.possible(
      "the other end offers only names of mDNS (a browser without a STUN server), which this network does not resolve",
      "Give the other end a STUN or TURN server (iceServers)",
      asks_names
          ? Evidence{arena.text("it asks for one in frame %u", names_.front().first.frame), names_.front().first.frame}
          : Evidence{});
  if (!asks_names) verdict.possible("no other end has come yet", nullptr);
  return said(server.first.frame, true, Ice::unsignalled, verdict, arena);
}

IceStatement IceMeetings::denied(const Server& server, const Arena& arena) const {
  if (server.denied.frame == 0) return {};
  const char* error = error_text(server.denied_error, arena);
  const char* where = server_text(server.server, server.is_stream, arena);
  const char* why =
      arena.text("The TURN server %s does not relay to %s: error %s", where, text_of(server.denied_peer, arena), error);
  constexpr const char* remedy = "Allow this peer in the server's configuration";
  IceStatement statement = {server.denied.frame, is_missed(server.client), problems::statement(why, remedy, arena)};
  statement.row = Ice::turn_denied;
  statement.advice = problems::advice(why, remedy, arena);
  statement.basis.add(server.denied.frame);
  return statement;
}

IceStatement IceMeetings::of(const Server& server, const Arena& arena) const {
  if (server.answered.frame == 0) return unanswered(server, arena);
  const char* client = text_of(server.client, arena);
  const char* where = server_text(server.server, server.is_stream, arena);
  if (server.allocated.frame != 0)
    return {server.first.frame, false,
            arena.text("the TURN server %s relays %s as %s, after %.0f ms", where, client,
                       text_of(server.relayed, arena), in_milliseconds(server.allocated.time - server.first.time))};
  if (server.refused.frame != 0) {
    const char* error = error_text(server.error, arena);
    Verdict verdict(arena.text("The TURN server %s refuses %s", where, client));
    const Evidence evidence = {arena.text("error %s in frame %u", error, server.refused.frame), server.refused.frame};
    switch (server.error) {
      case 401:
      case 441:
        verdict.proven("name or password are wrong, or have expired",
                       "Correct username and credential in iceServers, and make those with a time limit anew",
                       evidence);
        break;
      case 486:
        verdict.proven("this user has as many allocations as it may", "Raise the server's quota", evidence);
        break;
      case 508: verdict.proven("the server has no free port", "Give it more ports", evidence); break;
      case 300: return {};  // another server is asked then
      default: verdict.proven("its answer is an error", nullptr, evidence); break;
    }
    return said(server.refused.frame, is_missed(server.client), Ice::turn_refused, verdict, arena);
  }
  if (server.mapped.family == 0) return {};
  return {server.first.frame, false,
          arena.text("the STUN server %s sees %s as %s, after %.0f ms", where, client, text_of(server.mapped, arena),
                     in_milliseconds(server.answered.time - server.first.time))};
}

IceStatement IceMeetings::of(const Name& name, const Arena& arena) const {
  if (lacks_bytes_ || name.asked == 0 || name.answered.frame != 0 || since(name.first) < patience_of_checks) return {};
  const bool is_met = std::any_of(sessions_.begin(), sessions_.end(), [](const Session& session) {
    return session.sides[0].encrypted.frame != 0 && session.sides[1].encrypted.frame != 0;
  });
  if (is_met) return {};
  Verdict verdict(arena.text("%s asks for %s.local, which a browser offers instead of its address, and gets no answer",
                             text_of(name.who, arena), name.name.c_str()));
  verdict.possible("the other end is in another network, where mDNS does not reach",
                   "Give it a STUN or TURN server (iceServers), so that it offers addresses, too");
  verdict.possible("a firewall or access point drops mDNS (UDP 5353)", "Let it pass, or use a STUN server");
  verdict.possible("the browser's page has closed its connection", nullptr);
  return said(name.first.frame, true, Ice::mdns_unanswered, verdict, arena);
}

// --- Pairs ----------------------------------------------------------------------------------------------------------

IceStatement IceMeetings::of(const Pair& pair, const Arena& arena) const {
  const Route& route = pair.route;
  const char* from = text_of(pair.from_near ? route.near : route.is_relayed() ? route.peer : route.far, arena);
  const char* to = text_of(pair.from_near ? (route.is_relayed() ? route.peer : route.far) : route.near, arena);
  const char* by =
      route.is_relayed() ? arena.joined({" by the TURN server ", server_text(route.far, route.is_stream, arena)}) : "";
  const char* result = "no answer";
  if (pair.answered.frame != 0)
    result = arena.text("answered after %.0f ms%s", in_milliseconds(pair.answered.time - pair.first.time),
                        pair.is_nominated ? ", nominated" : "");
  else if (pair.error != 0) result = arena.joined({"refused by error ", error_text(pair.error, arena)});
  else if (pair.returned != Returned::no)
    result = arena.text("ICMP says %s (frame %u)",
                        pair.returned == Returned::closed ? "that nothing listens there" : "that no way leads there",
                        pair.returned_at.frame);
  return {
      pair.first.frame, false,
      arena.text("%s checks %s%s, %u %s: %s", from, to, by, pair.checks, plural(pair.checks, "time", "times"), result)};
}

// --- Sessions -------------------------------------------------------------------------------------------------------

IceStatement IceMeetings::met(const Session& session, const Arena& arena) const {
  const auto& [one, other] = session.sides;
  const std::uint32_t frame =
      one.first_check.frame == 0 || (other.first_check.frame != 0 && other.first_check.frame < one.first_check.frame)
          ? other.first_check.frame
          : one.first_check.frame;
  const auto answered = std::count_if(session.pairs.begin(), session.pairs.end(),
                                      [&](std::size_t number) { return pairs_[number].answered.frame != 0; });
  const char* way =
      session.used.is_relayed()
          ? arena.joined({"by the TURN server ", server_text(session.used.far, session.used.is_stream, arena)})
          : "directly";
  const std::uint8_t first = one.first_answered.frame != 0 && (other.first_answered.frame == 0 ||
                                                               one.first_answered.frame < other.first_answered.frame)
                                 ? 0
                                 : 1;
  const Side& side = session.sides[first];
  const char* after = "";
  if (side.first_answered.frame != 0)
    after = arena.text(", %.0f ms after the first check",
                       in_milliseconds(side.first_answered.time - side.first_check.time));
  const char* handshake = "";
  const Side& begins = one.hellos != 0 ? one : other;
  const std::int64_t finished = std::max(one.encrypted.time, other.encrypted.time);
  if (begins.hellos != 0 && one.encrypted.frame != 0 && other.encrypted.frame != 0)
    handshake = arena.text("; DTLS is finished after %.0f ms", in_milliseconds(finished - begins.first_hello.time));
  return {frame, false,
          arena.text("%s and %s meet %s%s (%zu pair%s, %zu answered)%s", name_of(session, 0, arena),
                     name_of(session, 1, arena), way, after, session.pairs.size(), session.pairs.size() == 1 ? "" : "s",
                     static_cast<std::size_t>(answered), handshake)};
}

IceStatement IceMeetings::silent(const Session& session, std::uint8_t silent_side, const Arena& arena) const {
  const Side& quiet = session.sides[silent_side];
  const Side& asks = session.sides[other_than(silent_side)];
  // Who knows that the other end has closed sends it no data: the capture may lack what says so.
  if (lacks_bytes_ || lacks_frames() || asks.unheard_data == 0 || asks.unheard_checks < 2 ||
      asks.unheard < several_checks || asks.last_check.time - quiet.last.time < patience_of_consent)
    return {};
  // The ends close by an alert, and answer it at once.
  if (quiet.closes.frame != 0 || (asks.closes.frame != 0 && asks.closes.time - quiet.last.time < at_once)) return {};
  Verdict verdict(arena.text("%s is silent after frame %u (%u %s of %s in %.0f s %s no answer)",
                             name_of(session, silent_side, arena), quiet.last.frame, asks.unheard,
                             plural(asks.unheard, "datagram", "datagrams"),
                             name_of(session, other_than(silent_side), arena),
                             in_seconds(asks.last.time - quiet.last.time), plural(asks.unheard, "gets", "get")));
  const Evidence returned = {arena.text("the ICMP error in frame %u", asks.returned.frame), asks.returned.frame};
  if (asks.unheard_returned == Returned::closed)
    verdict.proven("its program has ended, or has closed its port", "Look at that end's log for its end", returned);
  else if (asks.unheard_returned == Returned::no_way)
    verdict.proven("its host or network cannot be reached any more", "Look at that end's network", returned);
  verdict.possible("its program has ended or hangs", "Look at that end's log");
  verdict.possible("its network is gone, or is another one now (from Wi-Fi to mobile)",
                   "Make a new offer when the state is disconnected or failed, which restarts ICE");
  verdict.possible("a NAT or firewall on the way has forgotten the connection", offer_turn);
  if (session.hides_alerts) verdict.possible("it has closed the connection, which DTLS 1.3 hides", nullptr);
  else verdict.excluded("it has closed the connection", {"there is no alert of DTLS", 0});
  return said(quiet.last.frame, true, Ice::fell_silent, verdict, arena);
}

IceStatement IceMeetings::alerted(const Session& session, const Arena& arena) const {
  const std::uint8_t side = session.alert_side;
  const Side& sender = session.sides[side];
  const Side& other = session.sides[other_than(side)];
  const std::string_view name = dtls::alert_name(session.alert_code);
  const char* alert = name.empty() ? arena.text("number %u", session.alert_code)
                                   : arena.text("\"%.*s\"", static_cast<int>(name.size()), name.data());
  const char* from = name_of(session, side, arena);
  const char* to = name_of(session, other_than(side), arena);
  Verdict verdict(
      arena.text("%s ends the handshake of DTLS by an alert, %s (frame %u)", from, alert, session.alert.frame));
  switch (dtls::matter_of(session.alert_code)) {
    case dtls::Matter::certificate: {
      verdict.possible(arena.text("the certificate of %s is not the one whose fingerprint its description has", to),
                       "Let each end set the description of this very connection, unchanged");
      const bool is_early =
          other.hellos != 0 && (sender.first_check.frame == 0 || sender.first_check.frame > other.first_hello.frame);
      constexpr const char* early = "the handshake began before this end had the other's description";
      if (is_early)
        verdict.possible(
            early, "Send candidates only when the other end has set the description",
            {arena.text("ClientHello in frame %u, its own first check %s", other.first_hello.frame,
                        sender.first_check.frame == 0 ? "never" : arena.text("in frame %u", sender.first_check.frame)),
             other.first_hello.frame});
      else verdict.excluded(early, {});
      break;
    }
    case dtls::Matter::ciphers:
      verdict.possible("the ends have no version or cipher of DTLS in common", "Update the older of both programs");
      break;
    default: break;
  }
  return said(session.alert.frame, true, Ice::dtls_alert, verdict, arena);
}

/// ClientHello was seen, and the handshake is not finished.
IceStatement IceMeetings::unfinished(const Session& session, const Arena& arena) const {
  const std::uint8_t side = session.sides[0].hellos >= session.sides[1].hellos ? 0 : 1;
  const Side& begins = session.sides[side];
  const Side& other = session.sides[other_than(side)];
  if (since(begins.first_hello) < patience_of_handshake) return {};
  if (begins.hellos + other.hellos < 2 && other.handshake.frame == 0) return {};
  // One end has finished, and the capture lacks what the other sent.
  const bool is_finished_here = begins.encrypted.frame != 0 || other.encrypted.frame != 0;
  if (is_finished_here && !(session.hides_alerts && begins.has_dtls() && other.has_dtls())) return {};
  const char* from = name_of(session, side, arena);
  const char* to = name_of(session, other_than(side), arena);
  if (other.handshake.frame != 0 || begins.handshake.frame != 0 || session.hides_alerts) {
    const std::size_t largest = std::max(begins.largest, other.largest);
    Verdict verdict(arena.text("The handshake of DTLS of %s and %s begins in frame %u and does not finish", from, to,
                               begins.first_hello.frame));
    if (session.hides_alerts)
      verdict.possible("an end refuses the certificate of the other by an alert, which DTLS 1.3 hides",
                       "Let each end set the description of this very connection, unchanged");
    verdict.possible(arena.text("large datagrams are dropped on the way (the largest here has %zu bytes)", largest),
                     "Lower the MTU of the connection");
    verdict.possible("a firewall drops DTLS", offer_turn);
    verdict.possible("one of the programs hangs or has ended", "Look at the logs of both");
    return said(begins.first_hello.frame, true, Ice::dtls_unfinished, verdict, arena);
  }
  Verdict verdict(arena.text("%s begins DTLS (%u ClientHello from frame %u), and %s answers none", from, begins.hellos,
                             begins.first_hello.frame, to));
  constexpr const char* unknown = "it has not got the other end's description";
  if (other.checks == 0) verdict.possible(unknown, signal_all, {"it answers checks and sends none", 0});
  else
    verdict.excluded(unknown,
                     {arena.text("it sends checks, from frame %u", other.first_check.frame), other.first_check.frame});
  if (other.last.frame == 0)
    verdict.possible("nothing that is sent to it arrives", offer_turn, {"nothing comes from it", 0});
  verdict.possible("a firewall lets STUN through, and drops DTLS", offer_turn);
  verdict.possible("its program hangs, or waits as the client of DTLS, too", "Look at its log");
  return said(begins.first_hello.frame, true, Ice::dtls_unfinished, verdict, arena);
}

IceStatement IceMeetings::without_handshake(const Session& session, const Arena& arena) const {
  const auto& [one, other] = session.sides;
  const Seen& met_at = one.first_answered.time > other.first_answered.time ? one.first_answered : other.first_answered;
  if (one.other + other.other != 0 || since(met_at) < patience_of_handshake + at_once) return {};
  Verdict verdict(arena.text("%s and %s reach each other since frame %u, and no handshake of DTLS is seen in %.0f s",
                             name_of(session, 0, arena), name_of(session, 1, arena), met_at.frame,
                             in_seconds(since(met_at))));
  verdict.possible("a firewall lets STUN through, and drops DTLS", offer_turn);
  verdict.possible("both wait for the other to begin (a=setup is passive, or wrong, in a description)",
                   "Do not change descriptions on their way");
  verdict.possible("one of the programs hangs", "Look at the logs of both");
  if (may_have_begun_before(one.first_check) || may_have_begun_before(other.first_check))
    verdict.possible("the capture begins after the handshake, which has failed", capture_begin);
  return said(met_at.frame, true, Ice::dtls_missing, verdict, arena);
}

/// Whether the offered addresses can be reached at all, and whether any UDP leaves.
void IceMeetings::add_networks(const Session& session, std::uint8_t side, const Arena& arena, Verdict& verdict) const {
  bool all_private = true;
  const char* one_private = nullptr;
  for (const std::size_t number : session.pairs) {
    const Pair& pair = pairs_[number];
    if (pair.side != side) continue;
    const Route& route = pair.route;
    const stun::End& to = !pair.from_near ? route.near : route.is_relayed() ? route.peer : route.far;
    all_private &= stun::is_private(to);
    if (one_private == nullptr) one_private = text_of(to, arena);
  }
  if (all_private && one_private != nullptr)
    verdict.possible("the other end offers only addresses of its private network, and is in another one",
                     "Give both ends a STUN server (iceServers), and a TURN server",
                     {arena.text("%s is such an address", one_private), 0});
  const Server* answered = nullptr;
  const Server* silent_server = nullptr;
  for (const Server& each : servers_) {
    if (each.is_stream || !has_same_host(each.client, session.sides[side].end)) continue;
    if (each.answered.frame != 0) answered = &each;
    else if (each.returned == Returned::no) silent_server = &each;  // else something out there has answered by ICMP
  }
  constexpr const char* closed = "its network lets no UDP out";
  if (answered != nullptr)
    verdict.excluded(
        closed, {arena.text("its server answers in frame %u", answered->answered.frame), answered->answered.frame});
  else if (silent_server != nullptr)
    verdict.possible(closed, "Use a TURN server over TCP or TLS",
                     {arena.text("its server does not answer either, from frame %u", silent_server->first.frame),
                      silent_server->first.frame});
}

/// What is relayed inside TLS is not seen: the ends may meet that way.
void IceMeetings::add_hidden(const Session& session, const Arena& arena, problems::Verdict& verdict) const {
  for (const Server& each : servers_) {
    const bool is_ends =
        has_same_host(each.client, session.sides[0].end) || has_same_host(each.client, session.sides[1].end);
    if (each.sealed.frame == 0 || !is_ends) continue;
    const char* hidden =
        arena.text("they meet by the server %s inside TLS, which is not read", text_of(each.server, arena));
    const bool has_ended = each.ended.frame != 0 && each.ended.time - each.sealed.time < at_once;
    if (!has_ended)
      return verdict.possible(hidden, "Look at the logs of both",
                              {arena.text("TLS begins in frame %u", each.sealed.frame), each.sealed.frame});
    verdict.excluded(hidden, {arena.text("the server ends it in frame %u", each.ended.frame), each.ended.frame});
  }
}

/// `side` checks, and nothing comes from the other one.
IceStatement IceMeetings::unheard(const Session& session, std::uint8_t side, const Arena& arena) const {
  const Side& asks = session.sides[side];
  if (asks.checks < several_checks || since(asks.first_check) < patience_of_checks || asks.encrypted.frame != 0)
    return {};
  const char* who = text_of(asks.end, arena);
  std::size_t pairs = 0;
  std::size_t closed = 0;
  std::size_t no_way = 0;
  bool is_relayed = false;
  bool has_both = false;
  const Pair* returned = nullptr;
  for (const std::size_t number : session.pairs) {
    const Pair& pair = pairs_[number];
    if (pair.side != side) continue;
    ++pairs;
    closed += pair.returned == Returned::closed ? 1 : 0;
    no_way += pair.returned == Returned::no_way ? 1 : 0;
    is_relayed |= pair.route.is_relayed() && pair.from_near && !is_denied(pair.route.near);
    has_both |= has_heard(pair.from_near ? pair.route.near : pair.route.far);
    if (pair.returned != Returned::no) returned = &pair;
  }
  const bool may_have_met = pairs == 1 && may_have_begun_before(asks.first_check);
  Verdict verdict(
      arena.text("None of the %u checks of %s, of %zu pair%s in %.1f s, is answered, and none comes from %s",
                 asks.checks, who, pairs, pairs == 1 ? "" : "s",
                 in_seconds(asks.last_check.time - asks.first_check.time), name_of(session, other_than(side), arena)));
  if (returned != nullptr && closed + no_way == pairs) {
    const Evidence evidence = {arena.text("the ICMP error in frame %u", returned->returned_at.frame),
                               returned->returned_at.frame};
    constexpr const char* gone =
        "nothing listens at the offered addresses, as the other end's program has ended or has closed them";
    constexpr const char* again = "Let it make a new offer while it runs";
    if (closed == pairs && may_have_met) {
      verdict.possible(gone, again, evidence);
      verdict.possible(met_before, capture_begin);
      return said(asks.first_check.frame, true, Ice::unheard, verdict, arena);
    }
    if (closed == pairs) verdict.proven(gone, again, evidence);
    else if (no_way == pairs)
      verdict.proven("the offered addresses are of another network, to which no way leads",
                     "Give both ends a STUN server (iceServers), and a TURN server", evidence);
  }
  add_networks(session, side, arena, verdict);
  if (is_relayed)
    verdict.possible("a firewall at the other end drops UDP, also that of the TURN server",
                     "Give the other end a TURN server, too, over TCP or TLS");
  else
    verdict.possible(
        "a firewall at either end drops UDP of peers, or the NATs of both take another port for each destination",
        offer_turn);
  verdict.possible("the other end has not got this one's description or candidates, or has ended", signal_all);
  add_hidden(session, arena, verdict);
  if (!has_both) verdict.possible(one_direction, capture_both, nothing_to(asks.end, arena));
  if (may_have_met) verdict.possible(met_before, capture_begin);
  return said(asks.first_check.frame, true, Ice::unheard, verdict, arena);
}

/// The checks of the other side are answered; those of `unheard_side` are not.
IceStatement IceMeetings::one_way(const Session& session, std::uint8_t unheard_side, const Arena& arena) const {
  const Side& asks = session.sides[unheard_side];
  const Side& other = session.sides[other_than(unheard_side)];
  const char* to = name_of(session, other_than(unheard_side), arena);
  if (asks.checks == 0) {
    // It answers, and sends no check: an agent that is a server may do so (ICE-lite), and then DTLS follows.
    if (other.checks < several_requests || since(other.first_answered) < patience_of_handshake) return {};
    const char* who = name_of(session, unheard_side, arena);
    Verdict verdict(arena.text("%s answers the checks of %s, and sends none itself", who, to));
    verdict.possible("it has not got the other end's description", signal_all);
    verdict.possible("its own checks do not arrive here", offer_turn);
    return said(other.first_check.frame, true, Ice::one_way, verdict, arena);
  }
  if (asks.checks < several_checks || since(asks.first_check) < patience_of_checks) return {};
  const char* who = text_of(asks.end, arena);
  Verdict verdict(arena.text("Checks of %s arrive and are answered, and none of the %u of %s is, in %.1f s", to,
                             asks.checks, who, in_seconds(asks.last_check.time - asks.first_check.time)));
  verdict.possible(arena.text("a firewall or NAT on the way to %s drops what comes from %s", to, who), offer_turn,
                   other.again != 0 ? Evidence{arena.text("%s repeats %u %s answered", to, other.again,
                                                          plural(other.again, "check that was", "checks that were")),
                                               0}
                                    : Evidence{});
  add_hidden(session, arena, verdict);
  verdict.excluded("the other end has not got this one's description",
                   {arena.text("its checks come from frame %u on", other.first_check.frame), other.first_check.frame});
  return said(asks.first_check.frame, true, Ice::one_way, verdict, arena);
}

/// Both check, and nothing is answered.
IceStatement IceMeetings::crossed(const Session& session, const Arena& arena) const {
  const auto& [one, other] = session.sides;
  if (one.checks < several_checks || other.checks < several_checks || since(one.first_check) < patience_of_checks ||
      since(other.first_check) < patience_of_checks)
    return {};
  Verdict verdict(arena.text("%s and %s check each other, %u and %u times, and none of them answers",
                             name_of(session, 0, arena), name_of(session, 1, arena), one.checks, other.checks));
  verdict.possible("passwords differ, as a description is of another session or was changed",
                   "Let each end set the description of this very connection, unchanged");
  verdict.possible("firewalls or NATs drop the checks behind the place of this capture", offer_turn);
  add_hidden(session, arena, verdict);
  return said(std::min(one.first_check.frame, other.first_check.frame), true, Ice::crossed, verdict, arena);
}

/// Its checks get errors alone.
IceStatement IceMeetings::refused(const Session& session, std::uint8_t side, const Arena& arena) const {
  const Side& asks = session.sides[side];
  if (asks.checks < several_requests || since(asks.first_check) < patience_of_checks) return {};
  const char* error = error_text(asks.error, arena);
  Verdict verdict(arena.text("The checks of %s are refused by %s", text_of(asks.end, arena),
                             name_of(session, other_than(side), arena)));
  const Evidence evidence = {arena.text("error %s in frame %u", error, asks.refused.frame), asks.refused.frame};
  if (asks.error == 487)
    verdict.proven("both ends want to choose the pair, or neither does", "Let one end offer, and the other answer",
                   evidence);
  else
    verdict.proven("its description of the other end is of another session, or was changed",
                   "Let each end set the description of this very connection, unchanged", evidence);
  return said(asks.refused.frame, true, Ice::checks_refused, verdict, arena);
}

IceStatement IceMeetings::of(const Session& session, const Arena& arena) const {
  const auto& [one, other] = session.sides;
  if (one.encrypted.frame != 0 && other.encrypted.frame != 0) return met(session, arena);
  if (session.alert.frame != 0) return alerted(session, arena);
  if (lacks_bytes_ || lacks_frames()) return {};
  if (one.hellos + other.hellos != 0) return unfinished(session, arena);
  if (one.encrypted.frame != 0 || other.encrypted.frame != 0) return {};  // the capture has one direction alone
  if (one.answered != 0 && other.answered != 0) {
    const IceStatement problem = without_handshake(session, arena);
    return problem.text != nullptr ? problem : met(session, arena);
  }
  for (const std::uint8_t side : {std::uint8_t{0}, std::uint8_t{1}}) {
    const Side& its = session.sides[side];
    if (its.checks != 0 && its.answered == 0 && its.error != 0) return refused(session, side, arena);
  }
  if (one.answered != 0 || other.answered != 0) return one_way(session, one.answered != 0 ? 1 : 0, arena);
  if (one.checks != 0 && other.checks != 0) return crossed(session, arena);
  return unheard(session, one.checks != 0 ? 0 : 1, arena);
}

std::vector<IceStatement> IceMeetings::statements(const Arena& arena) const {
  std::vector<IceStatement> all;
  if (!is_used()) return all;
  const auto add = [&](const IceStatement& statement) {
    if (statement.text != nullptr) all.push_back(statement);
    return statement.is_problem;
  };
  // A client asks a server from many ports: what is alike is said of the first.
  enum class Outcome : std::uint8_t { allocated, refused, answered, silent };
  std::set<std::tuple<std::string_view, stun::End, bool, Outcome>> said;
  for (const Server& each : servers_) {
    const std::string_view host(reinterpret_cast<const char*>(each.client.host.data()), each.client.host.size());
    const Outcome outcome = each.allocated.frame != 0  ? Outcome::allocated
                            : each.refused.frame != 0  ? Outcome::refused
                            : each.answered.frame != 0 ? Outcome::answered
                                                       : Outcome::silent;
    if (!said.emplace(host, each.server, each.is_stream, outcome).second) continue;
    add(of(each, arena));
    add(denied(each, arena));
    if (each.answered.frame != 0) add(without_checks(each, arena));
  }
  for (const Name& each : names_) add(of(each, arena));
  for (const Session& session : sessions_) {
    const bool is_problem = add(of(session, arena));
    for (const std::uint8_t side : {std::uint8_t{0}, std::uint8_t{1}})
      if (session.sides[0].encrypted.frame != 0 && session.sides[1].encrypted.frame != 0)
        add(silent(session, side, arena));
    if (!is_problem) continue;
    for (std::size_t i = 0; i != std::min(session.pairs.size(), most_pairs_shown); ++i)
      add(of(pairs_[session.pairs[i]], arena));
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const IceStatement& a, const IceStatement& b) { return a.frame < b.frame; });
  return all;
}

}  // namespace godot::analysis
