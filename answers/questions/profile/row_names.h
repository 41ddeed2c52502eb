// SPDX-License-Identifier: MIT
// What a row of the profile is called in its table: kinds, nodes and their groups, peers, channels, scenes, seconds.
// What finds its packets is in row_filter_names.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "analysis/facts/facts.h"
#include "answers/questions/profile/profile.h"
#include "answers/questions/profile/row_filter_names.h"
#include "answers/questions/profile/tallies.h"
#include "answers/tables/node_groups.h"
#include "base/hash_table.h"
#include "base/number_hash.h"
#include "base/text_pool.h"
#include "base/time.h"

namespace godot::analysis::profile {

inline constexpr const char* nothing = "";

/// A group of nodes that share a row.
struct Group {
  const char* kin;    ///< common scene or kind; null: their names have the same pattern
  std::string shown;  ///< the part that the nodes' names have in common
};

/// Builds the key of an item's row, or of a part's, for the profile's grouping.
class Namer {
 public:
  explicit Namer(const Options& options) : options_(options) {}

  Key key(const facts::Frame& frame, const facts::Envelope* envelope, const facts::Item& item,
          const facts::Part* part) {
    switch (options_.by) {
      case By::name:
        return {facts::name(item.kind), node(item, part), part != nullptr ? keep_name(part->member) : nothing};
      case By::kind: return {facts::name(item.kind), nothing, nothing};
      case By::node: return {node(item, part), nothing, nothing};
      case By::peers: return peers(frame, envelope, item);
      case By::channel:
        if (!item.on_channel) return {facts::name(item.kind), nothing, nothing};
        return {number(item.channel), facts::name(item.mode), nothing};
      case By::scene: return {part != nullptr ? keep_name(part->scene) : nothing, nothing, nothing};
      case By::second: return {number(static_cast<std::uint64_t>(frame.time / second)), nothing, nothing};
    }
    return {};
  }

  /// All parts of a key, as in the facts: equal parts give equal keys.
  [[nodiscard]] Origin origin(const facts::Frame& frame, const facts::Envelope* envelope, const facts::Item& item,
                              const facts::Part* part) const {
    const auto kind = static_cast<std::uint64_t>(item.kind);
    const auto pair = [](std::uint32_t high, std::uint32_t low) { return std::uint64_t{high} << 32U | low; };
    switch (options_.by) {
      case By::name:
        if (part == nullptr) return {.number = kind};
        return {.texts = {part->node, part->member, part->kin}, .number = kind};
      case By::kind: return {.number = kind};
      case By::node: return {.texts = {part != nullptr ? part->node : nullptr, part != nullptr ? part->kin : nullptr}};
      case By::scene: return {.texts = {part != nullptr ? part->scene : nullptr}};
      case By::channel: {
        const auto mode = static_cast<std::uint32_t>(item.mode);
        const std::uint32_t channel = mode << 8U | item.channel;
        return {.number = item.on_channel ? pair(1, channel) : kind};
      }
      case By::second: return {.number = static_cast<std::uint64_t>(frame.time / second)};
      case By::peers: break;
    }
    const facts::Route& route = item.route();
    if (route.source != 0 || route.target_known) {
      return {.texts = {route.source_name, route.target_name},
              .number = pair(static_cast<std::uint32_t>(route.source), static_cast<std::uint32_t>(route.target)),
              .more = route.target_known ? 2U : 1U};
    }
    if (const Ends* ends = known_ends(envelope)) {
      const auto& [from, to] = envelope->from_client ? *ends : Ends{ends->second, ends->first};
      return {.texts = {from.name, to.name},
              .number = pair(static_cast<std::uint32_t>(from.id), static_cast<std::uint32_t>(to.id)),
              .more = 2U};
    }
    constexpr std::uint32_t link = 4;
    constexpr std::uint32_t flow = 8;
    const bool has_link = envelope != nullptr && envelope->has_link;
    const std::uint32_t side = has_link ? static_cast<std::uint32_t>(envelope->from_client)
                                        : static_cast<std::uint32_t>(frame.carrier) << 1U | frame.side;
    return {.number = pair(side, has_link ? envelope->link : frame.flow), .more = has_link ? link : flow};
  }

  /// Stores the peers of a link from a message. True: they were unknown.
  bool store_ends(const facts::Envelope& envelope, const facts::Item& item) {
    const facts::Route& route = item.route();
    const bool is_between_ends = !route.relayed && route.source > 0 && route.target_known && route.target > 0;
    if (!envelope.has_link || !is_message(item.kind) || !is_between_ends) return false;
    const auto [known, is_new] = ends_.try_emplace(envelope.link);
    const End sender = {.id = route.source, .name = route.source_name};
    const End receiver = {.id = route.target, .name = route.target_name};
    *known = envelope.from_client ? Ends{sender, receiver} : Ends{receiver, sender};
    return is_new;
  }

  [[nodiscard]] bool has_known_ends(const facts::Envelope& envelope) const { return known_ends(&envelope) != nullptr; }

  /// The names of a link's ends while the peers are unknown: the client, the server.
  Key unknown_ends(std::uint32_t link) {
    const std::string name = "ENet " + std::to_string(link);
    return {keep((name + " client").c_str()), keep((name + " server").c_str()), nothing};
  }
  Key ends_of(std::uint32_t link) {
    const auto& [client, server] = *ends_.find(link);
    return {peer(client.id, true, client.name), peer(server.id, true, server.name), nothing};
  }

