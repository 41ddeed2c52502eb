// SPDX-License-Identifier: MIT
#include "answers/questions/advice/distance_savings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "answers/questions/advice/state_savings.h"
#include "base/time.h"
#include "codec/variant/numbers.h"

namespace godot::analysis::advice {
namespace {

using facts::Envelope;
using facts::Frame;
using facts::Item;
using facts::Part;
using facts::Value;

constexpr double seconds_away = 10;
constexpr double least_radius_2d = 2000;
constexpr double least_radius_3d = 50;
/// Of a spawn in a datagram of its own: the acknowledgement and the header of its datagram, both without what is below.
constexpr double bytes_of_spawns_acknowledgement = 8 + 2;

/// Whether a property is a position, by its name.
enum class Space : std::uint8_t { none, local, global };
Space space_of(std::string_view member) noexcept {
  if (member == "global_position") return Space::global;
  return member == "position" || (member.ends_with("_position") && member.find(':') == std::string_view::npos)
             ? Space::local
             : Space::none;
}

/// The path without its last name; empty: it has one.
std::string_view above(std::string_view path) noexcept {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

/// The peer's id in a path, the innermost; 0: it has none.
std::int32_t id_in(std::string_view path) noexcept {
  constexpr std::int32_t largest_count = 65535;
  while (!path.empty()) {
    const std::string_view name = path.substr(path.rfind('/') + 1);  // all of it, without a slash
    const std::string_view digits = name.substr(name.find_last_not_of("0123456789") + 1);
    std::int32_t id = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), id).ec == std::errc{} && id > largest_count)
      return id;
    path = above(path);
  }
  return 0;
}

/// The place in a value of two or three numbers.
bool read_place(const facts::SentNumbers& sent, std::size_t& dimensions, std::array<double, 3>& at) {
  if (sent.bytes.empty()) return false;
  const variant::Numbers numbers(sent.bytes, *sent.dialect, sent.precision);
  const std::size_t count = numbers.type().layout.count;
  if (numbers.type().kind != variant::Kind::math || (count != 2 && count != 3)) return false;
  dimensions = count;
  for (std::size_t i = 0; i != count; ++i) at[i] = numbers[i];
  return true;
}

double distance_of(const std::array<double, 3>& one, const std::array<double, 3>& other) noexcept {
  return std::hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
}

}  // namespace

void Distances::add(const Frame& frame) {
  states_.clear();
  std::size_t least = radii.size();
  bool only_states = true;
  for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
    for (const Item* item = envelope->items; item != nullptr; item = item->next) {
      learn_spawn(frame, *item);
      if (is_state(*item) && !item->again) least = std::min(least, add_message(frame, *envelope, *item));
      else only_states = false;
    }
  }
  for (const State& state : states_) {
    Group& group = of_groups_[state.group];
    group.bytes[state.beyond] += state.bytes;
    if (only_states) group.bytes[least] += state.share;
  }
}

void Distances::learn_spawn(const Frame& frame, const Item& item) {
  if (frame.length > frame.payload) below_ = std::max(below_, static_cast<double>(frame.length - frame.payload));
  if (item.kind == facts::Kind::spawn)
    spawn_ = std::max(spawn_, static_cast<double>(item.cost.own + item.cost.protocol + item.cost.share));
}

std::size_t Distances::add_message(const Frame& frame, const Envelope& envelope, const Item& item) {
  in_order_.clear();
  for (const Value* value = item.values; value != nullptr; value = value->next) in_order_.push_back(value);
  std::reverse(in_order_.begin(), in_order_.end());  // the facts have the last one first
  const std::size_t first = states_.size();
  const bool is_whole = item.message == 0 && !envelope.streamed;
  const double written = static_cast<double>(item.own) + item.protocol;
  // Bytes on the wire for each byte of the message: less than one in a compressed datagram.
  const double scale =
      is_whole && written > 0 ? (static_cast<double>(item.cost.own) + item.cost.protocol) / written : 1;
  std::size_t least = radii.size();
  double bytes = 0;
  auto value = in_order_.cbegin();
  for (const Part* part = item.parts; part != nullptr;) {
    State state;
    Sighting sighting;
    const Part& begin = *part;
    for (; part != nullptr && part->synchronizer == begin.synchronizer; part = part->next) {
      state.bytes += scale * (static_cast<double>(part->own) + part->protocol);
      state.share += is_whole ? part->cost.share : 0;
      if (value == in_order_.cend() || (*value)->node != part->node || !has_name(**value, *part)) continue;
      const Space space = part->member != nullptr ? space_of(part->member) : Space::none;
      Place found;
      const bool is_wanted = space == Space::global || (space == Space::local && sighting.place.dimensions == 0);
      if (is_wanted && read_place((*value)->numbers, found.dimensions, found.at))
        sighting = {found, space == Space::global, (*value)->member == part->member};
      ++value;
    }
    if (sighting.place.dimensions != 0) place(state, frame, item.route(), begin, sighting);
    least = std::min(least, state.beyond);
    bytes += state.bytes;
    if (state.group != Groups::none) states_.push_back(state);
  }
  // The message's own headers go with its first state.
  if (is_whole && states_.size() != first)
    of_groups_[states_[first].group].bytes[least] += std::max(scale * written - bytes, 0.0);
  return least;
}

