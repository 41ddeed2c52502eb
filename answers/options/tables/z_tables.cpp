// SPDX-License-Identifier: MIT
#include "answers/options/tables/z_tables.h"

#include <algorithm>
#include <iterator>

#include "answers/questions/advice/advice.h"
#include "answers/questions/connections/enet_streams.h"
#include "answers/questions/problems/problems_table.h"
#include "answers/questions/profile/profile.h"
#include "answers/questions/states/synchronizers.h"
#include "answers/tables/library_tables.h"

namespace godot::analysis {
namespace {

using report::TableOptions;
using Answer = std::unique_ptr<report::Question>;
using Profile = profile::By;
using Synchronizers = sync::By;

template <Profile by>
Answer make(const TableOptions& options) {
  return profile::make_profile({.by = by, .nodes_apart = options.nodes_apart}, options.shared);
}
Answer make_of_each_node(const TableOptions& options) {
  return profile::make_profile({.nodes_apart = true}, options.shared);
}
Answer make_of_each_path(const TableOptions& options) {
  return profile::make_profile({.by = Profile::node, .nodes_apart = true}, options.shared);
}
template <Synchronizers by>
Answer make(const TableOptions& options) {
  return sync::make_synchronizers(by, options.shared);
}
Answer make_problems(const TableOptions& options) { return problems::make_problems(options.masked); }
Answer make_advice(const TableOptions&) { return advice::make_advice(); }
Answer make_streams(const TableOptions&) { return streams::make_streams(); }

// clang-format off
constexpr StatisticsTable tables[] = {
    {"godot,profile", "Godot Network Profile", make<Profile::name>, false, 3, "Who costs what: by kind, node and member", true},
    {"godot,profile,nodes", "Godot Network Profile by Node", make_of_each_node, false, 4, "The same, each node apart"},
    {"godot,profile,kinds", "Godot Network Profile by Kind", make<Profile::kind>},
    {"godot,profile,paths", "Godot Network Profile by Path", make_of_each_path},
    {"godot,profile,peers", "Godot Network Profile by Peers", make<Profile::peers>, false, 5, "By peers"},
    {"godot,profile,channels", "Godot Network Profile by Channel", make<Profile::channel>, false, 6, "By channel"},
    {"godot,profile,scenes", "Godot Network Profile by Scene", make<Profile::scene>, false, 7, "By scene"},
    {"godot,problems", "Godot Problems", make_problems, true, 1, "Problems", true},
    {"godot,profile,seconds", "Godot Network Profile by Second", make<Profile::second>, false, 8, "By second"},
    {"godot,sync", "Godot Synchronizers", make<Synchronizers::synchronizer>, false, 9, "Synchronizers"},
    {"godot,sync,properties", "Godot Synchronized Properties", make<Synchronizers::property>, false, 10, "Synchronized properties"},
    {"godot,advice", "Godot Advice", make_advice, false, 0, nullptr, false, true},
#define GODOT_LIBRARY_TABLE(maker, name, title, place, heading) {name, title, maker, false, place, heading},
#include "analysis/libraries.def"
    {"enet,streams", "ENet Streams", make_streams, false, 2, "ENet's connections", true},
};
// clang-format on

}  // namespace

std::span<const StatisticsTable> statistics_tables() noexcept { return tables; }

const StatisticsTable& statistics_table(std::string_view name) noexcept {
  return *std::find_if(std::begin(tables), std::end(tables) - 1,
                       [name](const StatisticsTable& each) { return each.name == name; });
}

}  // namespace godot::analysis
