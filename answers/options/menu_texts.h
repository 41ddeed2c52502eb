// SPDX-License-Identifier: MIT
// Texts of the menu Tools > Godot: its submenus, and the window of documentation. Titles of tables are in
// answers/options/tables/z_tables.cpp and tables.h of answers/libraries, those of other entries where they are
// added (add_tool() in plugin).
#pragma once

#include <string>
#include <string_view>

namespace godot::analysis {

/// The submenu of a table: what the tables whose names begin so are for.
[[nodiscard]] constexpr const char* task_of(std::string_view table) noexcept {
  if (table.starts_with("godot,profile")) return "What costs how much";
  if (table.starts_with("godot,problems")) return "What does not arrive";
  if (table.starts_with("godot,sync")) return "What is synchronized";
  return table.starts_with("enet,") ? "How connections do" : "Rollback";  // the last one: of libraries of games
}

/// The window of Tools > Godot > Documentation: where to look.
inline constexpr const char* guide =
    R"(Where to look
  a packet                      the first lines below Godot Multiplayer: Why, and What to do
  Tools > Godot > Problems      what does not arrive, and the remedy; a row's filter finds its packets
  Tools > Godot > Network profile   which nodes, calls and properties use the bandwidth
  Tools > Godot > Report...     one HTML file: problems, connections, costs, timeline, replay
  Tools > Godot > Open in the browser   the page that makes this report of any capture, for those without Wireshark
  Tools > Godot > State at this packet   what each player had been sent of each node
  Tools > Godot > Plot a property...     numbers of the game as curves
  Analyze > Follow              a game as text

Names
  Tools > Godot > Project folder...      methods, arguments and properties by name

Filters
  godot.problem                          everything that does not arrive
  godot.rpc.text contains "Player.move"  calls
  godot.sync.text contains "Player"      states
  godot.from == "server"                 what one peer sends
  enet.analysis.retransmission           what was lost and sent again
)";

/// The window's text. `folder`: where the pages are installed; empty: nowhere.
[[nodiscard]] inline std::string documentation(std::string_view folder) {
  const std::string pages =
      folder.empty() ? "docs/README.md of the project's sources" : std::string(folder) + "/README.md";
  return std::string(guide) + "\nAll pages: " + pages + "\n";
}

}  // namespace godot::analysis