void Distances::place(State& state, const Frame& frame, const facts::Route& route, const Part& part,
                      const Sighting& sighting) {
  const std::uint32_t number = groups_.of(part);
  if (number == Groups::none) return;
  Node* node = node_of(route.session, part);
  if (node == nullptr) {
    ++left_out_;
    return;
  }
  if (!part.by_path) {
    node->is_one = node->is_one && part.net_id >= node->net_id;
    node->net_id = part.net_id;
  }
  if (!node->is_one) return;
  move(*node, frame.time, sighting);
  own(route.session, id_in(part.node), *node);
  own(route.session, route.source, *node);
  const std::optional<std::size_t> far = beyond(route.session, route.receiver(), *node, sighting);
  if (!far) return;
  Group& group = of_groups_[number];
  if (group.dimensions == 0) group.dimensions = sighting.place.dimensions;
  if (group.dimensions != sighting.place.dimensions) return;
  state.group = number;
  state.beyond = *far;
  group.is_certain = group.is_certain && sighting.is_certain;
  ++group.states;
  ++group.far[*far];
  if (route.is_first_hop()) cross(route, *node, *far, group);
}

Distances::Node* Distances::node_of(std::uint32_t session, const Part& part) {
  const Key<const char*> key = {session, part.node};
  const auto known = nodes_.find(key);
  if (known != nodes_.end()) return &known->second;
  if (nodes_.size() == most_nodes) return nullptr;
  Node& node = nodes_[key];
  node.number = nodes_.size();
  node.above = above(part.node);
  if (part.by_path) node.above = above(node.above);  // the path is the synchronizer's own, below its root
  return &node;
}

void Distances::move(Node& node, facts::Time time, const Sighting& sighting) {
  (sighting.is_global ? node.global : node.local) = sighting.place;
  const bool is_first = node.from.dimensions != sighting.place.dimensions || time < node.since;
  if (!is_first && time - node.since < second) return;
  if (!is_first) {
    const double away = distance_of(node.from.at, sighting.place.at) * static_cast<double>(second) /
                        static_cast<double>(time - node.since);
    node.second = std::max(node.second, std::min(node.fastest, away));
    node.fastest = std::max(node.fastest, away);
  }
  node.since = time;
  node.from = sighting.place;
}

void Distances::own(std::uint32_t session, std::int32_t peer, const Node& node) {
  if (peer <= facts::server) return;
  const Key<std::int32_t> key = {session, peer};
  const auto known = owns_.find(key);
  if (known == owns_.end() && owns_.size() == most_peers) return;
  Own& own = known != owns_.end() ? known->second : owns_[key];
  if (std::find(own.nodes.begin(), own.nodes.end(), &node) != own.nodes.end()) return;
  if (own.nodes.size() == most_own) own.is_known = false;
  else own.nodes.push_back(&node);
}

std::optional<std::size_t> Distances::beyond(std::uint32_t session, std::int32_t receiver, const Node& node,
                                             const Sighting& sighting) const {
  const auto known = owns_.find({session, receiver});
  if (known == owns_.end() || !known->second.is_known) return std::nullopt;
  std::optional<double> nearest;
  for (const Node* each : known->second.nodes) {
    const Place& there = sighting.is_global ? each->global : each->local;
    if (there.dimensions != sighting.place.dimensions || (!sighting.is_global && each->above != node.above)) continue;
    const double distance = distance_of(there.at, sighting.place.at);
    nearest = std::min(nearest.value_or(distance), distance);
  }
  if (!nearest) return std::nullopt;
  return static_cast<std::size_t>(std::lower_bound(radii.begin(), radii.end(), *nearest) - radii.begin());
}

void Distances::cross(const facts::Route& route, const Node& node, std::size_t beyond, Group& group) {
  const Pair pair = {node.number, route.receiver()};
  const auto known = seen_.find(pair);
  if (known == seen_.end()) {
    if (seen_.size() != most_pairs) seen_.emplace(pair, beyond);
    return;
  }
  const auto [from, to] = std::minmax(known->second, beyond);
  for (std::size_t each = from; each != to; ++each) ++group.crossings[each];
  known->second = beyond;
}

double Distances::fastest(std::size_t dimensions) const {
  double found = 0;
  for (const auto& [key, node] : nodes_)
    if (node.from.dimensions == dimensions) found = std::max(found, node.second);
  return found;
}

void Distances::append(std::vector<Saving>& savings) const {
  for (const auto& [number, group] : of_groups_)
    if (group.states >= least_states) append_group(savings, number, group);
}

void Distances::append_group(std::vector<Saving>& savings, std::uint32_t number, const Group& group) const {
  const double away = seconds_away * fastest(group.dimensions);
  const double wanted = std::max(away, group.dimensions == 2 ? least_radius_2d : least_radius_3d);
  const auto found = std::lower_bound(radii.begin(), radii.end(), wanted);
  if (found == radii.end()) return;
  const auto radius = static_cast<std::size_t>(found - radii.begin());
  double bytes = 0;
  std::uint64_t far = 0;
  for (std::size_t each = radius + 1; each <= radii.size(); ++each) {
    bytes += group.bytes[each];
    far += group.far[each];
  }
  const double crossings =
      static_cast<double>(group.crossings[radius]) * (spawn_ + bytes_of_spawns_acknowledgement + below_);
  const std::string limit = whole(*found);
  savings.push_back(
      {.advice = "visibility",
       .node = groups_.shown(number),
       .member = "add_visibility_filter",
       .bytes = bytes - crossings,
       .costs = "A player does not see these nodes beyond " + limit +
                "; spawned ones are not there. The filter has to answer false to peer 0, which is all peers.",
       .how = whole(static_cast<double>(far)) + " of " + counted(group.states, "state") + " were farther than " +
              limit + " from their receiver's own node: " + whole(bytes) + " bytes less; " +
              counted(group.crossings[radius], "crossing") + " of that distance, each a spawn or despawn: " +
              whole(crossings) + " more. The fastest moves " + whole(away) + " in 10 s." +
              (group.is_certain ? "" : " That these are positions is what their types allow, and not certain."),
       .filter = filter_of_group(groups_.shown(number))});
}

}  // namespace godot::analysis::advice
