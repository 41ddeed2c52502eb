// SPDX-License-Identifier: MIT
#include "analysis/tcp_ends/end_verdicts.h"

#include <iterator>

#include "analysis/tcp_ends/close_codes.h"
#include "base/duration.h"
#include "base/plural.h"

namespace godot::analysis::tcp_ends {
namespace {

using problems::Evidence;
using problems::Tcp;
using problems::Verdict;

/// A code of a Close: what it means, and what to do.
struct Code {
  std::uint16_t code;
  Tcp problem;
  const char* meaning;
  const char* remedy;
};
constexpr Code codes[] = {
#define GODOT_CLOSE_CODE(code, problem, meaning, remedy) {code, Tcp::problem, meaning, remedy},
#include "analysis/tcp_ends/close_codes.def"
#undef GODOT_CLOSE_CODE
};

const char* name_of_end(const Ending& ending, bool is_client, bool receives) {
  if (!ending.knows_client) return receives ? "receiver" : "sender";
  return is_client ? "client" : "server";
}

const char* end_of(const Ending& ending) { return name_of_end(ending, ending.by_client, ending.what == What::window); }
const char* other_end_of(const Ending& ending) {
  return name_of_end(ending, !ending.by_client, ending.what != What::window);
}

const char* name_of(Fault fault) {
  switch (fault) {
    case Fault::unmasked: return "a client's frame is not masked";
    case Fault::masked: return "a server's frame is masked";
    case Fault::reserved: return "a frame has a reserved bit";
    case Fault::unknown: return "a frame has an opcode that is not defined";
    case Fault::control: return "a Ping, Pong or Close has more than 125 bytes, or comes in parts";
    case Fault::order: return "the parts of a message are out of order";
    case Fault::compressed:
    case Fault::none: break;
  }
  return "a frame is wrong";
}

void judge_protocol_error(const Ending& ending, EndingFindings& found) {
  const char* symptom = found.arena.text("The %s closes the WebSocket with 1002 (protocol error)", end_of(ending));
  Verdict verdict(symptom);
  if (ending.fault == Fault::compressed) {
    verdict.proven("the other end compresses a message, and Godot has not offered that (permessage-deflate)",
                   "Switch permessage-deflate off at the sender: neither this message nor what follows is read",
                   {found.arena.text("frame %u", ending.frame), ending.frame});
    found.add(Tcp::compressed, verdict);
    return;
  }
  if (ending.fault != Fault::none) {
    verdict.proven(name_of(ending.fault), "Mend the WebSocket library of the other end: what follows is not read",
                   {found.arena.text("frame %u", ending.frame), ending.frame});
  } else {
    verdict.possible(
        found.arena.text("a frame of the %s is wrong, in a way that its head does not show", other_end_of(ending)),
        "Look at the last frames before the Close");
    verdict.possible("a script or a proxy closes with this code", "Look at the log of the end that closes");
  }
  found.add(Tcp::frame_refused, verdict);
}

void judge_size(const Ending& ending, EndingFindings& found) {
  Verdict verdict(found.arena.text("The %s closes the WebSocket with 1009 (message too big)", end_of(ending)));
  if (ending.frame != 0)
    verdict.proven(found.arena.text("a message of %llu bytes is larger than it reads",
                                    static_cast<unsigned long long>(ending.size)),
                   "Raise inbound_buffer_size at the end that closes (65,535 bytes if not set), or send less at a time",
                   {found.arena.text("it begins in frame %u", ending.frame), ending.frame});
  else
    verdict.possible("a message is larger than it reads",
                     "Raise inbound_buffer_size at the end that closes (65,535 bytes if not set), or send less");
  found.add(Tcp::closed_too_big, verdict);
}

void judge_close(const Ending& ending, EndingFindings& found) {
  if (ending.code == protocol_error) return judge_protocol_error(ending, found);
  if (ending.code == message_too_big) return judge_size(ending, found);
  for (const Code& row : codes) {
    if (row.code != ending.code) continue;
    found.add(
        row.problem,
        found.arena.text("The %s closes the WebSocket with %u: %s", end_of(ending), unsigned{row.code}, row.meaning),
        row.remedy);
    return;
  }
}

/// What does the same as a timer or a heartbeat.
void may_have_ended(Verdict& verdict) {
  verdict.possible("the program at that end was ended, or closed TCP without a Close",
                   "Look whether it still runs, and at its log");
}

void judge_silence(const Ending& ending, EndingFindings& found) {
  const char* how = ending.is_reset ? "a reset" : "FIN";
  const char* symptom =
      ending.is_first_after
          ? found.arena.text("The first message after %.1f s of silence is answered with a reset, without a Close",
                             in_seconds(ending.length))
          : found.arena.text(
                "The connection ends with %s from the %s's address, without a Close, %.1f s after the last "
                "byte in either direction",
                how, end_of(ending), in_seconds(ending.length));
  Verdict verdict(symptom);
  const char* remedy = found.arena.text(
      "Set heartbeat_interval of the WebSocketPeer below %.0f s, or raise the timeout of the proxy, load balancer or "
      "firewall",
      in_seconds(ending.length));
  const Evidence same =
      ending.same_in == 0 ? Evidence{nullptr, ending.frame}
      : ending.has_two_sides
          ? Evidence{found.arena.text("it ended the connection of its other side at the same moment, frame %u",
                                      ending.same_in),
                     ending.same_in}
          : Evidence{found.arena.text("another connection ended after the same time, frame %u", ending.same_in),
                     ending.same_in};
  if (ending.same_in != 0 && ending.has_two_sides && ending.is_whole)
    verdict.proven("a proxy between the ends closes idle connections", remedy, same);
  else if (ending.same_in != 0 && !ending.has_two_sides)
    verdict.proven(
        "a timer closes idle connections: of a proxy, a load balancer or a NAT between the ends, or of that end's "
        "program",
        remedy, same);
  else
    verdict.possible("something between the ends closes idle connections (a proxy, a load balancer, a NAT)", remedy,
                     same);
  may_have_ended(verdict);
  found.add(Tcp::proxy_idle, verdict);
}

/// What of the other end the missing Pong shows.
const char* without_pong(const Ending& ending, const EndingFindings& found) {
  if (ending.polls_in != 0)
    return found.arena.text("the %s goes on sending, frame %u, but answers no Ping", other_end_of(ending),
                            ending.polls_in);
  return found.arena.joined({"the ", other_end_of(ending),
                             ending.is_acknowledged ? "'s system has it, so its program does not poll"
                                                    : " has not even acknowledged it, so its link may be out"});
}

void judge_heartbeat(const Ending& ending, EndingFindings& found) {
  Verdict verdict(
      found.arena.text("The %s ends TCP without a Close, %.2f s after its Ping in frame %u has got no Pong: %s",
                       end_of(ending), in_seconds(ending.length), ending.frame, without_pong(ending, found)));
  const char* cause =
      "its heartbeat_interval: WebSocketPeer ends a connection if a Ping is due, and the one before has "
      "no Pong";
  const char* remedy =
      ending.polls_in != 0
          ? "Set its heartbeat_interval to 0, or let the other end's WebSocket library answer Pings"
          : "Raise its heartbeat_interval above the longest time for which the other end does not poll, as when it "
            "loads a level, or keep that end polling";
  // Pings come at a multiple of what the end's frames take.
  constexpr Nanoseconds of_frames = second / 5;
  if (ending.every != 0 && ending.length <= ending.every + ending.every / 4 + of_frames) {
    verdict.proven(cause, remedy,
                   {found.arena.text("the Ping before was %.2f s earlier", in_seconds(ending.every)), ending.frame});
  } else {
    verdict.possible(cause, remedy, {nullptr, ending.frame});
    may_have_ended(verdict);
  }
  found.add(Tcp::heartbeat, verdict);
}

/// A status of HTTP, or a class of them (n00 for all others): what it means, and what to do.
struct Status {
  std::uint16_t first;
  std::uint16_t last;
  const char* meaning;
  const char* remedy;
};
constexpr Status statuses[] = {
    {200, 299, "a web server answers, which has no WebSocket at this path",
     "Look at the path and the port of the URL, and whether the proxy passes the headers Upgrade and Connection on"},
    {300, 399, "it redirects, which Godot does not follow",
     "Use the URL to which it redirects, with wss:// for https://"},
    {400, 400, "the server, or a proxy before it, does not take the request for one of WebSocket",
     "Let the proxy pass the headers Upgrade and Connection on, with HTTP/1.1, and look at the server's log"},
    {401, 401, "it asks for credentials", "Send them in handshake_headers"},
    {403, 403, "it forbids the request (a rule of a proxy, an origin, a token)",
     "Look at the rules of the server and the proxy, and send what they ask for in handshake_headers"},
    {404, 404, "nothing is at this path", "Look at the path of the URL, and at the paths that the proxy passes on"},
    {405, 405, "this path does not allow GET", "Look at the path of the URL"},
    {426, 426, "it asks for another protocol, or another version of it",
     "Let the proxy pass the headers Upgrade and Connection on, with HTTP/1.1"},
    {429, 429, "there were too many requests", "Connect less often"},
    {502, 502, "the proxy reaches no game server", "Look whether the game's server runs, and at which port"},
    {503, 503, "the server, or the one behind the proxy, is not available now",
     "Look whether the game's server runs, and connect again later"},
    {504, 504, "the server behind the proxy does not answer in time", "Look whether the game's server stands still"},
    {400, 499, "the server refuses the request", "Look at the URL, and at the server's log"},
    {500, 599, "an error inside the server, or the proxy", "Look at its log"},
};

void judge_status(const Ending& ending, EndingFindings& found) {
  const auto* row = std::begin(statuses);
  while (row != std::end(statuses) && (ending.code < row->first || ending.code > row->last)) ++row;
  const bool is_known = row != std::end(statuses);
  const char* target = ending.text[0] != 0 ? found.arena.joined({" (", ending.text.data(), ")"}) : "";
  found.add(Tcp::upgrade_refused,
            found.arena.text("The request for a WebSocket in frame %u is answered with %u: %s%s", ending.frame,
                             unsigned{ending.code}, is_known ? row->meaning : "no upgrade", target),
            is_known ? row->remedy : "Look at the server's log");
}

void judge_no_answer(const Ending& ending, EndingFindings& found) {
  const char* how = ending.is_reset ? "with a reset" : "with FIN";
  const char* symptom =
      ending.by_client
          ? found.arena.text("The client gives up %.1f s after its request for a WebSocket, without any answer",
                             in_seconds(ending.length))
          : found.arena.text("The server ends TCP %s %.2f s after the request for a WebSocket, without any answer", how,
                             in_seconds(ending.length));
  Verdict verdict(symptom);
  const Evidence polls = {found.arena.text("it sends to another client meanwhile, frame %u", ending.polls_in),
                          ending.polls_in};
  const Evidence serves = {found.arena.text("it serves another WebSocket, frame %u", ending.serves_in),
                           ending.serves_in};
  if (!ending.by_client)
    verdict.possible(ending.offers ? "the server supports none of the sub-protocols that the request names"
                                   : "the server demands a sub-protocol, and the request names none",
                     "Give both ends the same supported_protocols, or none");
  else if (ending.polls_in != 0) verdict.excluded("its main loop stands still", polls);
  else verdict.possible("the server's main loop stands still", "Look whether it polls");
  if (ending.serves_in != 0) {
    verdict.excluded("it expects TLS, or is no WebSocket server", serves);
  } else {
    verdict.possible("the server expects TLS", "Use wss:// in the URL");
    verdict.possible("what listens there is no WebSocket server", "Look at the host and the port of the URL");
  }
  const bool goes_on = ending.goes_on_in != 0;
  if (ending.by_client || goes_on)
    verdict.possible("the server refuses new connections", "Look at its refuse_new_connections");
  if (goes_on)
    verdict.excluded("it has ended",
                     {found.arena.text("it still serves a WebSocket that it had before, frame %u", ending.goes_on_in),
                      ending.goes_on_in});
  else if (!ending.by_client && ending.serves_again_in != 0)
    verdict.possible("the server refuses new connections, or had ended and was started again",
                     "Look at the server's log",
                     {found.arena.text("it serves another WebSocket later, frame %u", ending.serves_again_in),
                      ending.serves_again_in});
  else if (!ending.by_client)
    verdict.possible("the server refuses new connections, or has ended", "Look at the server's log");
  found.add(Tcp::upgrade_unanswered, verdict);
}

void judge_subprotocol(const Ending& ending, EndingFindings& found) {
  const char* chosen = ending.text.data();
  const char* why =
      ending.subprotocol == Subprotocol::none_chosen
          ? "The client refuses the answer: it has asked for sub-protocols, and the server has chosen none"
      : ending.subprotocol == Subprotocol::not_asked
          ? found.arena.joined({"The client refuses the answer: it has asked for no sub-protocol, and the server has "
                                "chosen \"",
                                chosen, "\""})
          : found.arena.joined({"The client refuses the answer: the server has chosen the sub-protocol \"", chosen,
                                "\", which it has not asked for"});
  found.add(Tcp::subprotocol_differs, why, "Give both ends the same supported_protocols, or none");
}

void judge_tls(const Ending& ending, EndingFindings& found) {
  Verdict verdict("The request for a WebSocket comes in plain text (ws://)");
  verdict.proven("the server expects TLS", "Use wss:// in the URL",
                 {ending.code != 0 ? "it answers that a request in plain text came to a port of HTTPS"
                                   : "it answers with an alert of TLS",
                  ending.frame});
  found.add(Tcp::tls_differs, verdict);
}

void judge_window(const Ending& ending, EndingFindings& found) {
  Verdict verdict(
      found.arena.text("The %s's window is 0 for %.1f s%s, from frame %u on: the other end could send it "
                       "nothing",
                       end_of(ending), in_seconds(ending.length), ending.goes_on ? " or longer" : "", ending.frame));
  verdict.proven("its program reads nothing: it stands still, or reads less than is sent to it",
                 "Keep its main loop running, and send it less", {"its system has no more room", ending.frame});
  found.add(Tcp::window_closed, verdict);
}

/// A frame that the client refuses: Godot's WebSocketPeer reads nothing from there on.
void judge_unread(const Ending& ending, EndingFindings& found) {
  const bool is_compressed = ending.fault == Fault::compressed;
  Verdict verdict(found.arena.text("The %s reads neither this frame nor what follows", end_of(ending)));
  verdict.proven(
      is_compressed ? "it is compressed, and the client has not offered that (permessage-deflate)"
                    : name_of(ending.fault),
      is_compressed ? "Switch permessage-deflate off at the sender" : "Mend the WebSocket library of the other end",
      {nullptr, ending.frame});
  found.add(Tcp::unread, verdict);
}

/// Segments that waited at their receiver.
void judge_held(const Ending& ending, EndingFindings& found) {
  const char* which =
      ending.count == 1
          ? found.arena.text("A segment of the %s (%llu bytes, frame %u)", end_of(ending),
                             static_cast<unsigned long long>(ending.size), ending.frame)
          : found.arena.text("%u segments of the %s (%llu bytes, frames %u to %u)", ending.count, end_of(ending),
                             static_cast<unsigned long long>(ending.size), ending.frame, ending.last_in);
  Verdict verdict(found.arena.text("%s had to wait at the %s for an earlier one, up to %.0f ms", which,
                                   other_end_of(ending), in_milliseconds(ending.length)));
  const char* missed = ending.missed_in != 0 ? found.arena.text("that of frame %u was lost", ending.missed_in)
                                             : "the earlier one was lost, or came late";
  verdict.proven(missed,
                 "Send what must not wait unreliably, over ENet or WebRTC: TCP, and so WebSocket, keeps the order of "
                 "all messages",
                 {found.arena.text("it came in frame %u", ending.filled_in), ending.filled_in});
  found.add(Tcp::held, verdict);
}

void judge_nagle(const Ending& ending, EndingFindings& found) {
  Verdict verdict(
      found.arena.text("Small segments of the %s go out only when the one before is acknowledged: %u times so far, the "
                       "acknowledgement was %.0f to %.0f ms late",
                       end_of(ending), ending.count, in_milliseconds(ending.length), in_milliseconds(ending.longest)));
  const char* cause = "Nagle's algorithm waits for acknowledgements, which the other end's system delays";
  const char* remedy =
      !ending.is_websocket ? "Call set_no_delay(true) of the StreamPeerTCP of this end, once it is connected"
      : ending.by_client   ? "Call set_no_delay(true) of the WebSocketPeer of this end"
                         : "Call set_no_delay(true) of each WebSocketPeer of the server: Godot 4.0 to 4.2 does not; or "
                           "set TCP_NODELAY in another server";
  if (ending.is_quick) {
    verdict.proven(cause, remedy, {"others came at once", ending.frame});
  } else {
    verdict.possible(cause, remedy, {nullptr, ending.frame});
    verdict.possible("Nagle's algorithm waits for acknowledgements, and the way takes longer than at first", remedy);
  }
  found.add(Tcp::nagle, verdict);
}

/// An end from which nothing came.
void judge_sleep(const Ending& ending, EndingFindings& found) {
  Verdict verdict(found.arena.text(
      "The %s sends every %.0f ms, and after frame %u nothing came from it for %.1f s, not even an acknowledgement, "
      "although %u %s sent to it again; it goes on in frame %u, without what it would have sent meanwhile",
      end_of(ending), in_milliseconds(ending.every), ending.frame, in_seconds(ending.length), ending.count,
      plural(ending.count, "segment was", "segments were"), ending.last_in));
  verdict.possible("its device slept, or its system stopped the game and its network (a phone in the background)",
                   "Let the game connect again, or ask for the state, when it resumes "
                   "(NOTIFICATION_APPLICATION_RESUMED), and keep the screen on while it plays",
                   {nullptr, ending.frame});
  verdict.possible("its link was out, while its program stood still or had nothing to send",
                   "Look at its network, and keep its main loop running", {nullptr, ending.last_in});
  found.add(Tcp::slept, verdict);
}

}  // namespace

void judge(const Ending& ending, EndingFindings& found) {
  switch (ending.what) {
    case What::closed: return judge_close(ending, found);
    case What::silence: return judge_silence(ending, found);
    case What::heartbeat: return judge_heartbeat(ending, found);
    case What::refused: return judge_status(ending, found);
    case What::unanswered: return judge_no_answer(ending, found);
    case What::subprotocol: return judge_subprotocol(ending, found);
    case What::tls: return judge_tls(ending, found);
    case What::window: return judge_window(ending, found);
    case What::unread: return judge_unread(ending, found);
    case What::held: return judge_held(ending, found);
    case What::nagle: return judge_nagle(ending, found);
    case What::slept: return judge_sleep(ending, found);
  }
}

facts::Item& add_fact_of_ending(facts::Collection& facts, const Ending& ending) {
  facts.begin(ending.is_websocket ? facts::Transport::websocket : facts::Transport::tcp).streamed = true;
  facts::Item& item = facts.add(is_of_upgrade(ending.what) ? facts::Kind::handshake : facts::Kind::segment);
  item.again = true;
  return item;
}

}  // namespace godot::analysis::tcp_ends
