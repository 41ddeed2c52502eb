// SPDX-License-Identifier: MIT
#include "analysis/message/account/builder.h"

#include <bit>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "base/remake.h"
#include "codec/core/utf8.h"

namespace godot::analysis::account {

// --- Texts --------------------------------------------------------------------------------------------------------

const char* Builder::number_text(std::uint32_t number) const {
  std::array<char, std::numeric_limits<std::uint32_t>::digits10 + 1> digits;
  const char* end = std::to_chars(digits.begin(), digits.end(), number).ptr;
  return host_.arena.joined({"#", {digits.data(), static_cast<std::size_t>(end - digits.data())}});
}

bool Builder::fits_budget(std::string_view path) noexcept {
  if (path_budget_ == 0) return false;
  path_budget_ -= std::min(path.size(), path_budget_);
  return path_budget_ != 0;
}

/// Stored texts live as long as the capture; they are copied only if a character must be replaced.
std::string_view Builder::shown(std::string_view kept) {
  if (!fits_budget(kept)) return "\u2026";
  return is_printable_ascii(kept) ? kept : host_.shown(kept);
}

const char* Builder::path_text(const char* kept) { return shown(kept).data(); }

/// The path of a spawned node. A spawn has the node's name and its spawner; the parent comes from elsewhere.
const char* Builder::node_text(const SpawnedNode& spawned, const AnnouncedPath* spawner) {
  if (spawner != nullptr && !fits_budget(spawner->path)) return "\u2026";
  const char* made_by = spawner != nullptr ? spawner->path : nullptr;
  const names::Name parent = made_by != nullptr ? names::parent(made_by) : names::Name{};
  const char* above = parent ? parent.text : memory_.nodes.parent(route().source, spawned, made_by);
  if (above != nullptr && !parent && &spawned != &spawned_.content) {  // both are the memory's
    const char* kept = memory_.nodes.shown_path(spawned, above);
    if (kept != nullptr && fits_budget(kept)) return kept;
  }
  const std::string_view name = shown(spawned.name);
  if (above != nullptr && above == root_node) return host_.arena.joined({name});
  return host_.arena.joined({above != nullptr ? shown(above) : "\u2026", "/", name});
}

// --- Nodes ----------------------------------------------------------------------------------------------------------

/// Adds the remote methods from the node's announcement, if there is one.
void Builder::know_methods(names::Node& node, const char* md5) const {
  node.rpc_md5 = md5;
  if (md5 == nullptr) return;
  const CalledMethods called = memory_.paths.called(md5);
  node.configured = called.configured;
  node.least_methods = called.least;
}

/// Looks up what the spawns of both ends say about the call's node, and adds its scene from the spawn of either.
void Builder::know_spawn() {
  names::Node& node = call_.node;
  if (node.path == nullptr) return;
  for (const bool by_source : {true, false}) {
    const Speaker& spawner = by_source ? route().source : route().target;
    auto& found = by_source ? call_.by_source : call_.by_target;
    remake(found, [&] { return memory_.nodes.on_path(spawner, node.path, frame_); });
    const auto& [spawned, below] = found.within;
    if (node.spawner != nullptr || spawned == nullptr || spawned->scene == multiplayer::Spawn::by_function) continue;
    const AnnouncedPath* path = memory_.paths.find(spawner, spawned->spawner, spawned->frame);
    if (path == nullptr) continue;
    node.spawner = path->path;
    node.scene = spawned->scene;
    if (node.path[below] != '\0') node.below = node.path + below;
  }
}

names::Node Builder::named(const SpawnedNode& spawned, const AnnouncedPath* spawner) {
  const bool by_function = spawned.scene == multiplayer::Spawn::by_function;
  return {.path = nullptr,
          .rpc_md5 = nullptr,
          .spawner = spawner != nullptr ? spawner->path : nullptr,
          .scene = by_function ? names::Node::no_scene : spawned.scene,
          .synchronizers = spawned.synchronizers,
          .spawn_values = spawned.values,
          .spawn_types = spawned.types};
}

names::Name Builder::scene_of(const names::Node& node) {
  if (!names::know_scenes() || node.spawner == nullptr || node.scene == names::Node::no_scene) return {};
  return names::scene(node.spawner, node.scene);
}

void Builder::command(const multiplayer::Command& command) {
  begin(Part::none);
  router_.begin(command.relayed);
}

// --- Calls ----------------------------------------------------------------------------------------------------------

void Builder::node(const multiplayer::Node& node) {
  begin(Part::node);
  command_.by_number = !node.by_path;
  const Speaker& source = route().source;
  has_script_ = false;
  number_ = node.id;
  call_ = {};
  call_.known = memory_.paths.find(source, node, frame_);
  if (node.by_path) call_.text = host_.shown(node.path);
  else call_.text = call_.known != nullptr ? path_text(call_.known->path) : number_text(node.id);
  if (node.by_path || call_.known != nullptr) call_.node.path = call_.text;
  know_methods(call_.node, call_.known != nullptr ? call_.known->md5 : nullptr);
  know_spawn();
}

/// Looks the method's name up, unless the call itself contains it.
void Builder::method(const multiplayer::Member& method) {
  begin(Part::none);
  command_.has_member = true;
  if (!method.by_name) call_.method = names::method(call_.node, method.id);
}

void Builder::property(const multiplayer::Member&) {
  begin(Part::none);
  command_.has_member = true;
}

const names::Name& Builder::script() {
  if (!has_script_) call_.script = names::script(call_.node);
  has_script_ = true;
  return call_.script;
}

// --- Paths ----------------------------------------------------------------------------------------------------------

void Builder::announced(const multiplayer::AnnouncedPath& path) {
  begin(Part::path);
  path_ = {.known = memory_.paths.find_on_link(route().source, path.id, frame_), .text = host_.shown(path.path)};
  path_.node.path = path_.text;
  if (path_.known == nullptr) return;
  know_methods(path_.node, path_.known->md5);
  const bool is_passed = route().goes_to_relay(subject_.link.peers, subject_.from);
  path_.confirmed_in =
      is_passed ? memory_.paths.passed(*path_.known, route().target_id).confirmed_in : path_.known->confirmed_in;
}

void Builder::confirmed(const multiplayer::ConfirmedPath& path) {
  begin(Part::confirmation);
  methods_match_ = path.methods_match;
  const Speaker& target = route().target;
  path_ = {};
  path_.known =
      path.by_id ? memory_.paths.find(target, path.id, frame_) : memory_.paths.find_on_link(target, path.path, frame_);
  if (path_.known != nullptr) {
    const bool is_passed = route().relayed && !target.is_behind_server();
    path_.announced_in = is_passed ? memory_.paths.passed(*path_.known, route().source_id).frame : path_.known->told_in;
    if (path_.announced_in == 0) path_.announced_in = path_.known->frame;
  }
  if (!path.by_id) path_.text = host_.shown(path.path);
  else path_.text = path_.known != nullptr ? path_text(path_.known->path) : number_text(path.id);
}

// --- Spawned nodes --------------------------------------------------------------------------------------------------

void Builder::spawn(const multiplayer::Spawn& spawn) {
  begin(Part::spawned);
  spawned_ = {};
  spawned_.content = {.frame = frame_,
                      .name = host_.shown(spawn.name),
                      .net_id = spawn.net_id,
                      .spawner = spawn.spawner,
                      .scene = spawn.scene_id,
                      .synchronizers = spawn.sync_count};
  spawned_.spawner = memory_.paths.find(route().source, spawn.spawner, frame_);
  if (spawned_.spawner != nullptr) spawned_.spawner_text = path_text(spawned_.spawner->path);
  spawned_.node = named(spawned_.content, spawned_.spawner);
  spawned_.text = node_text(spawned_.content, spawned_.spawner);
  spawned_.scene = scene_of(spawned_.node);
  spawned_.on_link = memory_.nodes.find_on_link(route().source, spawn.net_id, frame_);
}

multiplayer::HalfPrecision Builder::halves(const multiplayer::Spawn&) { return names::spawned_halves(spawned_.node); }

void Builder::despawn(const multiplayer::Despawn& despawn) {
  begin(Part::despawned);
  spawned_ = {};
  spawned_.known = memory_.nodes.find(route().source, despawn.net_id, frame_);
  spawned_.on_link = memory_.nodes.find_on_link(route().source, despawn.net_id, frame_);
  if (spawned_.known == nullptr) {
    spawned_.text = number_text(despawn.net_id);
    return;
  }
  spawned_.spawner = memory_.paths.find(route().source, spawned_.known->spawner, spawned_.known->frame);
  spawned_.node = named(*spawned_.known, spawned_.spawner);
  spawned_.text = node_text(*spawned_.known, spawned_.spawner);
  spawned_.scene = scene_of(spawned_.node);
}

// --- Synchronizers --------------------------------------------------------------------------------------------------

void Builder::sync(const multiplayer::Sync& sync) {
  begin(Part::none);
  command_.delta = sync.delta;
  command_.by_number = false;
}

void Builder::sync_begin(const multiplayer::SyncObject& object) {
  begin(Part::sync_begin);
  object_ = &object;
  has_stale_ = has_step_ = false;
  command_.by_number = command_.by_number || object.by_path;
  const Speaker& source = route().source;
  Synchronized& found = synchronizer_ = {.id = object.id};
  if (object.by_path) {
    found.path = memory_.paths.find(source, object.id, frame_);
    if (found.path != nullptr && path_budget_ != 0) found.names.path = found.path->path;
  } else if ((found.spawned = memory_.nodes.synchronizer(source, object.id, frame_)) != nullptr) {
    found.spawner = memory_.paths.find(source, found.spawned->node->spawner, found.spawned->node->frame);
    if (path_budget_ != 0) found.names.node = named(*found.spawned->node, found.spawner);
    found.names.position = found.spawned->position;
    found.lacked = lacked(*found.spawned, object.id);
  }
}

multiplayer::HalfPrecision Builder::halves(const multiplayer::SyncObject& object) {
  return names::sent_halves(synchronizer_.names, object);
}

/// The same node may have been spawned for others, on their links.
const SpawnedNode* Builder::lacked(const SpawnedSynchronizer& spawned, std::uint32_t id) const {
  if (spawned.node->gone_with == nullptr) return nullptr;
  const SpawnedSynchronizer* here = memory_.nodes.synchronizer_on_link(route().source, id, frame_);
  return here != nullptr && here->node->is_lacked(frame_) ? here->node : nullptr;
}

const char* Builder::synchronizer_text() {
  Synchronized& object = synchronizer_;
  if (object.text != nullptr) return object.text;
  if (object.path != nullptr) return object.text = path_text(object.path->path);
  if (object.spawned == nullptr) return object.text = number_text(object.id);
  return object.text = node_text(*object.spawned->node, object.spawner);
}

const StaleSync* Builder::stale() {
  if (!has_stale_)
    stale_ = memory_.clocks.stale({.frame = frame_, .message = subject_.message.index, .part = object_->index});
  has_stale_ = true;
  return stale_;
}

const sync::Step& Builder::step() {
  if (!has_step_)
    remake(step_, [&] { return memory_.states.find(router_.series(*object_), frame_, subject_.message.index); });
  has_step_ = true;
  return step_;
}

const sync::Step* Builder::repetition() {
  if (!memory_.states.has_unchanged()) return nullptr;
  return memory_.states.is_unchanged_for_long(router_.series(*object_)) ? &step() : nullptr;
}

sync::ListChange Builder::list_change() const {
  if (object_->delta || !memory_.states.has_list_change()) return {};
  const sync::ListChange change = memory_.states.list_change(router_.series(*object_));
  const bool is_here = change.frame == frame_ && change.message == subject_.message.index;
  return is_here ? change : sync::ListChange{};
}

bool Builder::is_first_with_object_id() const {
  if (object_->object_ids == 0) return false;
  const sync::StatePlace first = memory_.states.first_object_id(router_.series(*object_));
  return first.frame == frame_ && first.message == subject_.message.index;
}

/// How many properties the synchronizer of a change sends on change: by its configuration, or as its changes show it.
/// 0: not known.
std::uint32_t Builder::properties_on_change() const {
  if (!object_->delta) return 0;
  if (names::know_scenes()) {
    names::Synchronizer synchronizer = synchronizer_.names;
    synchronizer.values = static_cast<int>(std::bit_width(object_->indexes));
    const names::Properties known = names::properties(synchronizer, names::PropertyList::on_change);
    if (known.certainty == names::Certainty::certain) return known.count();
  }
  return beyond_mask().properties;
}

void Builder::sync_end(const multiplayer::SyncObject& object) {
  begin(Part::sync_end);
  object_ = &object;
}

// --- Problems -------------------------------------------------------------------------------------------------------

void Builder::end(const multiplayer::Command& command, bool good) {
  begin(Part::command_end);
  command_.type = command.type;
  command_.relayed = command.relayed;
  command_.good = good;
}

void Builder::begin(Part part) noexcept {
  part_ = part;
  found_.clear();
}

/// Runs the checks if a listener needs them, and only once.
const Findings& Builder::findings() {
  const Part part = part_;
  part_ = Part::none;
  if (part == Part::none) return found_;
  switch (part) {
    case Part::none: break;
    case Part::node:
      judge(subject_,
            Addressed{.path = call_.node.path,
                      .known = call_.known,
                      .by_number = command_.by_number,
                      .number = number_,
                      .by_source = &call_.by_source.presence,
                      .by_target = &call_.by_target.presence},
            found_);
      break;
    case Part::path:
      judge(Subject{subject_, route(), path_.node}, Addressed{.path = path_.text, .known = path_.known}, found_);
      break;
    case Part::confirmation:
      judge(subject_, Confirmation{.methods_match = methods_match_, .path = path_.text, .known = path_.known}, found_);
      break;
    case Part::spawned:
      judge(Subject{subject_, route(), spawned_.node},
            NewNode{.spawner = spawned_.spawner != nullptr ? spawned_.spawner_text : nullptr,
                    .known = spawned_.on_link,
                    .synchronizers = spawned_.content.synchronizers},
            found_);
      break;
    case Part::despawned: judge(subject_, Despawned{.known = spawned_.on_link}, found_); break;
    case Part::sync_begin:
      judge(
          subject_,
          SyncBegin{.object = *object_,
                    .stale = stale(),
                    .known = synchronizer_.path,
                    .lacked = synchronizer_.lacked,
                    .node = {[](void* builder) { return static_cast<Builder*>(builder)->synchronizer_text(); }, this}},
          found_);
      break;
    case Part::sync_end:
      judge(subject_,
            SyncEnd{.object = *object_,
                    .node = {[](void* builder) { return static_cast<Builder*>(builder)->synchronizer_text(); }, this},
                    .step = repetition(),
                    .is_lacked = synchronizer_.lacked != nullptr,
                    .on_change = properties_on_change(),
                    .list_change = list_change(),
                    .synchronizer = is_first_state() ? &synchronizer_.names : nullptr,
                    .with_object_id = is_first_with_object_id() ? &synchronizer_.names : nullptr},
            found_);
      break;
    case Part::command_end: judge(subject_, command_, found_); break;
  }
  return found_;
}

}  // namespace godot::analysis::account
