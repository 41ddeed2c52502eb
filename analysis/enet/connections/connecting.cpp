// SPDX-License-Identifier: MIT
#include "analysis/enet/connections/connecting.h"

#include "base/duration.h"
#include "base/time.h"

namespace godot::analysis::enet {
namespace {

using problems::Verdict;

/// What a verdict says of a cause. Those with an id in their text (%u) are told by `with_id()`.
struct Cause {
  const char* name;
  const char* remedy;
};
#define GODOT_CAUSE(symptom, enumerator, cause, remedy) constexpr Cause enumerator = {cause, remedy};
namespace cause {
#include "analysis/enet/connections/causes.def"
}  // namespace cause

void possible(Verdict& verdict, const Cause& cause, problems::Evidence evidence = {}) {
  verdict.possible(cause.name, cause.remedy, evidence);
}
void proven(Verdict& verdict, const Cause& cause, problems::Evidence evidence) {
  verdict.proven(cause.name, cause.remedy, evidence);
}
Cause with_id(const Cause& cause, std::uint32_t id, const analysis::Arena& arena) {
  return {arena.text(cause.name, id), cause.remedy};
}

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
  const char* last = request.server.last_before != 0
                         ? arena.text("; the server's last datagram is frame %u", request.server.last_before)
                         : "";
  const problems::Evidence error = {
      arena.text("the request came back as %s%s", text_of(request.error, request.returned_in, arena), last),
      request.returned_in};
  const Returned from = turned_back(request.error);
  if (from == Returned::at_firewall) return proven(verdict, cause::rejected, error);
  if (from == Returned::at_port && request.is_local) return proven(verdict, cause::nothing_at_port, error);
  possible(verdict, from == Returned::at_port ? cause::nothing_at_port : cause::not_reached, error);
  possible(verdict, cause::rejected);
}

/// A request came back, after others that did not.
void judge_later_return(Verdict& verdict, const Unanswered& request, const analysis::Arena& arena) {
  const problems::Evidence error = {arena.text("%u of the requests did not come back, the next one did, as %s",
                                               request.unreturned, text_of(request.error, request.returned_in, arena)),
                                    request.returned_in};
  switch (turned_back(request.error)) {
    case Returned::at_port: return possible(verdict, cause::server_stopped_meanwhile, error);
    case Returned::at_firewall: return possible(verdict, cause::rejected, error);
    default: return possible(verdict, cause::not_reached_later, error);
  }
}

void judge_running(Verdict& verdict, const Unanswered& request, const analysis::Arena& arena) {
  const ServerSeen& server = request.server;
  if (server.last > request.first) {
    verdict.excluded("nothing listens",
                     {arena.text("the server sends to others in frame %u", server.last), server.last});
    return;
  }
  // What is known of the server ends with the last request: it may send again later.
  const char* silence = arena.text("it sends nothing from frame %u to %u", server.last_before, request.last);
  if (server.left_in != 0 && server.last <= server.left_in) {
    possible(
        verdict, cause::server_left,
        {arena.text("its Disconnect is in frame %u, and it sends nothing until frame %u", server.left_in, request.last),
         server.left_in});
  } else if (is_silent(request)) {
    possible(verdict, cause::server_crashed, {silence, server.last_before});
  } else {
    possible(verdict, cause::nothing_there);
  }
}

/// A server that encrypts drops what is not DTLS. One that has sent ENet in plain text does not encrypt.
void judge_encryption(Verdict& verdict, const ServerSeen& server) {
  if (server.last != 0 || server.last_before != 0 || server.accepted_any) return;
  possible(verdict, cause::expects_dtls);
}

/// Datagrams without compression are read by every server.
void judge_compression(Verdict& verdict, const Unanswered& request, const analysis::Arena& arena) {
  constexpr const char* differs = cause::compresses_differently.name;
  const ServerSeen& server = request.server;
  if (request.compression == Compression::none) {
    verdict.excluded(differs, {});
  } else if (server.accepted_same != 0) {
    verdict.excluded(
        differs, {arena.text("it accepted a request that was compressed like this in frame %u", server.accepted_same),
                  server.accepted_same});
  } else {
    possible(verdict, cause::compresses_differently,
             {server.accepted_any ? "this request is compressed, those that it accepted are not compressed so"
                                  : "this request is compressed",
              request.first});
  }
}

void judge_room(Verdict& verdict, const Unanswered& request, const analysis::Arena& arena) {
  const ServerSeen& server = request.server;
  if (server.accepted_in != 0) {
    verdict.excluded(cause::full.name,
                     {arena.text("it accepts another client in frame %u", server.accepted_in), server.accepted_in});
  } else if (is_silent(request)) {
    verdict.excluded(cause::full.name,
                     {arena.text("its clients got nothing from frame %u to %u", server.last_before, request.last),
                      server.last_before});
  } else {
    possible(verdict, cause::full);
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
  if (!runs) possible(verdict, cause::server_stands_still);
  else if (!has_stopped) judge_running(verdict, request, arena);
  judge_encryption(verdict, request.server);
  if (from == Returned::at_firewall) return verdict;
  if (request.is_local) verdict.excluded("a firewall", {});
  else possible(verdict, cause::in_between);
  if (verdict.remaining() == 0) possible(verdict, cause::lost_on_the_way);
  return verdict;
}

problems::Verdict verdict_on(const Unread& answer, const char* symptom, const analysis::Arena& arena) {
  Verdict verdict(symptom);
  if (answer.is_compressed && !answer.client_compresses)
    possible(verdict, cause::client_does_not_compress,
             {"this answer is compressed, and nothing of the client's", answer.accepted_in});
  if (answer.asked_again_in != 0)
    verdict.excluded(cause::client_gone.name,
                     {arena.text("it asks again in frame %u", answer.asked_again_in), answer.asked_again_in});
  else possible(verdict, cause::client_gone);
  if (answer.is_local) verdict.excluded("a firewall", {});
  else possible(verdict, cause::way_back_blocked);
  // A client that asks again polls: it reads what comes to its socket.
  const bool is_explained = answer.is_compressed && !answer.client_compresses;
  if (answer.asked_again_in != 0 && !is_explained) possible(verdict, cause::throws_away);
  return verdict;
}

namespace {

/// "Port unreachable" shows that the server has stopped; between two machines, a firewall may say so, too. The server
/// has ignored the client before that if something listened at its port for a second: a server answers within a frame
/// of its game.
void judge_stop(Verdict& verdict, const Ignored& accepted, const analysis::Arena& arena) {
  const char* error = text_of(accepted.error, accepted.returned_in, arena);
  const problems::Evidence returned = {error, accepted.returned_in};
  if (accepted.unreturned_in == 0 && accepted.is_local) {
    proven(verdict, cause::server_stopped, returned);
  } else if (accepted.unreturned_in == 0 || accepted.unreturned_for < second) {
    possible(verdict, cause::server_stopped, returned);
    if (accepted.unreturned_in != 0) possible(verdict, cause::refuses);
    if (!accepted.is_local) possible(verdict, cause::rejected_since);
  } else {
    const char* open = arena.text("frame %u, %.1f s later, did not come back", accepted.unreturned_in,
                                  in_seconds(accepted.unreturned_for));
    possible(verdict, cause::refuses, {open, accepted.unreturned_in});
    if (accepted.server_last < accepted.unreturned_in) possible(verdict, cause::server_stood_still);
    verdict.excluded(cause::server_stopped.name, {arena.text("only later: %s", error), accepted.returned_in});
  }
}

}  // namespace

problems::Verdict verdict_on(const Ignored& accepted, const char* symptom, const analysis::Arena& arena) {
  constexpr std::uint32_t least_id = 2;
  Verdict verdict(symptom);
  const bool is_no_clients = accepted.has_id && accepted.id < least_id;
  if (is_no_clients) {
    // Other programs than games send any data in Connect, most of them 0.
    const Cause of_client = with_id(cause::no_clients_id, accepted.id, arena);
    if (accepted.is_games) {
      proven(verdict, of_client, {"the server drops a client with such an id without a word", accepted.accepted_in});
      return verdict;
    }
    possible(verdict, of_client,
             {"a server of Godot's multiplayer drops such a client without a word", accepted.accepted_in});
  }
  if (accepted.taken_in != 0 && !is_no_clients) {
    const Cause of_client = with_id(cause::id_taken, accepted.id, arena);
    const problems::Evidence evidence = {arena.text("its Connect is frame %u", accepted.taken_in), accepted.taken_in};
    if (accepted.taken_for_certain) {
      proven(verdict, of_client, evidence);
      return verdict;
    }
    possible(verdict, of_client, evidence);
  }
  if (accepted.returned_in != 0 && turned_back(accepted.error) == Returned::at_port) {
    judge_stop(verdict, accepted, arena);
    return verdict;
  }
  if (accepted.returned_in != 0)
    possible(verdict, cause::way_failed, {text_of(accepted.error, accepted.returned_in, arena), accepted.returned_in});
  possible(verdict, cause::refuses);
  // A client sends a ping each half second, which a server that runs acknowledges within a frame of its game.
  constexpr std::int64_t has_heard_it = 2 * second;
  if (accepted.server_last > accepted.client_last || accepted.server_went_on >= has_heard_it) {
    verdict.excluded("the server has stopped",
                     {arena.text("it sends to others in frame %u", accepted.server_last), accepted.server_last});
  } else {
    possible(verdict, cause::stopped_or_still);
    if (!accepted.is_local) possible(verdict, cause::way_back_failed);
  }
  return verdict;
}

/// A server that is started again at the same port knows none of the clients, and answers them nothing.
problems::Verdict verdict_on(const Ended& message, const char* symptom, const analysis::Arena& arena) {
  Verdict verdict(symptom);
  const problems::Evidence error = {text_of(message.error, message.returned_in, arena), message.returned_in};
  const bool was_read_before = message.sent_in < message.receiver_last;
  const Cause& process_ended = message.is_server ? cause::process_ended : cause::client_ended;
  if (message.is_local && !was_read_before) {
    proven(verdict, process_ended, error);
    return verdict;
  }
  possible(verdict, process_ended, error);
  if (was_read_before) possible(verdict, cause::lost_before);
  if (!message.is_local)
    possible(verdict, message.is_server ? cause::rejected_from_now_on : cause::server_rejected_from_now_on);
  return verdict;
}

}  // namespace godot::analysis::enet
