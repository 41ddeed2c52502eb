// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/debugger/statistics.h"

#include <initializer_list>

#include "plugin/core/epan/time.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/register/statistics.h"

namespace godot::plugin::debug {
namespace {

constexpr const char* from_game = "Game to editor";
constexpr const char* from_editor = "Editor to game";
constexpr const char* by_version = "Messages by framing";
constexpr const char* errors = "Errors";
constexpr const char* warnings = "Warnings";
constexpr const char* malformed = "Malformed messages";

constexpr const char* debug_tap = "godot_debug";
Statistics statistics(debug_tap, "Godot" GODOT_MENU_SEPARATOR "Debugger");
int game_node = -1;
int editor_node = -1;
int version_node = -1;

extern "C" {

void begin_debug_count(stats_tree* tree) {
  game_node = stats_tree_create_node(tree, from_game, 0, STAT_DT_INT, TRUE);
  editor_node = stats_tree_create_node(tree, from_editor, 0, STAT_DT_INT, TRUE);
  version_node = stats_tree_create_node(tree, by_version, 0, STAT_DT_INT, TRUE);
  for (const char* name : {errors, warnings, malformed}) stats_tree_create_node(tree, name, 0, STAT_DT_INT, FALSE);
}

/// The numbers beside a message are its sizes.
tap_packet_status count_debug_message(stats_tree* tree, packet_info*, epan_dissect_t*, const void* event, tap_flags_t) {
  const auto* message = static_cast<const MessageTap*>(event);
  const auto size = static_cast<gint>(message->size);
  const int rows = message->to_editor ? game_node : editor_node;
  count_sized(tree, message->to_editor ? from_game : from_editor, rows, bounded_row(tree, rows, message->name), size);
  count_one(tree, by_version, version_node, message->version);
  if (message->is_error) tick_stat_node(tree, errors, 0, FALSE);
  if (message->is_warning) tick_stat_node(tree, warnings, 0, FALSE);
  if (message->is_malformed) tick_stat_node(tree, malformed, 0, FALSE);
  return TAP_PACKET_REDRAW;
}

// --- Service response times: requests until they are answered --------------------------------------------------------

void begin_response_times(register_srt_t*, GArray* tables) {
  const auto count = static_cast<int>(debugger::question_count());
  srt_stat_table* table =
      init_srt_table("Godot debugger: requests until answered", "Debugger", tables, count, "Request", nullptr, nullptr);
  for (int i = 0; i != count; ++i)
    init_srt_table_row(table, i, debugger::request_name(static_cast<unsigned>(i)).data());
}

tap_packet_status count_response_times(void* data, packet_info* pinfo, epan_dissect_t*, const void* event,
                                       tap_flags_t) {
  const auto* times = static_cast<const srt_data_t*>(data);
  const auto* message = static_cast<const MessageTap*>(event);
  if (message->answers == nullptr) return TAP_PACKET_DONT_REDRAW;
  const nstime_t begin = nstime(message->answers->request_time);
  add_srt_table_data(g_array_index(times->srt_array, srt_stat_table*, 0), static_cast<int>(message->answers->question),
                     &begin, pinfo);
  return TAP_PACKET_REDRAW;
}

}  // extern "C"
}  // namespace

void register_debug_statistics() {
  statistics.register_tree(count_debug_message, begin_debug_count);
  register_srt_table(protocols.debug, debug_tap, 1, count_response_times, begin_response_times, nullptr);
}

void tap_message(packet_info* pinfo, const MessageTap* message) { statistics.queue(pinfo, message); }

}  // namespace godot::plugin::debug
