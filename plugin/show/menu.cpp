// SPDX-License-Identifier: GPL-2.0-or-later
// Entries under Tools > Godot whose windows show a text: tables, the state at a packet, the documentation.
#include <string>

#include "answers/options/menu_texts.h"
#include "answers/options/options.h"
#include "answers/questions/problems/problems_table.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/epan/frames.h"
#include "plugin/show/requests.h"
#include "plugin/show/text_window.h"
#include "plugin/show/toolbar.h"

namespace godot::plugin {
namespace {

/// The table of all packets: Wireshark's own window, which the menu Statistics opens, cannot be opened from here, and
/// cuts long cells.
void show_table(const analysis::StatisticsTable& table, analysis::report::Writer write) {
  const auto request = analysis::make_table_request(table, write);
  std::string text;
  answer(*request, analysis::extent_of(table), text);
  show_text(table.title, text);
}

void show_problems() {
  show_table(analysis::statistics_table("godot,problems"),
             [](const analysis::report::Report& report, const analysis::report::Output& out) {
               out(analysis::problems::as_list(report));
             });
}
void show_profile() { show_table(analysis::statistics_table("godot,profile"), analysis::report::write_text); }

/// The menu Statistics, where Wireshark's own windows of them are, has all of them in one list, and no submenus.
void register_by_task(const analysis::StatisticsTable& table) {
  const std::string title = std::string("Tables/") + analysis::task_of(table.name) + '/' + table.title;
  add_tool(
      title.c_str(),
      [](const void* data) {
        show_table(*static_cast<const analysis::StatisticsTable*>(data), analysis::report::write_text);
      },
      &table);
}

void show_state_at(std::uint32_t frame, bool differences) {
  if (frame == 0) return show_text("State at this packet", "No packet is selected.");
  const auto request = analysis::make_state_request(frame, differences);
  std::string text;
  answer(*request, analysis::Extent::texts, text);
  const std::string title = (differences ? "Godot: differences at packet " : "Godot: state at packet ");
  show_text((title + std::to_string(frame)).c_str(), text);
}

void show_differences() { show_state_at(frame_numbers.among_all(bridge::selected_packet()), true); }

#ifdef GODOT_DOCUMENTATION
constexpr const char* installed = GODOT_DOCUMENTATION;
#else
constexpr const char* installed = "";
#endif

void show_documentation() {
  const bool is_there = *installed != '\0' && g_file_test(installed, G_FILE_TEST_IS_DIR) != FALSE;
  show_text("Godot: documentation", analysis::documentation(is_there ? installed : ""));
}

}  // namespace

void show_state() { show_state_at(frame_numbers.among_all(bridge::selected_packet()), false); }

void register_table_entries() {
  add_tool("Problems", show_problems);
  add_tool("Network profile", show_profile);
  for (const analysis::StatisticsTable& table : analysis::statistics_tables()) register_by_task(table);
}

void register_state_entries() {
  add_tool("State at this packet", show_state);
  add_tool("State at this packet, differences only", show_differences);
}

void register_documentation() { add_tool("Documentation", show_documentation); }

}  // namespace godot::plugin
