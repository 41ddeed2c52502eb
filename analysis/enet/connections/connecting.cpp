// SPDX-License-Identifier: MIT
#include "analysis/enet/connections/connecting.h"

#include "base/time.h"

namespace godot::analysis::enet {
namespace {

using problems::Verdict;

constexpr const char* start_it = "Start the server, and compare address and port at both ends";
constexpr const char* look_at_it = "Look at the server's main loop";
constexpr const char* look_between = "Look at the network between the ends";
constexpr const char* open_port = "Open the server's UDP port";
constexpr const char* rejects = "a firewall or router rejects it";

/// A client was connected to it, and it has sent nothing since the request. A server with clients sends to each at
/// least every 0.5 s.
bool is_silent(const Unanswered& request) {
  return request.is_long && request.server.has_client && request.server.last < request.first;
}

/// "ICMP port unreachable in frame 8".
const char* text_of(const IcmpError& error, std::uint32_t frame, const analysis::Arena& arena) {
  if (turned_back(error) == Returned::at_port) return arena.text("ICMP port unreachable in frame %u", frame);
  return arena.text("ICMP%s type %u, code %u in frame %u", error.is_v6 ? "v6" : "", unsigned{error.type},
                    unsigned{error.code}, frame);
}

/// The first request came back. Rules of firewalls may send any of these errors, also "port unreachable".
void judge_return(Verdict& verdict, const Unanswered& request, const analysis::Arena& arena) {
  constexpr const char* nothing = "nothing listens at this port";
  const char* last = request.server.last_before != 0
                         ? arena.text("; the server's last datagram is frame %u", request.server.last_before)
                         : "";
  const problems::Evidence error = {
      arena.text("the request came back as %s%s", text_of(request.error, request.returned_in, arena), last),
      request.returned_in};
  const Returned from = turned_back(request.error);
  if (from == Returned::at_firewall) return verdict.proven(rejects, open_port, error);
  if (from == Returned::at_port && request.is_local) return verdict.proven(nothing, start_it, error);
  if (from == Returned::at_port) verdict.possible(nothing, start_it, error);
  else verdict.possible("the server's address is not reached", "Compare address and port at both ends", error);
  verdict.possible(rejects, open_port);
}

/// A request came back, after others that did not.
void judge_later_return(Verdict& verdict, const Unanswered& request, const analysis::Arena& arena) {
  const problems::Evidence error = {arena.text("%u of the requests did not come back, the next one did, as %s",
                                               request.unreturned, text_of(request.error, request.returned_in, arena)),
                                    request.returned_in};
  switch (turned_back(request.error)) {
    case Returned::at_port: return verdict.possible("the server has stopped meanwhile", start_it, error);
    case Returned::at_firewall: return verdict.possible(rejects, open_port, error);
    default: return verdict.possible("the server's address is not reached", look_between, error);
  }
}

void judge_running(Verdict& verdict, const Unanswered& request, const analysis::Arena& arena) {
  const ServerSeen& server = request.server;
  if (server.last > request.first) {
    verdict.excluded("nothing listens",
                     {arena.text("the server sends to others in frame %u", server.last), server.last});
    return;
  }
  const char* silence = arena.text("it sends nothing after frame %u", server.last_before);
  if (server.left_in != 0 && server.last <= server.left_in) {
    verdict.possible(
        "the server has left", start_it,
        {arena.text("its Disconnect is in frame %u, and it sends nothing since", server.left_in), server.left_in});
  } else if (is_silent(request)) {
    verdict.possible("the server was stopped or crashed", start_it, {silence, server.last_before});
  } else {
    verdict.possible("nothing listens there", start_it);
  }
}

/// A server that encrypts drops what is not DTLS. One that has sent ENet in plain text does not encrypt.
void judge_encryption(Verdict& verdict, const ServerSeen& server) {
  if (server.last != 0 || server.last_before != 0 || server.accepted_any) return;
  verdict.possible("the server expects DTLS", "Call dtls_client_setup() at the client, too");
}

/// Datagrams without compression are read by every server.
void judge_compression(Verdict& verdict, const Unanswered& request, const analysis::Arena& arena) {
  constexpr const char* differs = "the server compresses differently";
  constexpr const char* remedy = "Give both ends the same mode (ENetConnection.compress())";
  const ServerSeen& server = request.server;
  if (request.compression == Compression::none) {
    verdict.excluded(differs, {});
  } else if (server.accepted_same != 0) {
    verdict.excluded(
        differs, {arena.text("it accepted a request that was compressed like this in frame %u", server.accepted_same),
                  server.accepted_same});
  } else {
    verdict.possible(differs, remedy,
                     {server.accepted_any ? "this request is compressed, those that it accepted are not compressed so"
                                          : "this request is compressed",
                      request.first});
  }
}

void judge_room(Verdict& verdict, const Unanswered& request, const analysis::Arena& arena) {
  const ServerSeen& server = request.server;
  if (server.accepted_in != 0) {
    verdict.excluded("the server is full",
                     {arena.text("it accepts another client in frame %u", server.accepted_in), server.accepted_in});
  } else if (is_silent(request)) {
    verdict.excluded("the server is full",
                     {arena.text("its clients got nothing after frame %u", server.last_before), server.last_before});
  } else {
    verdict.possible("the server is full", "Raise max_clients of create_server()");
  }
}

}  // namespace

problems::Verdict verdict_on(const Unanswered& request, const char* symptom, const analysis::Arena& arena) {
  Verdict verdict(symptom);
  const bool has_returned = request.returned_in != 0;
  if (has_returned && request.unreturned == 0) {
    judge_return(verdict, request, arena);
    return verdict;
  }
  if (has_returned) judge_later_return(verdict, request, arena);
  const Returned from = has_returned ? turned_back(request.error) : Returned::nowhere;
  const bool has_stopped = from == Returned::at_port;
  const bool runs = request.server.last > request.first;
  if (!runs && !has_stopped) judge_running(verdict, request, arena);
  judge_compression(verdict, request, arena);
  judge_room(verdict, request, arena);
  if (!runs) verdict.possible("the server stands still (loading, a breakpoint)", look_at_it);
  else if (!has_stopped) judge_running(verdict, request, arena);
  judge_encryption(verdict, request.server);
  if (from == Returned::at_firewall) return verdict;
  if (request.is_local) verdict.excluded("a firewall", {});
  else verdict.possible("a firewall or router is in between", open_port);
  return verdict;
}

problems::Verdict verdict_on(const Unread& answer, const char* symptom, const analysis::Arena& arena) {
  Verdict verdict(symptom);
  if (answer.is_compressed && !answer.client_compresses)
    verdict.possible("the client does not compress as the server does",
                     "Give both ends the same compression (ENetConnection.compress())",
                     {"this answer is compressed, and nothing of the client's", answer.accepted_in});
  constexpr const char* gone = "the client has ended or stands still (loading, a breakpoint)";
  if (answer.asked_again_in != 0)
    verdict.excluded(gone, {arena.text("it asks again in frame %u", answer.asked_again_in), answer.asked_again_in});
  else verdict.possible(gone, "Look at the client's main loop");
  if (answer.is_local) verdict.excluded("a firewall", {});
  else verdict.possible("a firewall or router blocks the way back", look_between);
  // A client that asks again polls: it reads what comes to its socket.
  const bool is_explained = answer.is_compressed && !answer.client_compresses;
  if (answer.asked_again_in != 0 && !is_explained)
    verdict.possible("the client's program reads the answers, and throws them away",
                     "Give both ends the same checksum, compression and encryption, and look what else reads the "
                     "client's socket");
  return verdict;
}

namespace {

constexpr const char* refuses = "it refuses new connections";
constexpr const char* refuses_remedy = "Look at the server's refuse_new_connections";

/// "Port unreachable" shows that the server has stopped; between two machines, a firewall may say so, too. The server
/// has ignored the client before that if something listened at its port for a second: a server answers within a frame
/// of its game.
void judge_stop(Verdict& verdict, const Ignored& accepted, const analysis::Arena& arena) {
  constexpr const char* stopped = "the server was stopped";
  constexpr const char* start = "Start the server";
  constexpr const char* rejects_later = "a firewall or router rejects what the client has sent since";
  const char* error = text_of(accepted.error, accepted.returned_in, arena);
  const problems::Evidence returned = {error, accepted.returned_in};
  if (accepted.unreturned_in == 0 && accepted.is_local) {
    verdict.proven(stopped, start, returned);
  } else if (accepted.unreturned_in == 0 || accepted.unreturned_for < second) {
    verdict.possible(stopped, start, returned);
    if (accepted.unreturned_in != 0) verdict.possible(refuses, refuses_remedy);
    if (!accepted.is_local) verdict.possible(rejects_later, look_between);
  } else {
    const char* open = arena.text("frame %u, %.1f s later, did not come back", accepted.unreturned_in,
                                  static_cast<double>(accepted.unreturned_for) / static_cast<double>(second));
    verdict.possible(refuses, refuses_remedy, {open, accepted.unreturned_in});
    if (accepted.server_last < accepted.unreturned_in) verdict.possible("the server stood still", look_at_it);
    verdict.excluded(stopped, {arena.text("only later: %s", error), accepted.returned_in});
  }
}

}  // namespace

problems::Verdict verdict_on(const Ignored& accepted, const char* symptom, const analysis::Arena& arena) {
  constexpr std::uint32_t least_id = 2;
  Verdict verdict(symptom);
  const bool is_no_clients = accepted.has_id && accepted.id < least_id;
  if (is_no_clients) {
    // Other programs than games send any data in Connect, most of them 0.
    const char* cause = arena.text("the client's id is %u", accepted.id);
    constexpr const char* remedy = "Ids of clients are 2 or greater: let Godot choose it (create_client())";
    if (accepted.is_games) {
      verdict.proven(cause, remedy, {"the server drops a client with such an id without a word", accepted.accepted_in});
      return verdict;
    }
    verdict.possible(cause, remedy,
                     {"a server of Godot's multiplayer drops such a client without a word", accepted.accepted_in});
  }
  if (accepted.taken_in != 0 && !is_no_clients) {
    const char* cause = arena.text("the client's id %u is taken by another client", accepted.id);
    const problems::Evidence evidence = {arena.text("its Connect is frame %u", accepted.taken_in), accepted.taken_in};
    constexpr const char* remedy = "Give each client an id of its own: let Godot choose it (create_client())";
    if (accepted.taken_for_certain) {
      verdict.proven(cause, remedy, evidence);
      return verdict;
    }
    verdict.possible(cause, remedy, evidence);
  }
  if (accepted.returned_in != 0 && turned_back(accepted.error) == Returned::at_port) {
    judge_stop(verdict, accepted, arena);
    return verdict;
  }
  if (accepted.returned_in != 0)
    verdict.possible("the way to the server has failed since", look_between,
                     {text_of(accepted.error, accepted.returned_in, arena), accepted.returned_in});
  verdict.possible(refuses, refuses_remedy);
  if (accepted.server_last > accepted.client_last) {
    verdict.excluded("the server has stopped",
                     {arena.text("it sends to others in frame %u", accepted.server_last), accepted.server_last});
  } else {
    verdict.possible("the server has stopped or stands still", look_at_it);
    if (!accepted.is_local) verdict.possible("the way back from the server has failed since", look_between);
  }
  return verdict;
}

/// A server that is started again at the same port knows none of the clients, and answers them nothing.
problems::Verdict verdict_on(const Ended& message, const char* symptom, const analysis::Arena& arena) {
  constexpr const char* ended = "the server's process has ended";
  constexpr const char* again = "Start the server, and let the client connect again";
  Verdict verdict(symptom);
  const problems::Evidence error = {text_of(message.error, message.returned_in, arena), message.returned_in};
  const bool was_read_before = message.sent_in < message.server_last;
  if (message.is_local && !was_read_before) {
    verdict.proven(ended, again, error);
    return verdict;
  }
  verdict.possible(ended, again, error);
  if (was_read_before) verdict.possible("it was lost before", look_between);
  if (!message.is_local) verdict.possible("a firewall or router rejects what the client sends since", look_between);
  return verdict;
}

}  // namespace godot::analysis::enet
