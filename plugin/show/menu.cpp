// SPDX-License-Identifier: GPL-2.0-or-later
// Entries under Tools > Godot that open what is elsewhere in Wireshark's menus, and the documentation.
#include <string>

#include "analysis/questions/problems.h"
#include "analysis/report/report.h"
#include "plugin/core/bridge.h"
#include "plugin/show/tables.h"
#include "plugin/show/text_window.h"

namespace godot::plugin {
namespace {

std::string as_table(const analysis::report::Report& report) {
  return analysis::report::text_by(analysis::report::write_text, report);
}

void show_problems() { show_table("godot,problems", analysis::problems::as_list); }
void show_profile() { show_table("godot,profile", as_table); }

constexpr const char* guide =
    R"(Where to look
  a packet                      the first lines below Godot Multiplayer: Why, and What to do
  Tools > Godot > Problems      what does not arrive, and the remedy; a row's filter finds its packets
  Tools > Godot > Network profile   which nodes, calls and properties use the bandwidth
  Tools > Godot > Report...     one HTML file: problems, connections, costs, timeline, replay
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

#ifdef GODOT_DOCUMENTATION
constexpr const char* installed = GODOT_DOCUMENTATION;
#else
constexpr const char* installed = "";
#endif

void show_documentation() {
  std::string text = guide;
  text += "\nAll pages: ";
  const bool is_there = *installed != '\0' && g_file_test(installed, G_FILE_TEST_IS_DIR) != FALSE;
  text += is_there ? std::string(installed) + "/README.md\n" : "docs/README.md of the project's sources\n";
  show_text("Godot: documentation", text);
}

}  // namespace

void register_table_entries() {
  add_tool("Problems", show_problems);
  add_tool("Network profile", show_profile);
}

void register_documentation() { add_tool("Documentation", show_documentation); }

}  // namespace godot::plugin
