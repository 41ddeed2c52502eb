// SPDX-License-Identifier: MIT
#include "analysis/mirror/descriptions.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <iterator>
#include <utility>

namespace godot::analysis {
namespace {

using mirror::Kind;
using mirror::Tag;
using names::Certainty;

/// The callers that a mode permits, and its spelling in GDScript.
struct RpcRule {
  names::Callers callers;
  const char* keyword;
};
RpcRule rule_of(multiplayer::RpcMode mode) {
  switch (mode) {
    case multiplayer::RpcMode::disabled: return {names::Callers::none, "disabled"};
    case multiplayer::RpcMode::any_peer: return {names::Callers::anybody, "any_peer"};
    case multiplayer::RpcMode::authority: break;
  }
  return {names::Callers::authority, "authority"};
}

std::size_t mixed(std::size_t hash, std::uint64_t number) { return static_cast<std::size_t>(chain_hash(hash, number)); }
/// A text by its address: equal texts have one address.
std::size_t mixed(std::size_t hash, const char* text) { return mixed(hash, reinterpret_cast<std::uintptr_t>(text)); }

bool is_in(mirror::Replication mode, bool spawn, names::PropertyList list) {
  switch (list) {
    case names::PropertyList::spawn: return spawn;
    case names::PropertyList::always: return mode == mirror::Replication::always;
    case names::PropertyList::on_change: return mode == mirror::Replication::on_change;
  }
  return false;
}

/// More synchronizers than a node of any game has.
constexpr std::uint32_t most_positions = 4096;

/// A record may come from anybody: a version is short, and plain.
bool is_version(std::string_view text) {
  constexpr std::size_t longest = 64;
  return !text.empty() && text.size() <= longest &&
         std::all_of(text.begin(), text.end(), [](char letter) { return letter >= ' ' && letter <= '~'; });
}

}  // namespace

/// Collects the facts of one record.
class Knowledge::Learner final : public mirror::Listener {
 public:
  explicit Learner(Knowledge& knowledge) : knowledge_(knowledge) {}

  void head(const mirror::Head& head) override {
    kind_ = head.kind;
    game_ = &knowledge_.game(head.game);
  }

  void text(Tag tag, std::string_view text) override {
    switch (tag) {
      case Tag::engine:
        game_->engine = is_version(text) ? knowledge_.keep("Godot " + std::string(text)) : nullptr;
        return;
      case Tag::transport: game_->transport = knowledge_.keep(text); return;
      case Tag::role: game_->role = knowledge_.keep(text); return;
      case Tag::api: game_->is_scene_api = text == "SceneMultiplayer"; return;
      case Tag::node_path: path_ = text; return;
      case Tag::script:
        if (!text.empty()) node_.script = knowledge_.keep(text);
        return;
      case Tag::methods_md5: node_.md5 = knowledge_.keep(text); return;
      case Tag::scene: spawner_.scenes.push_back(knowledge_.keep(text)); return;
      case Tag::spawn_path: spawner_.parent = knowledge_.keep(text); return;
      case Tag::sync_scene:
        if (!text.empty()) synchronizer_.scene = knowledge_.keep(text);
        return;
      default: return;
    }
  }
  void number(Tag tag, std::int64_t number) override {
    if (tag == Tag::sync_position) position_ = static_cast<std::uint32_t>(number);
  }
  void method(const mirror::Method& method) override {
    node_.methods.push_back({.id = method.id,
                             .mode = method.mode,
                             .transfer_mode = method.transfer_mode,
                             .call_local = method.call_local,
                             .channel = method.channel,
                             .name = knowledge_.keep(method.name),
                             .arguments = {}});
  }
  void argument(const mirror::Argument& argument) override {
    if (node_.methods.empty()) return;
    node_.methods.back().arguments.push_back({.name = knowledge_.keep(argument.name),
                                              .type = argument.type.empty() ? nullptr : knowledge_.keep(argument.type),
                                              .has_default = argument.has_default});
  }
  void property(const mirror::Property& property) override {
    // Properties of the root itself have no node name before them.
    constexpr std::string_view of_root = ".:";
    const std::string_view path = property.path;
    synchronizer_.properties.push_back(
        {.path = knowledge_.keep(path.starts_with(of_root) ? path.substr(of_root.size()) : path),
         .spawn = property.spawn,
         .mode = property.mode});
  }

  void finish() {
    switch (kind_) {
      case Kind::node: return finish_node();
      case Kind::synchronizer: return finish_synchronizer();
      case Kind::spawner: return finish_spawner();
      default: return;
    }
  }

