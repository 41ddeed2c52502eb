// SPDX-License-Identifier: MIT
#include "analysis/game/learning/link_format.h"

#include "analysis/game/learning/learner.h"
#include "base/release.h"
#include "base/time.h"
#include "codec/core/silent_sink.h"
#include "codec/multiplayer/walk.h"

namespace godot::analysis {
namespace {

// Limit of messages of each end that are judged individually.
constexpr std::uint8_t most_judged = 16;

}  // namespace

bool may_be_copy(const Message& message, const MultiplayerLink& link, std::int64_t time) {
  constexpr std::int64_t sent_again_within = 2 * second;
  return message.link->transport == Transport::enet && !message.link->has_handshake &&
         (message.late || time - link.begun_at < sent_again_within);
}

namespace {

void wait(MultiplayerLink& link, const Message& message, const MessageKey& key, std::int64_t time,
          const multiplayer::Transmission& how, const Buffer& bytes) {
  if (link.waiting.size() == most_waiting || link.waiting_bytes + bytes.captured.size() > most_waiting_bytes) {
    link.was_unlearned = true;
    return;
  }
  link.waiting_bytes += bytes.captured.size();
  link.waiting.push_back({.key = key,
                          .time = time,
                          .from_client = message.from_client,
                          .turn = message.turn,
                          .late = message.late,
                          .may_be_copy = may_be_copy(message, link, time),
                          .how = how,
                          .bytes = {bytes.captured.begin(), bytes.captured.end()}});
}

/// Updates the state from a message that is not shown.
void learn(MultiplayerState& state, const GameProjects& projects, MultiplayerLink& link, End from,
           const Arrival& arrival, const multiplayer::Options& options, const Buffer& bytes) {
  SilentSink silence;
  projects.ask_of(link, from);
  Learner learner(state.memory, state.peer_names, link.peers, from, arrival);
  multiplayer::walk(bytes, options, silence, &learner);
}

void learn_what_waits(MultiplayerState& state, const GameProjects& projects, Link& of) {
  MultiplayerLink& link = state.of(of);
  for (const Waiting& waiting : link.waiting) {
    const Buffer bytes(waiting.bytes);
    learn(state, projects, link, waiting.from_client ? End::first : End::second,
          {.frame = waiting.key.frame,
           .message = waiting.key.index,
           .time = waiting.time,
           .bytes = bytes.captured,
           .turn = waiting.turn,
           .may_be_copy = waiting.may_be_copy,
           .late = waiting.late},
          link.recognition_of(waiting.from_client ? End::first : End::second).options(bytes, waiting.how), bytes);
    note_double(state, {.link = &of, .from_client = waiting.from_client}, waiting.key, waiting.time, bytes);
  }
  release(link.waiting);
}

/// A host with several connections is a server's: a client's has one, and in a mesh each connection has its own host
/// (ENetMultiplayerPeer::create_client, add_mesh_peer).
void learn_server(MultiplayerLink& mine, const Link& link) {
  if (mine.peers.server_known() || link.first_has_many == link.second_has_many) return;
  mine.peers.server_is(link.first_has_many ? End::first : End::second);
}

void prove(Session& session, const MultiplayerLink& link) {
  if (!session.certain) session.proven_by = &link;
  session.certain = true;
  session.format = link.recognition.format();
}

}  // namespace

multiplayer::Transmission transmission_of(const Message& message, const MultiplayerLink& link, const MessageKey& key) {
  return {.transport = message.link->transport,
          .delivery = message.delivery,
          .channel = message.channel,
          .from_client = message.from_client,
          .first = message.link->has_handshake && link.first[index(sender(message))] == key,
          .has_handshake = message.link->has_handshake,
          .channel_count = message.link->channel_count,
          .connect_data = message.link->connect_data};
}

bool recognise(MultiplayerState& state, const GameProjects& projects, const Message& message, const MessageKey& key,
               std::int64_t time, const Buffer& bytes) {
  MultiplayerLink& link = state.of(*message.link);
  learn_server(link, *message.link);
  if (link.first[0].frame == 0 && link.first[1].frame == 0) link.begun_at = time;
  MessageKey& first = link.first[index(sender(message))];
  if (first.frame == 0) first = key;
  multiplayer::Recognition& recognition = link.recognition;
  const bool was_certain = recognition.certain();
  if (recognition.hopeless() || recognition.withdrawn()) return false;
  if (was_certain && !link.is_recognised()) return false;
  const auto end = index(sender(message));
  const bool judges_end = !link.chosen && link.judged[end] != most_judged;
  const bool goes_on = !was_certain || (recognition.is_open() && !link.chosen);
  if (!judges_end && !goes_on) return true;
  const multiplayer::Transmission how = transmission_of(message, link, key);
  Session& session = state.session(*message.link);
  const multiplayer::Observation seen = multiplayer::observe(bytes, how);
  if (judges_end) {
    ++link.judged[end];
    link.ends[end].add(seen, how);
  }
  if (goes_on) {
    recognition.add(seen, how);
    const bool speaks_otherwise = (seen.refused & set_of(session.format)) != 0;
    if (!recognition.certain() && session.certain && !speaks_otherwise) {
      recognition.accept(session.format);
      link.accepted_for = &session;
    }
  }
  if (was_certain) return true;
  if (!recognition.certain()) {
    wait(link, message, key, time, how, bytes);
    return false;
  }
  link.certain_in = key.frame;
  state.give_number(link);
  if (!session.withdrawn) prove(session, link);
  learn_what_waits(state, projects, *message.link);
  return true;
}

void weigh_reading(MultiplayerState& state, const Message& message, const MessageKey& key, bool malformed,
                   multiplayer::CommandType command) {
  MultiplayerLink& link = state.of(*message.link);
  if (link.chosen || message.link->transport == Transport::mirror) return;
  link.recognition.add_reading(malformed, command, transmission_of(message, link, key));
  if (!link.recognition.withdrawn()) return;
  link.withdrawn_in = key.frame;
  Session& session = state.session(*message.link);
  if (session.proven_by != &link) return;
  session.certain = false;
  session.withdrawn = true;
}

void choose_format(MultiplayerState& state, MultiplayerLink& link, multiplayer::Format format, bool redot) {
  link.recognition.accept(format, redot);
  link.chosen = true;
  state.give_number(link);
}

MessageBegin begin_message(MultiplayerState& state, const Message& message, const MessageKey& key, const Buffer& bytes,
                           bool first_pass) {
  MultiplayerLink& link = *message.link->godot;
  const multiplayer::Transmission how = transmission_of(message, link, key);
  const End from = sender(message);
  const bool learns = first_pass && !message.is_copy();
  if (learns) link.recognition.check(bytes, how);
  if (link.peers.redots && !link.chosen) link.recognition.set_redot();
  link.peers.presume_server(message.link->server_is_clear);
  if (first_pass) link.peers.last_frame_is(key.frame);
  if (learns && message.shows_gaps && !message.earlier)
    state.memory.views.message(link.peers.link(), static_cast<std::uint8_t>(index(from)), key.frame,
                               message.missing_before);
  return {.options = link.recognition_of(from).options(bytes, how), .learns = learns};
}

void note_double(MultiplayerState& state, const Message& message, const MessageKey& key, std::int64_t time,
                 const Buffer& bytes) {
  if (!state.doubles.expects() || message.link->transport == Transport::mirror) return;
  const Peers& peers = message.link->godot->peers;
  const End from = sender(message);
  state.doubles.add({.source = Doubles::Source::network,
                     .from = peers.shown_id(from),
                     .to = peers.shown_id(other(from)),
                     .frame = key.frame,
                     .time = time},
                    bytes);
}

Arrival arrival_of(const Message& message, const MessageKey& key, std::int64_t time, const Buffer& bytes) {
  const Transit& transit = message.transit;
  return {.frame = key.frame,
          .message = key.index,
          .time = time,
          .bytes = bytes.captured,
          .turn = message.turn,
          .may_be_copy = may_be_copy(message, *message.link->godot, time),
          .late = message.late,
          .sent = transit.known && !transit.estimated ? time - transit.before : 0};
}

const char* settle_dialect(multiplayer::Options& options, const MultiplayerLink& link,
                           const variant::Dialect* preferred, std::uint32_t frame) {
  const bool fits = preferred != nullptr &&
                    (options.api == multiplayer::Api::named || preferred->generation == variant::Generation::redot);
  if (fits) {
    options.dialect = preferred;
    return "preference";
  }
  if (link.chosen) return "decode-as";
  return link.certain_in == frame ? "heuristic" : "conversation";
}

}  // namespace godot::analysis
