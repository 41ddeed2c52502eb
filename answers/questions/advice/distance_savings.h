// SPDX-License-Identifier: MIT
// What a visibility filter by distance could save: states of nodes that are far from the receiver's own node.
//
// A position: a property `position` or `global_position`, or one whose name ends with `_position`, with two or three
// numbers. A name that is not certain is taken, too, and the row says so. Local positions are compared only with those
// of nodes below the same node, because others are relative to something else; global ones with global ones. Of a
// spawned node with several synchronizers nothing is compared: which of them has the node's own position is not known.
//
// A peer's own node: a path with the peer's id as a name, or at the end of one (of ids above 65,535, which no game
// counts up to), or a node whose states the peer sends. Of several, the nearest counts.
//
// The radius is the least of 50, 100, 200, 500, … that is not below
// - what the fastest of all these nodes moves in ten seconds: the second largest distance of a node between two states
//   that are a second apart, so that one jump does not count;
// - 2,000 in two dimensions, more than the diagonal of a window (1,152 x 648), and 50 in three.
//
// Saved: states beyond the radius, with their numbers and sizes; a message's own headers if all of its states are; a
// datagram's if it has nothing else. Taken off: a spawn or despawn, each with an acknowledgement in a datagram of its
// own, whenever a node crosses the radius, because a filter does that to spawned nodes.
//
// Source: scene_replication_interface.cpp of Godot 4, _visibility_changed: a synchronizer's filter decides about its
// states, and about the spawn of its node.
//
// Time: for each state constant, and proportional to the receiver's own nodes, at most eight. Memory is bounded.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "answers/questions/advice/savings.h"
#include "base/number_hash.h"

namespace godot::analysis::advice {

class Distances {
 public:
  explicit Distances(Groups& groups) : groups_(groups) {}

  /// A frame whose costs are set.
  void add(const facts::Frame& frame);

  void append(std::vector<Saving>& savings) const;

  [[nodiscard]] std::uint64_t left_out() const noexcept { return left_out_; }

 private:
  static constexpr std::array<double, 14> radii = {50,    100,   200,   500,    1000,   2000,   5000,
                                                   10000, 20000, 50000, 100000, 200000, 500000, 1000000};
  static constexpr std::size_t most_nodes = 1U << 15U;
  static constexpr std::size_t most_peers = 1U << 12U;
  static constexpr std::size_t most_pairs = 1U << 16U;  ///< of nodes and receivers
  static constexpr std::size_t most_own = 8;
  static constexpr std::uint64_t least_states = 20;

  struct Place {
    std::size_t dimensions = 0;  ///< how many of `at` are used; 0: the place is not known
    std::array<double, 3> at = {};
  };
  /// Local and global are spaces of their own.
  struct Node {
    std::string_view above;  ///< the path of the node in whose space it is
    Place local = {};
    Place global = {};
    facts::Time since = 0;  ///< when the node was at `from`
    Place from = {};
    double fastest = 0;  ///< the greatest speed, in units a second
    double second = 0;
    std::uint64_t number = 0;
    std::uint32_t net_id = 0;  ///< of its synchronizer; grows with each spawn
    bool is_one = true;        ///< false: several synchronizers have its name
  };
  struct Own {
    std::vector<const Node*> nodes = {};
    bool is_known = true;  ///< false: it has too many
  };
  template <class Second>
  struct Key {
    std::uint32_t session;
    Second which;
    [[nodiscard]] bool operator==(const Key&) const = default;
    struct Hash {
      std::size_t operator()(const Key& key) const noexcept { return hash_numbers(key.session, key.which); }
    };
  };
  struct Pair {
    std::uint64_t node;
    std::int32_t receiver;
    [[nodiscard]] bool operator==(const Pair&) const = default;
    struct Hash {
      std::size_t operator()(const Pair& pair) const noexcept { return hash_numbers(pair.node, pair.receiver); }
    };
  };
  /// By how many radii are below the distance; 0: none, or the distance is not known.
  using Beyond = std::array<double, radii.size() + 1>;
  struct Group {
    std::size_t dimensions = 0;
    bool is_certain = true;    ///< the names of the properties are
    std::uint64_t states = 0;  ///< whose distance is known
    Beyond bytes = {};
    std::array<std::uint64_t, radii.size() + 1> far = {};
    std::array<std::uint64_t, radii.size()> crossings = {};
  };
  /// A state of the frame: its group, its own bytes, and its share of headers that its datagram has once.
  struct State {
    std::uint32_t group = Groups::none;
    std::size_t beyond = 0;
    double bytes = 0;
    double share = 0;
  };
  /// What a state says of its node.
  struct Sighting {
    Place place = {};
    bool is_global = false;
    bool is_certain = false;  ///< the property's name is
  };

  void learn_spawn(const facts::Frame& frame, const facts::Item& item);
  /// Adds the states of a message to `states_`. Returns the least `beyond`.
  std::size_t add_message(const facts::Frame& frame, const facts::Envelope& envelope, const facts::Item& item);
  /// What is known of a state whose node is there: how far it is from the receiver.
  void place(State& state, const facts::Frame& frame, const facts::Route& route, const facts::Part& part,
             const Sighting& sighting);
  [[nodiscard]] Node* node_of(std::uint32_t session, const facts::Part& part);
  static void move(Node& node, facts::Time time, const Sighting& sighting);
  void own(std::uint32_t session, std::int32_t peer, const Node& node);
  /// By how many radii are below the distance to the nearest of the receiver's own nodes; none: it is not known.
  [[nodiscard]] std::optional<std::size_t> beyond(std::uint32_t session, std::int32_t receiver, const Node& node,
                                                  const Sighting& sighting) const;
  void cross(const facts::Route& route, const Node& node, std::size_t beyond, Group& group);
  /// The fastest motion of nodes in a second.
  [[nodiscard]] double fastest(std::size_t dimensions) const;
  void append_group(std::vector<Saving>& savings, std::uint32_t number, const Group& group) const;

  Groups& groups_;
  std::map<std::uint32_t, Group> of_groups_;
  std::unordered_map<Key<const char*>, Node, Key<const char*>::Hash> nodes_;
  std::unordered_map<Key<std::int32_t>, Own, Key<std::int32_t>::Hash> owns_;
  std::unordered_map<Pair, std::size_t, Pair::Hash> seen_;
  std::vector<State> states_;                  ///< of a frame; here to keep its memory
  std::vector<const facts::Value*> in_order_;  ///< of a message; here to keep its memory
  double spawn_ = 0;                           ///< bytes of the largest spawn
  double below_ = 0;                           ///< bytes of a datagram below UDP's payload
  std::uint64_t left_out_ = 0;
};

}  // namespace godot::analysis::advice
