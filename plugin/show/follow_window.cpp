// SPDX-License-Identifier: GPL-2.0-or-later
// Follow from Tools > Godot, in a window with UTF-8 text: for versions of Wireshark whose Follow menu lists only
// built-in protocols.
#include <cstdint>
#include <string>

#include "answers/tables/hex.h"
#include "plugin/core/flows/follow.h"
#include "plugin/show/listener.h"
#include "plugin/show/text_window.h"

namespace godot::plugin {
namespace {

using follow::WindowFollow;

/// The search for the conversation of the selected packet.
struct Search {
  const WindowFollow* wish;
  std::uint32_t frame;
  follow_info_t* info;
  char* filter = nullptr;
};

tap_packet_status search(void* data, packet_info* pinfo, epan_dissect_t*, const void* event, tap_flags_t) {
  auto& wanted = *static_cast<Search*>(data);
  if (pinfo->num != wanted.frame || wanted.filter != nullptr) return TAP_PACKET_DONT_REDRAW;
  wanted.filter = wanted.wish->filter_of(pinfo, event);
  if (wanted.filter != nullptr && wanted.wish->prepare != nullptr) wanted.wish->prepare(wanted.info, pinfo, event);
  return TAP_PACKET_DONT_REDRAW;
}

/// The followed conversation as text; frees the records.
std::string text_of(follow_info_t* info, bool lines) {
  std::string text;
  for (GList* entry = g_list_last(info->payload); entry != nullptr; entry = g_list_previous(entry)) {
    auto* record = static_cast<follow_record_t*>(entry->data);
    if (lines) {
      text.append(reinterpret_cast<const char*>(record->data->data), record->data->len);
    } else {
      text += record->is_server != 0 ? "From the server, frame " : "From the client, frame ";
      text += std::to_string(record->packet_num) + ", " + std::to_string(record->data->len) + " bytes\n";
      analysis::report::append_hex(text, {record->data->data, record->data->len});
    }
    g_byte_array_free(record->data, TRUE);
    g_free(record);
  }
  g_list_free(info->payload);
  free_address(&info->client_ip);
  free_address(&info->server_ip);
  return text;
}

/// Follows the conversation of the selected packet.
void follow_in_window(const void* row) {
  const WindowFollow& wish = *static_cast<const WindowFollow*>(row);
  auto* info = g_new0(follow_info_t, 1);
  Search wanted = {.wish = &wish, .frame = bridge::selected_packet(), .info = info};
  const bool is_found = wanted.frame != 0 &&
                        listen_once({.tap = wish.found_by, .data = &wanted, .add = search}).empty() &&
                        wanted.filter != nullptr;
  if (!is_found) {
    show_text(wish.title, wish.none);
  } else {
    (void)listen_once({.tap = wish.tap, .data = info, .filter = wanted.filter, .add = wish.on_packet});
    const std::string full = std::string(wish.title) + ": " + wanted.filter;
    show_text(full.c_str(), text_of(info, wish.lines));
    if (wish.forget != nullptr) wish.forget(info);
  }
  g_free(wanted.filter);
  g_free(info);
}

}  // namespace

void register_follow_windows() {
  follow::show_offers_by([](const WindowFollow& offer) {
    // Until the program ends.
    add_tool(offer.title, follow_in_window, new WindowFollow(offer));
  });
}

}  // namespace godot::plugin