 private:
  void finish_node() {
    std::stable_sort(node_.methods.begin(), node_.methods.end(),
                     [](const Method& one, const Method& other) { return one.id < other.id; });
    std::size_t hash = mixed(mixed(0, node_.script), node_.md5);
    for (const Method& method : node_.methods) {
      hash = mixed(hash, method.name);
      for (const std::uint64_t number :
           {std::uint64_t{method.id}, std::uint64_t{method.mode}, std::uint64_t{method.transfer_mode},
            std::uint64_t{method.call_local}, std::uint64_t{static_cast<std::uint32_t>(method.channel)}})
        hash = mixed(hash, number);
      for (const Argument& argument : method.arguments)
        hash = mixed(mixed(mixed(hash, argument.name), argument.type), std::uint64_t{argument.has_default});
    }
    for (std::uint32_t place = 0; place < node_.methods.size(); ++place) node_.by_name.push_back(place);
    std::stable_sort(node_.by_name.begin(), node_.by_name.end(), [&](std::uint32_t one, std::uint32_t other) {
      return std::strcmp(node_.methods[one].name, node_.methods[other].name) < 0;
    });
    const Node* kept = knowledge_.nodes_.keep(std::move(node_), hash);
    knowledge_.node_by_path_[path_].update(kept);
    if (kept->md5 != nullptr) knowledge_.node_by_md5_[kept->md5].update(kept);
  }

  void finish_synchronizer() {
    if (position_ >= most_positions) return;
    std::size_t hash = mixed(0, synchronizer_.scene);
    for (const Property& property : synchronizer_.properties) {
      const auto mode = static_cast<std::uint64_t>(property.mode);
      hash = mixed(mixed(hash, property.path), mode << 1 | static_cast<unsigned>(property.spawn));
      for (std::size_t list = 0; list != names::property_lists; ++list) {
        if (is_in(property.mode, property.spawn, static_cast<names::PropertyList>(list)))
          synchronizer_.lists[list].push_back(property.path);
      }
    }
    const Synchronizer* kept = knowledge_.synchronizers_.keep(std::move(synchronizer_), hash);
    knowledge_.synchronizer_by_path_[path_].update(kept);
    if (kept->scene == nullptr) return;
    knowledge_.synchronizer_by_place_[{kept->scene, position_}].update(kept);
    std::uint32_t& count = knowledge_.synchronizers_of_scene_[kept->scene];
    count = std::max(count, position_ + 1);
  }

  void finish_spawner() {
    std::size_t hash = mixed(0, spawner_.parent);
    for (const char* scene : spawner_.scenes) hash = mixed(hash, scene);
    knowledge_.spawner_by_path_[path_].update(knowledge_.spawners_.keep(std::move(spawner_), hash));
  }

