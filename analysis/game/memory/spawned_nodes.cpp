// SPDX-License-Identifier: MIT
#include "analysis/game/memory/spawned_nodes.h"

#include <algorithm>

#include "analysis/game/memory/announced_to.h"
#include "base/time.h"
#include "codec/core/utf8.h"

namespace godot::analysis {
namespace {

/// The receiver has read the despawn before the spawn of another node.
bool was_gone(const SpawnedNode& node, const SpawnedNode& spawned) noexcept {
  return node.gone_in != 0 && (!have_an_order(node.gone, spawned.turn) || comes_first(node.gone, spawned.turn));
}

/// `with`: a node above it.
void goes(SpawnedNode& node, const SpawnedNode& with) noexcept {
  node.gone_with = with.gone_with != nullptr ? with.gone_with : &with;
  node.gone_in = with.gone_in;
  node.gone_at = with.gone_at;
  node.gone = with.gone;
}

}  // namespace

SpawnedNode* SpawnedNodes::spawn(const Speaker& speaker, SpawnedNode node, std::string_view name,
                                 std::string_view parent) {
  constexpr std::int64_t just_before = second;
  const TextPool::Kept kept = texts_.keep(name);
  node.name = kept.text;
  node.name_number = kept.number;
  if (!parent.empty()) node.parent = texts_.keep(parent).text;
  const AnnouncedPath* called = paths_.newest_named(speaker, kept.number);
  if (called != nullptr && called->told_in != 0 && node.time - called->told_at < just_before)
    node.called_before = called;
  const AnnouncedPath* spawner = paths_.find(speaker, node.spawner, node.frame);
  if (spawner != nullptr) parents_.spawned(game_of(speaker), spawner->path, node.name);
  // A message that its receiver held back until now counts like one that arrives later.
  if (node.called_before != nullptr && node.called_before->waited)
    parents_.announced(game_of(speaker), node.called_before->path);
  SpawnedNode* known = nodes_.add(speaker, node.net_id, node);
  if (kept.number >= is_name_of_any_.size()) is_name_of_any_.resize(std::size_t{kept.number} + 1);
  is_name_of_any_[kept.number] = true;
  Namesakes& namesakes = by_name_[IdKey::of_link(speaker, kept.number)];
  auto same = std::find_if(namesakes.begin(), namesakes.end(),
                           [&](const OfSpawner& each) { return each.spawner == node.spawner; });
  if (same == namesakes.end() && namesakes.size() != most_spawners)
    same = namesakes.insert(same, {.spawner = node.spawner, .nodes = {}});
  SpawnedNode* before = same != namesakes.end() ? same->nodes.newest() : nullptr;
  ++changes_[speaker.link];
  if (before == known) return known;
  if (same != namesakes.end()) same->nodes.add(known);
  place(speaker, *known, spawner);
  if (before != nullptr && known->late) take_back(*known, *before);
  return known;
}

// --- Nodes below spawned nodes --------------------------------------------------------------------------------------

SpawnedNodes::Ancestors SpawnedNodes::ancestors(const Speaker& spawner, std::string_view path,
                                                const SpawnedNode& node) const {
  Ancestors all;
  each_spawned(spawner, path, [&](const Namesakes& found, std::string_view above, std::size_t) {
    SpawnedNode* before = neighbours(spawner, found, above, node.frame).before;
    if (before == nullptr || before == &node) return;
    if (!was_gone(*before, node)) all.innermost = before;
    else if (all.gone == nullptr) all.gone = before;
  });
  return all;
}

/// A node needs its spawner and its parent at the receiver. It goes with any node above it.
void SpawnedNodes::place(const Speaker& speaker, SpawnedNode& node, const AnnouncedPath* spawner) {
  if (spawner == nullptr) return;
  const Ancestors of_spawner = ancestors(speaker, spawner->path, node);
  const char* parent_path = parent(speaker, node);
  const Ancestors of_parent = parent_path != nullptr ? ancestors(speaker, parent_path, node) : of_spawner;
  SpawnedNode* gone = of_spawner.gone != nullptr ? of_spawner.gone : of_parent.gone;
  // Another way than a spawn may have made it again: then the receiver has confirmed a path below it.
  if (gone != nullptr && spawner->confirmed_in > gone->gone_in) gone = nullptr;
  SpawnedNode* below = gone != nullptr ? gone : of_parent.innermost;
  if (below == nullptr) return;
  node.next_inside = below->inside;
  below->inside = &node;
  if (gone != nullptr) {
    node.failed = true;
    node.gone_with = gone->gone_with != nullptr ? gone->gone_with : gone;
    node.gone_in = node.frame;
    node.gone_at = node.time;
    node.gone = node.turn;
  } else if (below->gone_in != 0) {
    goes(node, *below);  // it was spawned before, and its spawn came later
  }
}

/// A node comes back by a spawn that was sent before those of nodes below it, and arrived later: they did not fail.
void SpawnedNodes::take_back(SpawnedNode& returned, SpawnedNode& before) {
  constexpr unsigned most = 64;
  SpawnedNode** at = &before.inside;
  for (unsigned count = 0; count != most && *at != nullptr; ++count) {
    SpawnedNode& node = **at;
    const bool comes_back =
        node.failed && have_an_order(returned.turn, node.turn) && comes_first(returned.turn, node.turn);
    if (!comes_back) {
      at = &node.next_inside;
      continue;
    }
    *at = node.next_inside;
    node.next_inside = returned.inside;
    returned.inside = &node;
    node.failed = false;
    node.gone_with = nullptr;
    node.gone_in = 0;
    node.gone_at = 0;
    node.gone = {};
  }
}

/// All that were spawned below a node go with it, and those below them. Each node goes once.
void SpawnedNodes::take_along(SpawnedNode& gone) {
  std::vector<SpawnedNode*> waiting = {&gone};
  while (!waiting.empty()) {
    SpawnedNode* above = waiting.back();
    waiting.pop_back();
    for (SpawnedNode* node = above->inside; node != nullptr; node = node->next_inside) {
      if (node->gone_in != 0) continue;
      goes(*node, gone);
      waiting.push_back(node);
    }
  }
}

// --- Presence -------------------------------------------------------------------------------------------------------

void SpawnedNodes::set_state(SpawnedNode& node, const multiplayer::SpawnState& state) {
  node.values = static_cast<std::int32_t>(state.values);
  std::string types;
  for (const std::uint8_t type : state.types) types += static_cast<char>(type + 1);
  node.types = texts_.keep(types).text;
  node.object_ids = state.object_ids;
  node.argument_has_object_id = state.argument_has_object_id;
}

/// A node in between whose parent is unknown may be below this one: then nothing is known.
SpawnedNodes::Neighbours SpawnedNodes::neighbours(const Speaker& spawner, const Namesakes& found,
                                                  std::string_view above, std::uint32_t frame) const {
  Neighbours all;
  if (found.size() == most_spawners) return all;  // further ones may have made some
  std::uint32_t unknown_before = 0;
  std::uint32_t unknown_next = UINT32_MAX;
  for (const OfSpawner& each : found) {
    if (SpawnedNode* node = each.nodes.until(frame)) {
      const std::string_view parent = parent_of(spawner, *node);
      if (parent.empty()) unknown_before = std::max(unknown_before, node->frame);
      else if (parent == above && (all.before == nullptr || node->frame >= all.before->frame)) all.before = node;
    }
    if (const SpawnedNode* node = each.nodes.after(frame)) {
      const std::string_view parent = parent_of(spawner, *node);
      if (parent.empty()) unknown_next = std::min(unknown_next, node->frame);
      else if (parent == above && (all.next == nullptr || node->frame < all.next->frame)) all.next = node;
    }
  }
  if (all.before != nullptr && unknown_before >= all.before->frame) all.before = nullptr;
  if (all.next != nullptr && unknown_next <= all.next->frame) all.next = nullptr;
  return all;
}

/// Without a later announcement of a path, uses the unconfirmed one right before the spawn. Empty: unknown.
std::string_view SpawnedNodes::parent_of(const Speaker& spawner, const SpawnedNode& node) const {
  if (const char* known = parent(spawner, node)) return known;
  const AnnouncedPath* before = node.called_before;
  if (before == nullptr || before->confirmed_in != 0) return {};
  return path_above(before->path);
}

std::span<const SpawnedNodes::PathPart> SpawnedNodes::parts_of(std::string_view path) const {
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
/// name, and its end.
template <class Each>
void SpawnedNodes::each_spawned(const Speaker& spawner, std::string_view path, Each each) const {
  if (by_name_.empty()) return;
  for (const PathPart& part : parts_of(path)) {
    if (part.number == 0) continue;
    const Namesakes* found = namesakes(spawner, part.number);
    if (found == nullptr) continue;
    each(*found, part.begin != 0 ? path.substr(0, part.begin - 1) : root_node, std::size_t{part.end});
  }
}

SpawnedNodes::OnPath SpawnedNodes::on_path(const Speaker& spawner, std::string_view path, std::uint32_t frame) const {
  OnPath all;
  Presence& presence = all.presence;
  bool is_decided = false;  // the outermost part that is missing decides
  each_spawned(spawner, path, [&](const Namesakes& found, std::string_view above, std::size_t end) {
    const auto [before, after] = neighbours(spawner, found, above, frame);
    const bool is_there = before != nullptr && !before->failed && (before->gone_in == 0 || before->gone_in >= frame);
    presence.changes_later =
        presence.changes_later || std::any_of(found.begin(), found.end(), [frame](const OfSpawner& each) {
          const SpawnedNode& newest = *each.nodes.newest();
          return newest.frame > frame || newest.gone_in != 0;
        });
    // A node that went with another one still has its scene: names of late calls come from it.
    const bool is_known = before != nullptr && (before->despawned_in == 0 || before->despawned_in >= frame);
    if (is_known) all.within = {.node = before, .below = std::min(end + 1, path.size())};
    const SpawnedNode* next = is_there ? nullptr : after;
    // An existing node may be below one that is missing.
    const bool is_whole = end == path.size();
    const bool is_held = is_there && before->held_until > frame;
    if (is_decided || ((before == nullptr || (is_there && !is_whole && !is_held)) && next == nullptr)) return;
    is_decided = true;
    presence.spawned_in = before != nullptr ? before->frame : 0;
    presence.held_until = is_held ? before->held_until : 0;
    if (before != nullptr && !is_there) {
      presence.despawned_in = before->gone_in;
      presence.lacked = before->gone_with != nullptr ? before : nullptr;
      presence.freed_in = (before->gone_with != nullptr ? before->gone_with : before)->freed_in;
      presence.despawn = before->gone;
      presence.time = presence.despawned_at = before->gone_at;
    }
    if (next != nullptr) {
      presence.comes_in = next->frame;
      presence.comes_late = next->late;
      presence.time = next->time;
    }
  });
  return all;
}

SpawnedNodes::Presence SpawnedNodes::presence(const Speaker& spawner, std::string_view path,
                                              std::uint32_t frame) const {
  return on_path(spawner, path, frame).presence;
}

SpawnedNodes::Within SpawnedNodes::within(const Speaker& spawner, std::string_view path, std::uint32_t frame) const {
  return on_path(spawner, path, frame).within;
}

SpawnedNodes::Fate SpawnedNodes::fate(const Presence& by_caller, const Presence& by_receiver,
                                      const NodeMessage& message, std::uint32_t frame, const Speaker* relay) const {
  const bool by_relay = relay != nullptr && !by_caller.known();
  const Presence of_relay = by_relay ? presence(*relay, message.path, frame) : Presence{};
  const Presence& by_spawns = by_relay ? of_relay : by_caller;
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
  if (by_receiver.despawned_in != 0) return {Fate::Kind::gone_at_receiver, false, by_receiver};
  return {Fate::Kind::found, by_relay, by_spawns};
}

SpawnedNodes::Fate SpawnedNodes::fate_of_call(const Speaker& caller, const Speaker& receiver, std::string_view path,
                                              std::uint32_t frame) const {
  const AnnouncedPath* known = paths_.find(caller, path, frame);
  if (!is_of_link(paths_, known, caller, path, frame)) known = nullptr;
  return fate(presence(caller, path, frame), presence(receiver, path, frame), {path, known}, frame);
}

// --- Calls that missed a spawned node -------------------------------------------------------------------------------

/// All nodes with names in a path, wherever they are: the parent of a spawner's nodes may be known only later.
CallsInDoubt::Nodes SpawnedNodes::nodes_of(const Speaker& spawner, std::string_view path) const {
  CallsInDoubt::Nodes nodes;
  for (const PathPart& part : parts_of(path)) {
    const Namesakes* found = namesakes(spawner, part.number);
    if (found == nullptr) continue;
    for (const OfSpawner& each : *found) {
      const SpawnedNode& node = *each.nodes.newest();
      nodes.stamp = chain_hash(nodes.stamp, std::uint64_t{node.frame} << 32 | node.gone_in);
      nodes.gone = nodes.gone || node.gone_in != 0;
    }
  }
  return nodes;
}

const SpawnedNodes::Namesakes* SpawnedNodes::namesakes(const Speaker& spawner, std::uint32_t name) const {
  if (name >= is_name_of_any_.size() || !is_name_of_any_[name]) return nullptr;
  return by_name_.find(IdKey::of_link(spawner, name));
}

const History<SpawnedNode>* SpawnedNodes::own(const Namesakes& found, const SpawnedNode& node) {
  const auto same =
      std::find_if(found.begin(), found.end(), [&](const OfSpawner& each) { return each.spawner == node.spawner; });
  return same != found.end() ? &same->nodes : nullptr;
}

void SpawnedNodes::add_call(const Speaker& caller, const Speaker& receiver, const NodeMessage& message,
                            std::uint32_t frame) {
  const AnnouncedPath* known = message.known;
  const std::string_view path = message.path;
  const char* text = known != nullptr && path == known->path ? known->path : texts_.keep(path).text;
  const bool confirmed = message.by_number || (known != nullptr && known->confirmed_in != 0);
  const std::uint32_t* changes = changes_.find(caller.link);
  in_doubt_.add(CallsInDoubt::way_of(caller), text, confirmed, changes != nullptr ? *changes : 0, frame, [&] {
    const CallsInDoubt::Nodes of_caller = nodes_of(caller, path);
    const CallsInDoubt::Nodes of_receiver = nodes_of(receiver, path);
    return CallsInDoubt::Nodes{chain_hash(of_caller.stamp, of_receiver.stamp), of_caller.gone || of_receiver.gone};
  });
}

/// Empty if the parent of its spawner's nodes is unknown.
std::string SpawnedNodes::path_of(const Speaker& spawner, const SpawnedNode& node) const {
  const std::string_view above = parent_of(spawner, node);
  return above.empty() ? std::string() : path_below(above, node.name);
}

Missed SpawnedNodes::missed_spawn(const Speaker& spawner, const Speaker& receiver, const SpawnedNode& node) const {
  const std::string whole = path_of(spawner, node);
  const Namesakes* same_name = namesakes(spawner, texts_.find(node.name).number);
  if (whole.empty() || same_name == nullptr) return {};
  if (same_name->size() == most_spawners) return {};  // the list is full: see neighbours()
  // No call is returned twice: earlier ones wait for the previous node of that name, if for any. Those before the same
  // spawner's previous one wait for that at the latest, also where neighbours() knows nothing.
  const SpawnedNode* before = neighbours(spawner, *same_name, parent_of(spawner, node), node.frame - 1).before;
  const History<SpawnedNode>* same_spawner = own(*same_name, node);
  const SpawnedNode* previous = same_spawner != nullptr ? same_spawner->until(node.frame - 1) : nullptr;
  const std::uint32_t from = std::max(before != nullptr ? std::max(before->gone_in, before->frame) : 0,
                                      previous != nullptr ? previous->frame : 0);
  Missed missed;
  in_doubt_.visit(CallsInDoubt::way_of(spawner), whole, from, node.frame,
                  [&](std::string_view path, const CallsInDoubt::Run& run) {
                    const Fate it = fate_of_call(spawner, receiver, path, run.first());
                    if (it.kind == Fate::Kind::too_early && it.presence.comes_in == node.frame) missed.add(run.calls);
                  });
  return missed;
}

Missed SpawnedNodes::missed_despawn(const Speaker& spawner, const Speaker& receiver, const SpawnedNode& node) const {
  const std::string whole = node.despawned_in != 0 ? path_of(spawner, node) : std::string();
  const Namesakes* same_name = namesakes(spawner, texts_.find(node.name).number);
  if (whole.empty() || same_name == nullptr) return {};
  // A call after the despawn refers to the latest spawn of that name.
  const auto [newest, next] = neighbours(spawner, *same_name, parent_of(spawner, node), node.despawned_in);
  if (newest != &node) return {};
  const History<SpawnedNode>* same_spawner = own(*same_name, node);
  const SpawnedNode* following = same_spawner != nullptr ? same_spawner->after(node.despawned_in) : nullptr;
  const std::uint32_t until =
      std::min(next != nullptr ? next->frame : UINT32_MAX, following != nullptr ? following->frame : UINT32_MAX);
  Missed missed;
  const auto collect = [&](const Speaker& caller, const Speaker& called) {
    in_doubt_.visit(CallsInDoubt::way_of(caller), whole, node.despawned_in + 1, until,
                    [&](std::string_view path, const CallsInDoubt::Run& run) {
                      const Fate it = fate_of_call(caller, called, path, run.first());
                      if (it.kind != Fate::Kind::found && it.presence.despawned_in == node.despawned_in)
                        missed.add(run.calls);
                    });
  };
  collect(spawner, receiver);
  collect(receiver, spawner);
  return missed;
}

// --- Despawned nodes ------------------------------------------------------------------------------------------------

void SpawnedNodes::add_synchronizer(const Speaker& speaker, std::uint32_t id, const SpawnedNode& node,
                                    std::uint32_t position, std::uint32_t frame) {
  synchronizers_.add(speaker, id, {.frame = frame, .node = &node, .position = position});
}

void SpawnedNodes::despawn(const Speaker& speaker, std::uint32_t net_id, std::uint32_t frame, std::int64_t time,
                           const Turn& turn) {
  SpawnedNode* node = nodes_.find_on_link(speaker, net_id, frame);
  if (node == nullptr || node->despawned_in != 0) return;
  node->despawned_in = frame;
  ++changes_[speaker.link];
  if (node->gone_in != 0) return;
  node->gone_in = frame;
  node->gone_at = time;
  node->gone = turn;
  take_along(*node);
  std::vector<Leaving>& leaving = leaving_[IdKey::of_link(speaker, 0)];
  if (leaving.size() != most_leaving) leaving.push_back({.node = node});
}

void SpawnedNodes::sends_states(const Speaker& speaker, std::uint16_t time, std::uint32_t frame) {
  if (leaving_.empty()) return;
  std::vector<Leaving>* leaving = leaving_.find(IdKey::of_link(speaker, 0));
  if (leaving == nullptr) return;
  std::erase_if(*leaving, [&](Leaving& each) {
    const bool is_later = each.has_time && static_cast<std::int16_t>(time - each.time) > 0;
    if (is_later) each.node->freed_in = frame;
    if (!each.has_time) each = {.node = each.node, .has_time = true, .time = time};
    return is_later;
  });
}

const SpawnedNode* SpawnedNodes::find(const Speaker& speaker, std::uint32_t net_id, std::uint32_t frame) const {
  return nodes_.find(speaker, net_id, frame);
}

const SpawnedNode* SpawnedNodes::find_on_link(const Speaker& speaker, std::uint32_t net_id, std::uint32_t frame) const {
  return nodes_.find_on_link(speaker, net_id, frame);
}

const SpawnedSynchronizer* SpawnedNodes::synchronizer(const Speaker& speaker, std::uint32_t id,
                                                      std::uint32_t frame) const {
  return synchronizers_.find(speaker, id, frame);
}

const char* SpawnedNodes::parent(const Speaker& speaker, const SpawnedNode& node) const {
  if (node.parent != nullptr) return node.parent;
  const AnnouncedPath* spawner = paths_.find(speaker, node.spawner, node.frame);
  return spawner != nullptr ? parents_.of(game_of(speaker), spawner->path) : nullptr;
}

const char* SpawnedNodes::parent(const Speaker& speaker, const SpawnedNode& node, const char* spawner) const {
  if (node.parent != nullptr) return node.parent;
  return spawner != nullptr ? parents_.of(game_of(speaker), spawner) : nullptr;
}

/// Made again if the parent is another one: it may become known, or unknown, while the capture is read.
const char* SpawnedNodes::shown_path(const SpawnedNode& node, const char* above) const {
  constexpr std::size_t longest = 256;  // a spawn of a few bytes must not keep a path of any length
  ShownPath& shown = node.shown;
  if (shown.above == above) return shown.text;
  shown = {.above = above};
  const std::string path = path_below(above, node.name);
  if (path.size() <= longest && is_printable_ascii(path)) shown.text = texts_.keep(path).text;
  return shown.text;
}

const SpawnedSynchronizer* SpawnedNodes::synchronizer_on_link(const Speaker& speaker, std::uint32_t id,
                                                              std::uint32_t frame) const {
  return synchronizers_.find_on_link(speaker, id, frame);
}

}  // namespace godot::analysis
