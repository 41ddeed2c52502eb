// SPDX-License-Identifier: MIT
// Descriptions that mirrored games have sent: names of methods, arguments, properties and scenes, without a project.
// Filled on the first pass, in the order of the frames, and only read afterwards.
//
// Memory: an entry for each different description of a node; repeated descriptions add nothing. A node that was
// described in two ways (an exchanged script, two games of different versions), looked up by its path alone, gives a
// guess that is marked as such.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/names/source.h"
#include "base/number_hash.h"
#include "base/text_hash.h"
#include "codec/mirror/walk.h"

namespace godot::analysis {

class Knowledge final : public names::Source {
 public:
  Knowledge() noexcept : Source(false) {}

  /// The state of a mirrored peer.
  struct Game {
    std::uint32_t number = 0;      ///< among those of the capture, from 1
    bool is_scene_api = false;     ///< it belongs to Godot's own SceneMultiplayer
    const char* engine = nullptr;  ///< "Godot 4.6.3-stable", until forget(); null: none that is plain
    const char* transport = nullptr;
    const char* role = nullptr;
  };

  /// Removes everything. Earlier texts are invalid.
  void forget();

  /// Processes a record of any kind.
  void learn(const Buffer& record);

  /// The state of a game, created if new.
  Game& game(std::uint64_t id);

  [[nodiscard]] names::Name script(const names::Node& node) const override;
  [[nodiscard]] names::Name method(const names::Node& node, std::uint32_t id) const override;
  [[nodiscard]] names::Signature signature(const names::Node& node, std::string_view method) const override;
  [[nodiscard]] names::Argument argument(const names::Node& node, std::string_view method,
                                         std::uint32_t index) const override;
  [[nodiscard]] names::Declaration declaration(const names::Node& node, std::string_view method) const override;
  [[nodiscard]] names::Name scene(std::string_view spawner, std::uint32_t scene) const override;
  [[nodiscard]] names::Name parent(std::string_view spawner) const override;
  [[nodiscard]] names::Properties properties(const names::Synchronizer& synchronizer,
                                             names::PropertyList list) const override;

 private:
  class Learner;

  struct Argument {
    const char* name;
    const char* type;  ///< its declared type; null: any type
    bool has_default;
    bool operator==(const Argument&) const = default;
  };
  struct Method {
    std::uint16_t id;
    std::uint8_t mode;
    std::uint8_t transfer_mode;
    bool call_local;
    std::int32_t channel;
    const char* name;
    std::vector<Argument> arguments;
    bool operator==(const Method&) const = default;
  };
  /// Texts are in the pool: equal texts have one address.
  struct Node {
    const char* script = nullptr;
    const char* md5 = nullptr;
    std::vector<Method> methods;         ///< in the order of their ids
    std::vector<std::uint32_t> by_name;  ///< their indexes, in the order of their names
    bool operator==(const Node&) const = default;
  };
  struct Property {
    const char* path;
    bool spawn;
    mirror::Replication mode;
    bool operator==(const Property&) const = default;
  };
  struct Synchronizer {
    const char* scene = nullptr;  ///< of its root; null: made by code
    std::vector<Property> properties;
    std::array<std::vector<const char*>, names::property_lists> lists;  ///< of their paths, by names::PropertyList
    bool operator==(const Synchronizer&) const = default;
  };
  struct Spawner {
    const char* parent = nullptr;
    std::vector<const char*> scenes;
    bool operator==(const Spawner&) const = default;
  };

  /// The last description of something, and whether there were different ones.
  template <class Thing>
  struct Description {
    const Thing* thing = nullptr;
    bool differs = false;
    void update(const Thing* newest) {
      differs = differs || (thing != nullptr && thing != newest);
      thing = newest;
    }
    [[nodiscard]] names::Certainty certainty() const noexcept {
      return differs ? names::Certainty::guessed : names::Certainty::certain;
    }
  };
  template <class Thing>
  using ByText = std::unordered_map<std::string, Description<Thing>, TextHash, std::equal_to<>>;

  /// Equal parts are stored once.
  template <class Thing>
  class Pool {
   public:
    const Thing* keep(Thing thing, std::size_t hash) {
      std::vector<const Thing*>& alike = by_hash_[hash];
      for (const Thing* known : alike) {
        if (*known == thing) return known;
      }
      alike.push_back(&all_.emplace_back(std::move(thing)));
      return alike.back();
    }
    void clear() {
      by_hash_.clear();
      all_.clear();
    }

   private:
    std::deque<Thing> all_;
    std::unordered_map<std::size_t, std::vector<const Thing*>> by_hash_;
  };

  const char* keep(std::string_view text);

  struct FoundNode {
    const Node* node = nullptr;
    names::Certainty certainty = names::Certainty::unknown;
    bool is_list_certain = false;  ///< the methods' names and numbers are certain, even if nothing else is
  };
  [[nodiscard]] FoundNode find(const names::Node& node) const;
  [[nodiscard]] const Method* find(const names::Node& node, std::string_view method, names::Certainty& certainty) const;
  [[nodiscard]] const Synchronizer* find(const names::Synchronizer& synchronizer) const;
  template <class Thing>
  static Description<Thing> find(const ByText<Thing>& things, std::string_view key) {
    if (things.empty()) return {};
    const auto found = things.find(key);
    return found == things.end() ? Description<Thing>{} : found->second;
  }

  std::unordered_set<std::string, TextHash> texts_;
  Pool<Node> nodes_;
  Pool<Synchronizer> synchronizers_;
  Pool<Spawner> spawners_;
  ByText<Node> node_by_path_;
  ByText<Node> node_by_md5_;
  ByText<Spawner> spawner_by_path_;
  ByText<Synchronizer> synchronizer_by_path_;
  /// The place of a synchronizer in a scene. Equal scenes have one address.
  struct Place {
    const char* scene;
    std::uint32_t position;
    bool operator==(const Place&) const = default;
  };
  struct PlaceHash {
    std::size_t operator()(const Place& place) const noexcept { return hash_numbers(place.scene, place.position); }
  };
  std::unordered_map<Place, Description<Synchronizer>, PlaceHash> synchronizer_by_place_;
  std::unordered_map<const char*, std::uint32_t> synchronizers_of_scene_;  ///< how many each scene has
  std::unordered_map<std::uint64_t, Game, NumberHash> games_;
};

}  // namespace godot::analysis