  /// Whether a message's parts may belong to different rows.
  [[nodiscard]] bool by_part() const noexcept {
    return options_.by == By::name || options_.by == By::node || options_.by == By::scene;
  }

  [[nodiscard]] const char* shown(const char* name) const {
    const auto found = groups_.find(name);
    return found != groups_.end() ? found->second.shown.c_str() : name;
  }

  /// The addition that distinguishes a group from another one with the same name; empty: none is needed.
  [[nodiscard]] std::string kin(const char* name) const {
    const auto found = groups_.find(name);
    const bool has_kin = found != groups_.end() && found->second.kin != nullptr;
    return has_kin ? std::string(" (") + found->second.kin + ")" : std::string();
  }

 private:
  const char* keep(const char* text) { return text != nullptr ? texts_.keep(text).text : nothing; }

  /// The same for interned names of facts: equal texts have one pointer.
  const char* keep_name(const char* name) {
    if (name == nullptr) return nothing;
    const auto [found, is_new] = names_.try_emplace(name, nullptr);
    if (is_new) found->second = keep(name);
    return found->second;
  }

  const char* number(std::uint64_t value) {
    const auto [found, is_new] = numbers_.try_emplace(value, nullptr);
    if (is_new) found->second = keep(std::to_string(value).c_str());
    return found->second;
  }

  /// The group of a part's node, by which the row identifies it. A node stays in its first group, also if some of its
  /// messages tell its scene and others do not: the rows' filters know it by its path.
  const char* node(const facts::Item& item, const facts::Part* part) {
    if (part == nullptr || part->node == nullptr) return nothing;
    const char* path = keep_name(part->node);
    if (options_.nodes_apart) return path;
    const char* kin = kin_of(item, *part);
    const auto [own, is_first] = group_of_.try_emplace(path, nullptr);
    if (!is_first) return own->second;
    // No path begins with a slash.
    const char* group = keep(kin != nullptr ? ('/' + std::string(kin)).c_str() : report::pattern_of(path).c_str());
    const auto [found, is_new] = groups_.try_emplace(group, Group{kin, path});
    Group& nodes = found->second;
    if (!is_new) nodes.shown = report::common_path(nodes.shown, path);
    own->second = group;
    return group;
  }

  /// Records the scene of a spawned node, for messages about it and about nodes below it.
  const char* kin_of(const facts::Item& item, const facts::Part& part) {
    const bool is_spawned =
        item.kind == facts::Kind::spawn || item.kind == facts::Kind::despawn || item.kind == facts::Kind::sync;
    if (is_spawned && part.kin != nullptr) return kins_.try_emplace(keep(part.node), part.kin).first->second;
    const std::string_view path = part.node;
    constexpr int most_levels = 16;  // nodes deeper below a spawned one are not grouped
    std::size_t end = kins_.empty() ? 0 : path.size();
    for (int level = 0; level != most_levels && end != 0 && end != std::string_view::npos; ++level) {
      const auto known = kins_.find(texts_.find(path.substr(0, end)).text);
      if (known != kins_.end())
        return end == path.size() ? known->second : keep((known->second + std::string(path.substr(end))).c_str());
      end = path.rfind('/', end - 1);
    }
    return part.kin;
  }

  const char* peer(std::int32_t id, bool known, const char* name) {
    if (name != nullptr && id >= 0) return keep_name(name);
    return keep(peer_name(id, known, name).c_str());
  }

  struct End {
    std::int32_t id = 0;
    const char* name = nullptr;
  };
  using Ends = std::pair<End, End>;  // the client, the server

  [[nodiscard]] const Ends* known_ends(const facts::Envelope* envelope) const {
    const bool is_enet = envelope != nullptr && envelope->has_link && envelope->transport == facts::Transport::enet;
    return is_enet ? ends_.find(envelope->link) : nullptr;
  }

  Key peers(const facts::Frame& frame, const facts::Envelope* envelope, const facts::Item& item) {
    const facts::Route& route = item.route();
    if (route.source != 0 || route.target_known) {
      return {peer(route.source, route.source != 0, route.source_name),
              peer(route.target, route.target_known, route.target_name), nothing};
    }
    if (envelope == nullptr || !envelope->has_link) {
      const std::string flow = (frame.carrier == facts::Carrier::udp ? "UDP " : "TCP ") + std::to_string(frame.flow);
      return {keep((flow + (frame.side == 0 ? " first" : " second")).c_str()),
              keep((flow + (frame.side == 0 ? " second" : " first")).c_str()), nothing};
    }
    const Key ends = known_ends(envelope) != nullptr ? ends_of(envelope->link) : unknown_ends(envelope->link);
    return envelope->from_client ? ends : Key{ends[1], ends[0], nothing};
  }

  Options options_;
  TextPool texts_;
  std::unordered_map<const char*, const char*> names_;  // by the facts' name
  std::unordered_map<std::uint64_t, const char*, NumberHash> numbers_;
  std::unordered_map<const char*, Group> groups_;
  std::unordered_map<const char*, const char*> group_of_;  // by the node's path
  HashTable<std::uint32_t, Ends, NumberHash> ends_;        // by the number of ENet's link
  std::unordered_map<const char*, const char*> kins_;      // of nodes, by their paths as stored here
};

}  // namespace godot::analysis::profile