  Knowledge& knowledge_;
  Kind kind_ = Kind::none;
  Game* game_ = nullptr;
  std::string path_;
  std::uint32_t position_ = 0;
  Node node_;
  Synchronizer synchronizer_;
  Spawner spawner_;
};

void Knowledge::forget() {
  nodes_.clear();
  synchronizers_.clear();
  spawners_.clear();
  node_by_path_.clear();
  node_by_md5_.clear();
  spawner_by_path_.clear();
  synchronizer_by_path_.clear();
  synchronizer_by_place_.clear();
  synchronizers_of_scene_.clear();
  games_.clear();
  texts_.clear();
  set_has_data(false);
}

void Knowledge::learn(const Buffer& record) {
  Learner learner(*this);
  // An incomplete description is dropped: a list that ends early would give wrong names.
  if (mirror::validate(record, &learner).problem) return;
  learner.finish();
  set_has_data(true);
}

Knowledge::Game& Knowledge::game(std::uint64_t id) {
  Game& game = games_[id];
  if (game.number == 0) game.number = static_cast<std::uint32_t>(games_.size());
  return game;
}

const char* Knowledge::keep(std::string_view text) { return texts_.emplace(text).first->c_str(); }

// --- Nodes --------------------------------------------------------------------------------------------------------

Knowledge::FoundNode Knowledge::find(const names::Node& node) const {
  const Description<Node> at_path = node.path != nullptr ? find(node_by_path_, node.path) : Description<Node>{};
  if (node.rpc_md5 == nullptr) return {at_path.thing, at_path.certainty(), !at_path.differs};
  const Description<Node> by_list = find(node_by_md5_, node.rpc_md5);
  if (by_list.thing == nullptr) return {};
  // Two scripts may have methods of the same names: then the node's path decides, if it can.
  const bool is_at_path = at_path.thing != nullptr && at_path.thing->md5 == by_list.thing->md5;
  if (by_list.differs && is_at_path) return {at_path.thing, at_path.certainty(), true};
  return {by_list.thing, by_list.certainty(), true};
}

names::Name Knowledge::script(const names::Node& node) const {
  const FoundNode found = find(node);
  if (found.node == nullptr || found.node->script == nullptr) return {};
  return {found.node->script, found.node->script, found.certainty};
}

names::Name Knowledge::method(const names::Node& node, std::uint32_t id) const {
  const FoundNode found = find(node);
  if (found.node == nullptr) return {};
  const auto& methods = found.node->methods;
  const auto method = std::lower_bound(methods.begin(), methods.end(), id,
                                       [](const Method& each, std::uint32_t wanted) { return each.id < wanted; });
  if (method == methods.end() || method->id != id) return {};
  return {method->name, found.node->script, found.is_list_certain ? Certainty::certain : Certainty::guessed};
}

const Knowledge::Method* Knowledge::find(const names::Node& node, std::string_view method, Certainty& certainty) const {
  const FoundNode found = find(node);
  if (found.node == nullptr) return nullptr;
  certainty = found.certainty;
  const auto& methods = found.node->methods;
  const auto& places = found.node->by_name;
  const auto place =
      std::lower_bound(places.begin(), places.end(), method,
                       [&](std::uint32_t each, std::string_view wanted) { return methods[each].name < wanted; });
  return place == places.end() || methods[*place].name != method ? nullptr : &methods[*place];
}

names::Signature Knowledge::signature(const names::Node& node, std::string_view method) const {
  Certainty certainty = Certainty::unknown;
  const Method* found = find(node, method, certainty);
  if (found == nullptr || certainty != Certainty::certain) return {};
  const auto& arguments = found->arguments;
  const auto required =
      std::count_if(arguments.begin(), arguments.end(), [](const Argument& argument) { return !argument.has_default; });
  return {true, static_cast<std::uint32_t>(required), static_cast<std::uint32_t>(arguments.size())};
}

names::Argument Knowledge::argument(const names::Node& node, std::string_view method, std::uint32_t index) const {
  Certainty certainty = Certainty::unknown;
  const Method* found = find(node, method, certainty);
  if (found == nullptr || index >= found->arguments.size()) return {};
  const Argument& argument = found->arguments[index];
  return {{argument.name, nullptr, certainty}, argument.type};
}

names::Declaration Knowledge::declaration(const names::Node& node, std::string_view method) const {
  Certainty certainty = Certainty::unknown;
  const Method* found = find(node, method, certainty);
  if (found == nullptr) return {};
  if (found->mode >= multiplayer::rpc_mode_count || found->transfer_mode >= multiplayer::transfer_mode_count) return {};
  const RpcRule rule = rule_of(static_cast<multiplayer::RpcMode>(found->mode));
  return {.callers = rule.callers,
          .mode = rule.keyword,
          .transfer = names::transfer_of(static_cast<multiplayer::TransferMode>(found->transfer_mode)),
          .channel = found->channel,
          .call_local = found->call_local,
          .certainty = certainty};
}

// --- Spawners and synchronizers -----------------------------------------------------------------------------------

names::Name Knowledge::scene(std::string_view spawner, std::uint32_t scene) const {
  const Description<Spawner> found = find(spawner_by_path_, spawner);
  if (found.thing == nullptr || scene >= found.thing->scenes.size()) return {};
  const char* path = found.thing->scenes[scene];
  return {path, path, found.certainty()};
}

names::Name Knowledge::parent(std::string_view spawner) const {
  const Description<Spawner> found = find(spawner_by_path_, spawner);
  if (found.thing == nullptr || found.thing->parent == nullptr) return {};
  return {found.thing->parent, nullptr, found.certainty()};
}

/// Properties are shown as certain: ambiguous ones are not returned.
const Knowledge::Synchronizer* Knowledge::find(const names::Synchronizer& synchronizer) const {
  if (synchronizer_by_path_.empty() && synchronizer_by_place_.empty()) return nullptr;
  Description<Synchronizer> found;
  if (synchronizer.path != nullptr) {
    found = find(synchronizer_by_path_, synchronizer.path);
  } else {
    const names::Node& node = synchronizer.node;
    if (node.spawner == nullptr || node.scene == names::Node::no_scene) return nullptr;
    const names::Name made_from = scene(node.spawner, node.scene);
    if (made_from.certainty != Certainty::certain) return nullptr;
    // A spawn lists the synchronizers whose authority the sender is: if these are not all, it is unknown which one is
    // meant.
    const auto count = synchronizers_of_scene_.find(made_from.text);
    if (count == synchronizers_of_scene_.end() || count->second != node.synchronizers) return nullptr;
    const auto place = synchronizer_by_place_.find({made_from.text, synchronizer.position});
    if (place != synchronizer_by_place_.end()) found = place->second;
  }
  return found.differs ? nullptr : found.thing;
}

names::Properties Knowledge::properties(const names::Synchronizer& synchronizer, names::PropertyList list) const {
  const Synchronizer* found = find(synchronizer);
  if (found == nullptr) return {};
  return {found->lists[static_cast<std::size_t>(list)], found->scene, Certainty::certain};
}

}  // namespace godot::analysis
