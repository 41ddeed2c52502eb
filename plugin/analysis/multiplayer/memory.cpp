// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/multiplayer/memory.h"

#include <algorithm>

#include "plugin/analysis/number_hash.h"

namespace godot::analysis {
namespace {

/// The key of shared scenes: the session, or only the link while its server is unknown.
std::uint64_t game_of(const Speaker& speaker) {
  return speaker.session != 0 ? std::uint64_t{1} << 32 | speaker.session : speaker.link;
}

}  // namespace

// --- Paths --------------------------------------------------------------------------------------------------------

void Memory::announce_path(const Speaker& speaker, std::uint32_t id, std::string_view path, std::string_view md5,
                           std::uint32_t frame, std::int64_t time, bool maybe_copy, bool waits) {
  const TextPool::Kept kept = texts_.keep(path);
  const std::size_t slash = path.rfind('/');
  const AnnouncedPath* added =
      paths_.add(speaker, id,
                 {.frame = frame,
                  .path = kept.text,
                  .md5 = md5.empty() ? nullptr : texts_.keep(md5).text,
                  .time = time,
                  .maybe_copy = maybe_copy,
                  .waited = waits,
                  .above = slash != path.npos ? texts_.keep(path.substr(0, slash)).number : 0});
  numbers_.add(speaker, kept.number, {.frame = frame, .id = id});
  parents_.announced(game_of(speaker), path);
  const std::string_view name = path.substr(slash + 1);  // the whole, if there is none
  announced_names_[IdKey::of_link(speaker, texts_.keep(name).number)] = added;
}

const AnnouncedPath* Memory::path(const Speaker& speaker, std::uint32_t id, std::uint32_t frame) const {
  return paths_.find(speaker, id, frame);
}

const AnnouncedPath* Memory::path(const Speaker& speaker, std::string_view path, std::uint32_t frame) const {
  const TextPool::Kept kept = texts_.find(path);
  const PathNumber* number = kept.text != nullptr ? numbers_.find(speaker, kept.number, frame) : nullptr;
  if (number == nullptr) return nullptr;
  const AnnouncedPath* found = paths_.find(speaker, number->id, std::max(frame, number->frame));
  return found != nullptr && found->path == kept.text ? found : nullptr;
}

void Memory::called(const char* md5, std::uint32_t id) {
  CalledMethods& methods = called_[md5];
  if (id >= multiplayer::first_configured_method) methods.configured = true;
  else methods.least = std::max(methods.least, id + 1);
}

CalledMethods Memory::called(const char* md5) const {
  const auto found = called_.find(md5);
  return found != called_.end() ? found->second : CalledMethods{};
}

const AnnouncedPath* Memory::announced(const Speaker& speaker, std::uint32_t id, std::uint32_t frame) const {
  return paths_.find_on_link(speaker, id, frame);
}

const AnnouncedPath* Memory::announced(const Speaker& speaker, std::string_view path, std::uint32_t frame) const {
  const PathNumber* number = numbers_.find_on_link(speaker, texts_.find(path).number, frame);
  return number != nullptr ? paths_.find_on_link(speaker, number->id, frame) : nullptr;
}

void Memory::confirm_path(const Speaker& speaker, std::uint32_t id, std::uint32_t frame, bool direct,
                          bool methods_match) {
  AnnouncedPath* path = paths_.find_on_link(speaker, id, frame);
  if (path == nullptr) return;
  if (path->confirmed_in == 0) path->confirmed_in = frame;
  path->methods_differ = !methods_match;
  // Forwarded confirmations on this link may concern announcements to another peer.
  if (!direct && speaker.voice <= 0) return;
  std::uint32_t& newest = newest_confirmed_[IdKey::of_link(speaker, 0)];
  newest = std::max(newest, path->frame);
}

void Memory::confirm_path(const Speaker& speaker, std::string_view path, std::uint32_t frame, bool direct,
                          bool methods_match) {
  const PathNumber* number = numbers_.find_on_link(speaker, texts_.find(path).number, frame);
  if (number != nullptr) confirm_path(speaker, number->id, frame, direct, methods_match);
}

bool Memory::never_confirmed(const Speaker& speaker, const Speaker& receiver, const AnnouncedPath& path) const {
  if (path.confirmed_in != 0 || path.maybe_copy) return false;
  const std::uint32_t* newest = newest_confirmed_.find(IdKey::of_link(speaker, 0));
  if (newest != nullptr && *newest > path.frame) return true;
  constexpr std::int64_t long_enough = 2'000'000'000;
  const std::int64_t* last = last_sent_.find(IdKey::of_link(receiver, 0));
  return last != nullptr && *last - path.time >= long_enough && announced(speaker, path.path, UINT32_MAX) == &path;
}

// --- Spawned nodes ------------------------------------------------------------------------------------------------

SpawnedNode* Memory::spawn(const Speaker& speaker, SpawnedNode node, std::string_view name) {
  constexpr std::int64_t just_before = 1'000'000'000;
  const TextPool::Kept kept = texts_.keep(name);
  node.name = kept.text;
  node.name_number = kept.number;
  const AnnouncedPath* const* called = announced_names_.find(IdKey::of_link(speaker, kept.number));
  if (called != nullptr && node.time - (*called)->time < just_before) node.called_before = *called;
  const AnnouncedPath* spawner = path(speaker, node.spawner, node.frame);
  if (spawner != nullptr) parents_.spawned(game_of(speaker), spawner->path, node.name);
  // A message that its receiver held back until now counts like one that arrives later.
  if (node.called_before != nullptr && node.called_before->waited)
    parents_.announced(game_of(speaker), node.called_before->path);
  SpawnedNode* known = nodes_.add(speaker, node.net_id, node);
  History<SpawnedNode>& namesakes = by_name_[IdKey::of_link(speaker, kept.number)];
  if (namesakes.newest() != known) namesakes.add(known);
  ++changes_[speaker.link];
  return known;
}

void Memory::spawn_state(SpawnedNode& node, const multiplayer::SpawnState& state) {
  node.values = static_cast<std::int32_t>(state.values);
  std::string types;
  for (const std::uint8_t type : state.types) types += static_cast<char>(type + 1);
  node.types = texts_.keep(types).text;
}

/// The node itself, if its parent has this path; null otherwise, or if that is unknown.
const SpawnedNode* Memory::is_below(const Speaker& spawner, const SpawnedNode* node, std::string_view above) const {
  return node != nullptr && !above.empty() && above == parent_of(spawner, *node) ? node : nullptr;
}

/// Without a later announcement of a path, uses the unconfirmed one right before the spawn. Empty: unknown.
std::string_view Memory::parent_of(const Speaker& spawner, const SpawnedNode& node) const {
  if (const char* known = parent(spawner, node)) return known;
  const AnnouncedPath* before = node.called_before;
  if (before == nullptr || before->confirmed_in != 0) return {};
  const std::string_view path = before->path;
  const std::size_t slash = path.rfind('/');
  return slash != std::string_view::npos ? path.substr(0, slash) : std::string_view();
}

std::span<const Memory::PathPart> Memory::parts_of(std::string_view path) const {
  const std::size_t last_letter = path.empty() ? 0 : static_cast<unsigned char>(path.back());
  PathParts& last = recent_parts_[(path.size() * 5 + last_letter) % parts_count];
  if (last.texts != texts_.size() || last.path != path) {
    last.path = path;
    last.texts = texts_.size();
    last.count = 0;
    for (std::size_t begin = 0; last.count != PathParts::most && begin < path.size();) {
      const std::size_t end = std::min(path.find('/', begin), path.size());
      last.parts[last.count++] = {.number = texts_.find(path.substr(begin, end - begin)).number,
                                  .begin = static_cast<std::uint32_t>(begin),
                                  .end = static_cast<std::uint32_t>(end)};
      begin = end + 1;
    }
  }
  return std::span(last.parts).first(last.count);
}

/// Calls `each(namesakes, above, end)` for the names in a path that spawned nodes have: the nodes, the path above the
/// name, and its end. Stops when that returns false.
template <class Each>
void Memory::each_spawned(const Speaker& spawner, std::string_view path, Each each) const {
  if (by_name_.empty()) return;
  for (const PathPart& part : parts_of(path)) {
    if (part.number == 0 || part.begin == 0) continue;
    const History<SpawnedNode>* found = namesakes(spawner, part.number);
    if (found != nullptr && !each(*found, path.substr(0, part.begin - 1), std::size_t{part.end})) return;
  }
}

Memory::Presence Memory::presence(const Speaker& spawner, std::string_view path, std::uint32_t frame) const {
  Presence presence;
  each_spawned(spawner, path, [&](const History<SpawnedNode>& found, std::string_view above, std::size_t end) {
    const SpawnedNode* before = is_below(spawner, found.until(frame), above);
    const bool is_there = before != nullptr && (before->despawned_in == 0 || before->despawned_in >= frame);
    const SpawnedNode* next = is_there ? nullptr : is_below(spawner, found.after(frame), above);
    // An existing node may be below one that is missing.
    const bool is_whole = end == path.size();
    if ((before == nullptr || (is_there && !is_whole)) && next == nullptr) return true;
    presence.spawned_in = before != nullptr ? before->frame : 0;
    if (before != nullptr && !is_there) {
      presence.despawned_in = before->despawned_in;
      presence.despawn = before->despawn;
      presence.time = before->despawned_at;
    }
    if (next != nullptr) {
      presence.comes_in = next->frame;
      presence.comes_late = next->late;
      presence.time = next->time;
    }
    return false;
  });
  return presence;
}

Memory::Within Memory::within(const Speaker& spawner, std::string_view path, std::uint32_t frame) const {
  Within innermost;
  each_spawned(spawner, path, [&](const History<SpawnedNode>& found, std::string_view above, std::size_t end) {
    const SpawnedNode* node = is_below(spawner, found.until(frame), above);
    const bool is_there = node != nullptr && (node->despawned_in == 0 || node->despawned_in >= frame);
    if (is_there) innermost = {.node = node, .below = std::min(end + 1, path.size())};
    return true;
  });
  return innermost;
}

Memory::Fate Memory::fate(const Speaker& caller, const Speaker& receiver, const NodeMessage& message,
                          std::uint32_t frame, const Speaker* relay) const {
  Presence by_spawns = presence(caller, message.path, frame);
  const bool by_relay = relay != nullptr && !by_spawns.known();
  if (by_relay) by_spawns = presence(*relay, message.path, frame);
  if (by_spawns.waits_for(message.turn)) return {Fate::Kind::found, by_relay, by_spawns};
  // A node confirmed in between came by another way, and one confirmed before the capture existed until a despawn.
  const std::uint32_t confirmed_in = message.known != nullptr ? message.known->confirmed_in : 0;
  const bool confirmed_before = message.by_number && confirmed_in == 0 && by_spawns.spawned_in == 0;
  const bool was_there =
      confirmed_before || (confirmed_in > by_spawns.despawned_in && confirmed_in < by_spawns.comes_in);
  if (by_spawns.comes_in != 0 && !was_there) return {Fate::Kind::too_early, by_relay, by_spawns};
  if (by_spawns.despawned_in != 0 && confirmed_in <= by_spawns.despawned_in)
    return {Fate::Kind::too_late, by_relay, by_spawns};
  // The spawner removes the node when it sends the despawn, wherever the capture was made.
  const Presence at_receiver = presence(receiver, message.path, frame);
  if (at_receiver.despawned_in != 0) return {Fate::Kind::gone_at_receiver, false, at_receiver};
  return {Fate::Kind::found, by_relay, by_spawns};
}

// --- Calls that missed a spawned node -------------------------------------------------------------------------------

/// All nodes with names in a path, wherever they are: the parent of a spawner's nodes may be known only later.
CallsInDoubt::Nodes Memory::nodes_of(const Speaker& spawner, std::string_view path) const {
  CallsInDoubt::Nodes nodes;
  for (const PathPart& part : parts_of(path)) {
    const History<SpawnedNode>* found = namesakes(spawner, part.number);
    if (found == nullptr) continue;
    const SpawnedNode& node = *found->newest();
    nodes.stamp = chain_hash(nodes.stamp, std::uint64_t{node.frame} << 32 | node.despawned_in);
    nodes.gone = nodes.gone || node.despawned_in != 0;
  }
  return nodes;
}

const History<SpawnedNode>* Memory::namesakes(const Speaker& spawner, std::uint32_t name) const {
  return name != 0 ? by_name_.find(IdKey::of_link(spawner, name)) : nullptr;
}

void Memory::call(const Speaker& caller, const Speaker& receiver, const NodeMessage& message, std::uint32_t frame) {
  const AnnouncedPath* known = message.known;
  const std::string_view path = message.path;
  const char* text = known != nullptr && path == known->path ? known->path : texts_.keep(path).text;
  const bool confirmed = message.by_number || (known != nullptr && known->confirmed_in != 0);
  const auto changes = changes_.find(caller.link);
  in_doubt_.add(
      CallsInDoubt::way_of(caller), text, confirmed, changes != changes_.end() ? changes->second : 0, frame, [&] {
        const CallsInDoubt::Nodes of_caller = nodes_of(caller, path);
        const CallsInDoubt::Nodes of_receiver = nodes_of(receiver, path);
        return CallsInDoubt::Nodes{chain_hash(of_caller.stamp, of_receiver.stamp), of_caller.gone || of_receiver.gone};
      });
}

/// Empty if the parent of its spawner's nodes is unknown.
std::string Memory::path_of(const Speaker& spawner, const SpawnedNode& node) const {
  const std::string_view above = parent_of(spawner, node);
  return above.empty() ? std::string() : std::string(above) + '/' + node.name;
}

Missed Memory::missed_spawn(const Speaker& spawner, const Speaker& receiver, const SpawnedNode& node) const {
  Missed missed;
  const std::string whole = path_of(spawner, node);
  const History<SpawnedNode>* same_name = namesakes(spawner, texts_.find(node.name).number);
  if (whole.empty() || same_name == nullptr) return missed;
  // No call is returned twice: earlier ones wait for the previous node of that name, if for any.
  const SpawnedNode* before = same_name->until(node.frame - 1);
  const std::uint32_t from = before != nullptr ? std::max(before->despawned_in, before->frame) : 0;
  in_doubt_.visit(
      CallsInDoubt::way_of(spawner), whole, from, node.frame, [&](std::string_view path, const CallsInDoubt::Run& run) {
        const Fate it = fate(spawner, receiver, {path, this->path(spawner, path, run.first())}, run.first());
        if (it.kind == Fate::Kind::too_early && it.presence.comes_in == node.frame) missed.add(run.calls);
      });
  return missed;
}

Missed Memory::missed_despawn(const Speaker& spawner, const Speaker& receiver, const SpawnedNode& node) const {
  Missed missed;
  const std::string whole = node.despawned_in != 0 ? path_of(spawner, node) : std::string();
  const History<SpawnedNode>* same_name = namesakes(spawner, texts_.find(node.name).number);
  // A call after the despawn refers to the latest spawn of that name.
  if (whole.empty() || same_name == nullptr || same_name->until(node.despawned_in) != &node) return missed;
  const SpawnedNode* next = same_name->after(node.despawned_in);
  const std::uint32_t until = next != nullptr ? next->frame : UINT32_MAX;
  const auto collect = [&](const Speaker& caller, const Speaker& called) {
    in_doubt_.visit(CallsInDoubt::way_of(caller), whole, node.despawned_in + 1, until,
                    [&](std::string_view path, const CallsInDoubt::Run& run) {
                      const Fate it = fate(caller, called, {path, this->path(caller, path, run.first())}, run.first());
                      if (it.kind != Fate::Kind::found && it.presence.despawned_in == node.despawned_in)
                        missed.add(run.calls);
                    });
  };
  collect(spawner, receiver);
  collect(receiver, spawner);
  return missed;
}

void Memory::spawn_synchronizer(const Speaker& speaker, std::uint32_t id, const SpawnedNode& node,
                                std::uint32_t position, std::uint32_t frame) {
  synchronizers_.add(speaker, id, {.frame = frame, .node = &node, .position = position});
}

void Memory::despawn(const Speaker& speaker, std::uint32_t net_id, std::uint32_t frame, std::uint32_t message,
                     std::int64_t time, const Turn& turn) {
  SpawnedNode* node = nodes_.find_on_link(speaker, net_id, frame);
  const std::uint32_t gone = node != nullptr ? gone_with(speaker, *node, frame) : 0;
  if (gone != 0) refused_.try_emplace({.frame = frame, .message = message, .part = 0}, gone);
  if (node == nullptr || node->despawned_in != 0) return;
  node->despawned_in = frame;
  node->despawned_at = time;
  node->despawn = turn;
  ++changes_[speaker.link];
  const char* above = parent(speaker, *node);
  if (above == nullptr) return;
  History<Gone>& history = gone_[{speaker.link, speaker.voice, above, node->name}];
  history.add(&gones_.emplace_back(Gone{frame}));
}

std::uint32_t Memory::refused(std::uint32_t frame, std::uint32_t message) const {
  const auto found = refused_.find({.frame = frame, .message = message, .part = 0});
  return found != refused_.end() ? found->second : 0;
}

std::uint32_t Memory::gone_with(const Speaker& speaker, const SpawnedNode& node, std::uint32_t frame) const {
  constexpr unsigned most_parts = 64;
  const AnnouncedPath* spawner = path(speaker, node.spawner, node.frame);
  if (spawner == nullptr || gone_.empty()) return 0;
  const std::string_view way = spawner->path;
  std::size_t slash = way.find('/');
  for (unsigned part = 0; part < most_parts && slash != std::string_view::npos; ++part) {
    const std::size_t end = way.find('/', slash + 1);
    if (end == std::string_view::npos) break;  // the spawner itself
    const char* above = texts_.find(way.substr(0, slash)).text;
    const char* name = texts_.find(way.substr(slash + 1, end - slash - 1)).text;
    const auto found =
        above != nullptr && name != nullptr ? gone_.find({speaker.link, speaker.voice, above, name}) : gone_.end();
    if (found != gone_.end()) {
      const Gone* gone = found->second.until(frame);
      if (gone != nullptr && gone->frame >= node.frame) return gone->frame;
    }
    slash = end;
  }
  return 0;
}

const SpawnedNode* Memory::node(const Speaker& speaker, std::uint32_t net_id, std::uint32_t frame) const {
  return nodes_.find(speaker, net_id, frame);
}

const SpawnedSynchronizer* Memory::synchronizer(const Speaker& speaker, std::uint32_t id, std::uint32_t frame) const {
  return synchronizers_.find(speaker, id, frame);
}

const char* Memory::parent(const Speaker& speaker, const SpawnedNode& node) const {
  const AnnouncedPath* spawner = path(speaker, node.spawner, node.frame);
  return spawner != nullptr ? parents_.of(game_of(speaker), spawner->path) : nullptr;
}

// --- Peers of a session ---------------------------------------------------------------------------------------------

void Memory::announce_peer(std::uint32_t link, std::int32_t peer, bool here, std::uint32_t frame, const Turn& turn) {
  peers_.add({.link = link}, static_cast<std::uint32_t>(peer), {.frame = frame, .here = here, .turn = turn});
}

std::uint32_t Memory::peer_gone_in(std::uint32_t link, std::int32_t peer, std::uint32_t frame, const Turn* turn) const {
  const PeerAnnouncement* last = peers_.find_on_link({.link = link}, static_cast<std::uint32_t>(peer), frame - 1);
  const bool is_gone = last != nullptr && !last->here && (turn == nullptr || comes_first(last->turn, *turn));
  return is_gone ? last->frame : 0;
}

std::uint32_t Memory::peer_comes_in(std::uint32_t link, std::int32_t peer, std::uint32_t frame) const {
  const PeerAnnouncement* last = peers_.find({.link = link}, static_cast<std::uint32_t>(peer), frame);
  return last != nullptr && last->here && last->frame > frame ? last->frame : 0;
}

// --- Authorities ----------------------------------------------------------------------------------------------------

void Memory::state_from(const Speaker& speaker, std::uint32_t id, bool by_path, std::uint32_t frame) {
  if (speaker.peer == 0) return;
  if (!by_path) {
    const SpawnedSynchronizer* known = synchronizer(speaker, id, frame);
    if (known == nullptr) return;
    authority_.state_from({.game = game_of(speaker), .text = known->node->name_number, .spawned = true}, speaker.peer,
                          frame, known->node, &speaker);
    return;
  }
  const AnnouncedPath* known = path(speaker, id, frame);
  // A synchronizer is a child of its node, unless its scene sets another one.
  if (known == nullptr || known->above == 0) return;
  authority_.state_from({.game = game_of(speaker), .text = known->above}, speaker.peer, frame);
}

void Memory::state_leaves(const Speaker& speaker, std::uint32_t id, const Views::Position& position) {
  const AnnouncedPath* known = speaker.peer != 0 ? path(speaker, id, position.frame) : nullptr;
  if (known == nullptr) return;
  two_senders.state({.game = game_of(speaker), .text = texts_.keep(known->path).number}, speaker.peer, position);
}

Senders Memory::state_senders(const Speaker& speaker, std::string_view path) const {
  const std::uint64_t game = game_of(speaker);
  if (const std::uint32_t text = texts_.find(path).number; text != 0) {
    if (const Authority::Entry* found = authority_.of({.game = game, .text = text})) return found->senders;
  }
  const std::size_t slash = path.rfind('/');
  const std::uint32_t name = slash != std::string_view::npos ? texts_.find(path.substr(slash + 1)).number : 0;
  const Authority::Entry* found = name != 0 ? authority_.of({.game = game, .text = name, .spawned = true}) : nullptr;
  if (found == nullptr) return {};
  // Others may have the same name elsewhere.
  const char* above = parent(found->spawner, *found->spawned);
  return above != nullptr && path.substr(0, slash) == above ? found->senders : Senders{};
}

void Memory::sync_message(const Speaker& speaker, std::int32_t target, std::uint16_t time, const PartKey& message) {
  const auto [place, is_new] = messages_.try_emplace({IdKey::of_link(speaker, 0), target}, Clock{time, message.frame});
  if (is_new) return;
  if (place->time == time) continues_.try_emplace(message, place->frame);
  *place = {time, message.frame};
}

std::uint32_t Memory::continues(std::uint32_t frame, std::uint32_t message) const {
  const auto found = continues_.find({.frame = frame, .message = message, .part = 0});
  return found != continues_.end() ? found->second : 0;
}

// --- Clocks -------------------------------------------------------------------------------------------------------

void Memory::sync(const Speaker& speaker, std::int32_t target, std::uint32_t id, std::uint16_t time,
                  const PartKey& part) {
  // As update_inbound_sync_time() compares: older by more than half of the numbers means newer.
  constexpr std::uint16_t half = 32767;
  const auto [place, is_new] = clocks_.try_emplace({IdKey::of_link(speaker, id), target}, Clock{time, part.frame});
  if (is_new) return;
  Clock& clock = *place;
  // A node that was spawned again has a new clock.
  const SpawnedSynchronizer* spawned = synchronizers_.find_on_link(speaker, id, part.frame);
  const bool again = spawned != nullptr && spawned->frame > clock.frame;
  if (!again && time <= clock.time && clock.time - time < half) {
    stale_.try_emplace(part, StaleSync{time, clock.time, clock.frame});
    return;
  }
  clock = {time, part.frame};
}

const StaleSync* Memory::stale(const PartKey& part) const {
  const auto found = stale_.find(part);
  return found != stale_.end() ? &found->second : nullptr;
}

}  // namespace godot::analysis
