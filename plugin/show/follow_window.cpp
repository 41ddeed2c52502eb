// SPDX-License-Identifier: GPL-2.0-or-later
// Follow from Tools > Godot, in a window with UTF-8 text: for versions of Wireshark whose Follow menu lists only
// built-in protocols.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>

#include "plugin/core/follow.h"
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

extern "C" {
static tap_packet_status search(void* data, packet_info* pinfo, epan_dissect_t*, const void* event, tap_flags_t) {
  auto& wanted = *static_cast<Search*>(data);
  if (pinfo->num != wanted.frame || wanted.filter != nullptr) return TAP_PACKET_DONT_REDRAW;
  wanted.filter = wanted.wish->filter_of(pinfo, event);
  if (wanted.filter != nullptr && wanted.wish->prepare != nullptr) wanted.wish->prepare(wanted.info, pinfo, event);
  return TAP_PACKET_DONT_REDRAW;
}
}

/// Passes all packets to a listener once; false if it cannot be registered.
bool let_pass(const char* tap, void* data, const char* filter, tap_packet_cb listener) {
  GString* error = register_tap_listener(tap, data, filter, TL_REQUIRES_NOTHING, nullptr, listener, nullptr, nullptr);
  if (error != nullptr) {
    g_string_free(error, TRUE);
    return false;
  }
  tap_again();
  remove_tap_listener(data);
  return true;
}

void append_hex(std::string& text, const guint8* bytes, std::size_t size) {
  constexpr std::size_t width = 16;
  for (std::size_t begin = 0; begin < size; begin += width) {
    char piece[24];
    std::snprintf(piece, sizeof piece, "%06zx ", begin);
    text += piece;
    for (std::size_t i = begin; i != begin + width; ++i) {
      std::snprintf(piece, sizeof piece, i < size ? " %02x" : "   ", i < size ? unsigned{bytes[i]} : 0U);
      text += piece;
    }
    text += "  ";
    for (std::size_t i = begin; i < std::min(begin + width, size); ++i)
      text += g_ascii_isprint(static_cast<gchar>(bytes[i])) != 0 ? static_cast<char>(bytes[i]) : '.';
    text += '\n';
  }
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
      append_hex(text, record->data->data, record->data->len);
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
  if (wanted.frame == 0 || !let_pass(wish.found_by, &wanted, nullptr, search) || wanted.filter == nullptr) {
    show_text(wish.title, wish.none);
  } else {
    let_pass(wish.tap, info, wanted.filter, wish.on_packet);
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
