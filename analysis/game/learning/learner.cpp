// SPDX-License-Identifier: MIT
#include "analysis/game/learning/learner.h"

#include <algorithm>
#include <array>
#include <utility>

#include "analysis/facts/digest.h"
#include "base/names/source.h"
#include "base/text_hash.h"
#include "codec/multiplayer/fields.h"
#include "codec/variant/plain_text.h"

namespace godot::analysis {
namespace {

constexpr std::size_t relay_place = 2;  // index of the relay in ReportedPeers::ids

constexpr std::size_t most_introducing = 128;  // bytes of the first argument

}  // namespace

void Learner::report_peer(std::size_t place, PeerId peer) {
  PeerId& reported = peers_.reported.ids[place];
  if (reported == peer) return;
  reported = peer;
  names_.appears(peer, frame_);
}

void Learner::report_peers() {
  report_peer(index(End::first), peers_.id(End::first));
  report_peer(index(End::second), peers_.id(End::second));
  const EndProcess& process = arrival_.process;
  if (process.name == nullptr) return;
  const End end = process.is_sender ? router_.from() : other(router_.from());
  names_.runs_in(peers_.id(end), process.name, process.id);
}

/// Godot 2 and 3: a client writes its own id as the source, the server 1 or the id of the peer whose message it relays.
void Learner::header(const multiplayer::Header& header) {
  if (!peers_.server_known() && header.source == multiplayer::server) peers_.server_is(router_.from());
  if (peers_.server_known()) {
    const End client = peers_.is_server(End::first) ? End::second : End::first;
    const PeerId id = router_.from() == client ? header.source : header.target;
    if (peers_.id(client) == 0 && id > multiplayer::server) peers_.id_is(client, id);
  }
  router_.header(header);
  const bool comes_from_server = peers_.is_server(router_.from());
  if (comes_from_server && header.source > multiplayer::server && header.target <= 0)
    memory_.peers.relayed(peers_.session(), header.source, frame_);
  report_peers();
  if (header.target > 0) report_peer(relay_place, header.target);
  if (header.source > 0) report_peer(relay_place, header.source);
}

/// Only servers announce peers.
void Learner::peer(const multiplayer::PeerChange& change) {
  if (!peers_.server_known()) peers_.server_is(router_.from());
  if (change.kind == multiplayer::PeerChange::Kind::assigned && peers_.is_server(router_.from())) {
    peers_.id_is(other(router_.from()), change.peer);
  }
  if (change.kind != multiplayer::PeerChange::Kind::assigned)
    memory_.peers.add(peers_.link(), change.peer, change.kind == multiplayer::PeerChange::Kind::added, frame_,
                      arrival_.turn);
  report_peers();
  report_peer(relay_place, change.peer);
}

void Learner::command(const multiplayer::Command& command) {
  router_.begin(command.relayed);
  if (command.relayed) return;
  memory_.paths.sent(peers_.speaker(router_.from()), arrival_.time);
  report_peers();
}

void Learner::system(const multiplayer::System& system) {
  if (!peers_.server_known()) {
    switch (system.command) {
      case multiplayer::SystemCommand::add_peer:
      case multiplayer::SystemCommand::delete_peer: peers_.server_is(router_.from()); break;
      case multiplayer::SystemCommand::relay:
        // Only a client relays to everyone, or to everyone but one.
        if (system.peer <= 0) peers_.server_is(other(router_.from()));
        break;
      case multiplayer::SystemCommand::authenticate: break;
    }
  }
  const bool adds = system.command == multiplayer::SystemCommand::add_peer;
  if (adds || system.command == multiplayer::SystemCommand::delete_peer)
    memory_.peers.add(peers_.link(), system.peer, adds, frame_, arrival_.turn);
  router_.system(system);
  report_peers();
  if (system.peer > 0) report_peer(relay_place, system.peer);
}

void Learner::node(const multiplayer::Node& node) {
  if (memory_.first_call == 0) memory_.first_call = frame_;
  const Speaker& source = router_.route().source;
  const AnnouncedPath* known = memory_.paths.find(source, node, frame_);
  methods_md5_ = known != nullptr ? known->md5 : nullptr;
  called_path_ = known != nullptr ? known->path : nullptr;
  if (!node.by_path) uses_number(node.id);
  if (engine_errors().listens()) {
    call_ = {.by_path = node.by_path,
             .node_id = node.by_path ? 0 : node.id,
             .path = known != nullptr ? known->path : nullptr,
             .md5 = methods_md5_};
    call_path_ = known != nullptr ? std::string_view(known->path) : node.path;
  }
  if (known != nullptr || node.by_path)
    store_message_to({.path = known != nullptr ? known->path : node.path, .known = known, .by_number = !node.by_path});
}

void Learner::method(const multiplayer::Member& method) {
  if (!method.by_name && methods_md5_ != nullptr) memory_.paths.called(methods_md5_, method.id);
  call_by_name_ = method.by_name;
  method_ = method.by_name ? static_cast<std::uint32_t>(TextHash{}(method.name)) : method.id;
  if (!engine_errors().listens()) return;
  call_.method = method.by_name ? TextHash{}(method.name) : 0;
  call_.method_id = method.id;
  store_for_errors(call_path_, call_);
}

void Learner::property(const multiplayer::Member& property) {
  const Route& route = router_.route();
  const bool leaves = !route.relayed || peers_.is_client(router_.from());
  if (!leaves || called_path_ == nullptr || !property.by_name) return;
  memory_.authorities.add_own_set(route.source, called_path_, property.name,
                                  {.peer = route.target_id, .known = route.target_known},
                                  {.frame = frame_, .message = message_, .part = 0, .time = arrival_.time});
}

/// True at the final receiver: not on the hop to a server that relays it.
void Learner::store_for_errors(std::string_view path, const EngineErrors::Message& message) const {
  const Route& route = router_.route();
  const PeerId receiver = peers_.id(other(router_.from()));
  if (route.relayed && route.target_id > 0 && route.target_id != receiver) return;
  EngineErrors::Message whole = message;
  whole.place = {frame_, message_};
  whole.time = arrival_.time;
  whole.source = route.source_id;
  whole.receiver = receiver;
  whole.host = arrival_.host;
  engine_errors().add(path, whole);
}

/// The first call of a client to the server may introduce it; a later call of the same method with another text
/// withdraws the name, as for messages of a chat. In a capture that lacks a connection's beginning, the first call is
/// unknown.
void Learner::arguments(const multiplayer::Arguments& arguments) {
  const Route& route = router_.route();
  const std::size_t end = index(router_.from());
  Peers::ReportedPeers& reported = peers_.reported;
  const auto bit = static_cast<std::uint8_t>(1U << end);
  const bool is_first = (reported.called & bit) == 0;
  reported.called = static_cast<std::uint8_t>(reported.called | bit);
  if (is_first) reported.first_method[end] = method_;
  const bool is_like_it = reported.has_beginning && reported.first_method[end] == method_;
  const bool is_clients = arguments.count != 0 && !route.relayed && !peers_.is_server(router_.from()) &&
                          route.source_id > multiplayer::server;
  is_first_call_ = is_first;
  may_introduce_ = is_like_it && is_clients && peers_.is_client(router_.from());
  naming_ = is_clients ? naming_argument() : -1;
}

/// Which argument of the called method is declared as a name; negative: none, or nothing is known of it. Asked once for
/// each method of each node.
int Learner::naming_argument() const {
  if (called_path_ == nullptr) return -1;
  const auto [found, is_new] = names_.naming_arguments.try_emplace({called_path_, method_}, std::int8_t{-1});
  if (!is_new) return found->second;
  const names::Node node = {.path = called_path_, .rpc_md5 = methods_md5_};
  const names::Name method = call_by_name_ ? names::Name{} : names::method(node, method_);
  if (method.certainty != names::Certainty::certain) return -1;
  constexpr std::uint32_t most = 8;
  const std::uint32_t count = std::min(names::signature(node, method.text).count, most);
  for (std::uint32_t i = 0; i != count; ++i) {
    const names::Argument argument = names::argument(node, method.text, i);
    if (argument.name && is_of_names(argument.name.text)) found->second = static_cast<std::int8_t>(i);
    if (found->second >= 0) break;
  }
  return found->second;
}

/// A value's text without quotation marks; empty: it is no text.
std::string_view Learner::text_of(const multiplayer::ValuePlace& place, std::span<char> out) const {
  const bool is_here = place.end > place.begin && place.end <= arrival_.bytes.size();
  if (!place.good || !is_here || place.end - place.begin > most_introducing) return {};
  const Buffer bytes(arrival_.bytes.subspan(place.begin, place.end - place.begin));
  const std::string_view type = variant::type_of(bytes, {});
  if (type != "String" && type != "StringName") return {};
  const std::string_view text = variant::text_of(bytes, {}, {}, out).text;
  const std::size_t quote = text.find('"');
  return quote == std::string_view::npos || text.size() < quote + 2 ? std::string_view()
                                                                    : text.substr(quote + 1, text.size() - quote - 2);
}

void Learner::value_end(const multiplayer::ValuePlace& place) {
  if (!may_introduce_ && naming_ < 0) return;
  const bool introduces = std::exchange(may_introduce_, false);
  const bool names = place.role == field::godot_rpc_argument && naming_ == static_cast<int>(place.index);
  if (!introduces && !names) return;
  std::array<char, most_introducing * 4> out;
  const std::string_view text = text_of(place, out);
  if (text.empty()) return;
  const PeerId source = router_.route().source_id;
  if (names) names_.names_itself(source, text);
  if (!introduces) return;
  if (is_first_call_) names_.introduces_itself(source, text);
  else names_.says(source, text);
}

/// On the hop to its receiver: on that to a relay, the confirmation is another peer's.
void Learner::uses_number(std::uint32_t id) const {
  const Route& route = router_.route();
  if (!route.goes_to_relay(peers_, router_.from())) memory_.paths.used(route.source, id, frame_);
}

/// A message to a node; one that a server relays to another peer is not followed.
void Learner::store_message_to(const SpawnedNodes::NodeMessage& message) {
  // A message that its receiver holds back does not come before a missing spawn.
  if (router_.route().relayed || arrival_.turn.waits || message.path.size() > Memory::most_text) return;
  if (arrival_.late && memory_.nodes.presence(router_.route().source, message.path, frame_).waits_for(arrival_.turn))
    return;
  memory_.nodes.add_call(router_.route().source, router_.route().target, message, frame_);
}

void Learner::announced(const multiplayer::AnnouncedPath& path) {
  if (path.path.size() > Memory::most_text) return memory_.paths.leave_out();
  // A path ends with a zero: without one, the capture has cut it.
  if (path.path_begin + path.path.size() >= arrival_.bytes.size()) return;
  const Route& route = router_.route();
  const Speaker& source = route.source;
  const PathAnnouncement announcement = {.id = path.id,
                                         .path = path.path,
                                         .md5 = path.methods_md5,
                                         .frame = frame_,
                                         .time = arrival_.time,
                                         .turn = arrival_.turn,
                                         .may_be_copy = arrival_.may_be_copy,
                                         .waits = arrival_.turn.waits && !route.relayed};
  if (route.goes_to_relay(peers_, router_.from())) memory_.paths.add_passed(source, announcement, route.target_id);
  else memory_.paths.add(source, announcement);
  if (const AnnouncedPath* known = memory_.paths.find(source, path.id, frame_); known != nullptr && !peers_.redots)
    peers_.redots = names::is_redots({.path = known->path});
  if (engine_errors().listens()) store_for_errors(path.path, {.announces = true, .node_id = path.id});
  const AnnouncedPath* announced = memory_.paths.find_on_link(source, path.id, frame_);
  if (announced != nullptr && !router_.route().relayed)
    peers_.lists[index(router_.from())].add(announced->md5, announced->path);
  store_message_to({.path = path.path, .known = announced});
}

void Learner::confirmed(const multiplayer::ConfirmedPath& path) {
  const Route& route = router_.route();
  if (!path.methods_match) {
    const AnnouncedPath* known = path.by_id ? memory_.paths.find_on_link(route.target, path.id, frame_)
                                            : memory_.paths.find_on_link(route.target, path.path, frame_);
    if (known != nullptr && peers_.other_methods == nullptr) peers_.other_methods = known->path;
    else if (known != nullptr && peers_.other_methods != known->path) peers_.several_other_methods = true;
  }
  if (path.by_id)
    memory_.paths.confirm(route.target, path.id, frame_, !route.relayed, path.methods_match, route.source_id);
  else memory_.paths.confirm(route.target, path.path, frame_, !route.relayed, path.methods_match, route.source_id);
}

void Learner::spawn(const multiplayer::Spawn& spawn) {
  spawned_ = nullptr;
  if (spawn.name.size() > Memory::most_text) return;
  const SpawnedNode node = {.frame = frame_,
                            .name = nullptr,
                            .net_id = spawn.net_id,
                            .spawner = spawn.spawner,
                            .scene = spawn.scene_id,
                            .synchronizers = spawn.sync_count,
                            .time = arrival_.time,
                            .turn = arrival_.turn,
                            .late = arrival_.late};
  const Speaker& source = router_.route().source;
  const AnnouncedPath* spawner = memory_.paths.find(source, spawn.spawner, frame_);
  const names::Name parent = spawner != nullptr ? names::parent(spawner->path) : names::Name{};
  SpawnedNode* kept = memory_.nodes.spawn(source, node, spawn.name, parent ? parent.text : "");
  spawned_ = kept;
  for (std::uint32_t i = 0; i < spawn.sync_count; ++i) {
    memory_.nodes.add_synchronizer(router_.route().source, spawn.sync_id(i), *kept, i, frame_);
    if (kept->frame == frame_) begin_again(spawn.sync_id(i));
    expect_states(spawn.sync_id(i));
  }
}

/// The receiver's node is new: it had no states before.
void Learner::begin_again(std::uint32_t synchronizer) {
  for (const bool delta : {false, true})
    memory_.states.begin_again(router_.series({.delta = delta, .id = synchronizer}));
}

/// The receiver of the spawn gets the states of its synchronizers from now on.
void Learner::expect_states(std::uint32_t synchronizer) {
  const Route& route = router_.route();
  const PeerId receiver = peers_.id(other(router_.from()));
  if (!route.source.known_to_all() || receiver <= 0 || route.relayed) return;
  Synchronizers::Place place;
  memory_.views.spawned(
      memory_.synchronizers.at(IdKey::of_session(route.source, synchronizer), place).views,
      {.peer = receiver, .link = peers_.link(), .from = static_cast<std::uint8_t>(index(router_.from()))},
      {.frame = frame_, .message = message_, .part = 0, .time = arrival_.time});
}

void Learner::spawn_state(const multiplayer::SpawnState& state) {
  if (spawned_ != nullptr) memory_.nodes.set_state(*spawned_, state);
}

void Learner::despawn(const multiplayer::Despawn& despawn) {
  memory_.nodes.despawn(router_.route().source, despawn.net_id, frame_, arrival_.time, arrival_.turn);
}

void Learner::sync(const multiplayer::Sync& sync) { time_ = sync.time; }

/// States that need more than one message have the same time in all of them. One without a state says nothing.
void Learner::begin_states() {
  memory_.clocks.add_message(router_.route().source, router_.route().target_id, time_,
                             {.frame = frame_, .message = message_, .part = 0},
                             static_cast<std::uint32_t>(arrival_.bytes.size()));
  if (!router_.route().relayed) memory_.nodes.sends_states(router_.route().source, time_, frame_);
}

bool Learner::bytes(const multiplayer::UserBytes& bytes) {
  if (bytes.field == field::godot_auth_data) peers_.admission.add(index(router_.from()), bytes.length != 0, frame_);
  return false;
}

void Learner::sync_begin(const multiplayer::SyncObject& object) {
  if (object.index == 0 && !object.delta) begin_states();
  series_ = &memory_.states.of(router_.series(object));
  memory_.authorities.add_state(router_.route().source, object.id, object.by_path, frame_, series_->authority);
  if (object.by_path) uses_number(object.id);
  // Only its authority sends a synchronizer's states. A client's synchronizers have paths, not numbers.
  if (object.by_path && router_.route().source_id > 0) {
    const AnnouncedPath* path = memory_.paths.find(router_.route().source, object.id, frame_);
    if (path != nullptr) names_.owns(peers_, router_.route().source_id, path->path);
  }
  synchronizer_ = nullptr;
  // Only on the link of its own sender: the server may delay relayed states, for example while it does not poll.
  const Route& route = router_.route();
  const Speaker& source = route.source;
  const PeerId receiver = route.relayed ? route.target_id : peers_.id(other(router_.from()));
  const bool leaves = !route.relayed || peers_.is_client(router_.from());
  const Views::Position position = {.frame = frame_, .message = message_, .part = object.index, .time = arrival_.time};
  if (leaves && object.by_path)
    memory_.authorities.add_own_state(source, object.id, object.delta,
                                      {.peer = route.target_id, .known = route.target_known}, position);
  if (object.delta) return;
  const std::uint32_t id = object.by_path ? object.id | multiplayer::high_bit : object.id;
  if (source.known_to_all() && receiver > 0 && leaves) {
    synchronizer_ = &memory_.synchronizers.at(IdKey::of_session(source, id), series_->synchronizer);
    memory_.views.state(
        synchronizer_->views,
        {.peer = receiver, .link = peers_.link(), .from = static_cast<std::uint8_t>(index(router_.from()))}, position);
  }
  memory_.clocks.add_state(source, route.target_id, id, time_,
                           {.frame = frame_, .message = message_, .part = object.index}, series_->clock);
}

bool Learner::is_announced(const multiplayer::SyncObject& object) const {
  const Speaker& source = router_.route().source;
  return object.by_path ? memory_.paths.find(source, object.id, frame_) != nullptr
                        : memory_.nodes.synchronizer(source, object.id, frame_) != nullptr;
}

void Learner::sync_end(const multiplayer::SyncObject& object) {
  const std::size_t size = arrival_.bytes.size();
  const bool has_values = object.complete && object.values_begin <= size && size - object.values_begin >= object.size;
  sync::State state = {.frame = frame_,
                       .message = message_,
                       .time = arrival_.time,
                       .sent = arrival_.sent,
                       .indexes = object.indexes,
                       .has_digest = has_values,
                       .has_object_id = object.object_ids != 0};
  if (object.complete) state.values = object.values;
  // All bits: it may show how many properties there are.
  if (object.delta && object.complete) state.is_announced = ~object.indexes == 0 && is_announced(object);
  if (has_values) state.digest = facts::digest(arrival_.bytes.subspan(object.values_begin, object.size));
  memory_.states.add(*series_, state);
  if (synchronizer_ == nullptr || !has_values || router_.route().relayed) return;
  memory_.agreement.state(
      synchronizer_->agreement,
      {.receiver = peers_.id(other(router_.from())),
       .clock = time_,
       .digest = state.digest,
       .position = {.frame = frame_, .message = message_, .part = object.index, .time = arrival_.time}});
}

}  // namespace godot::analysis
