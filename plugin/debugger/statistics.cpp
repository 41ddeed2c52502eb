// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/debugger/statistics.h"

#include "codec/debugger/walk.h"
#include "plugin/core/epan/time.h"
#include "plugin/core/register/fields.h"
#include "plugin/core/register/statistics.h"

namespace godot::plugin::debug {
namespace {

constexpr const char* debug_tap = "godot_debug";
Statistics<MessageTap> statistics(debug_tap, "Godot" GODOT_MENU_SEPARATOR "Debugger");

extern "C" {

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
  statistics.register_tree();
  register_srt_table(protocols.debug, debug_tap, 1, count_response_times, begin_response_times, nullptr);
}

void tap_message(packet_info* pinfo, const MessageTap* message) { statistics.queue(pinfo, message); }

}  // namespace godot::plugin::debug
