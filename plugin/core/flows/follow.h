// SPDX-License-Identifier: GPL-2.0-or-later
// The shared part of all Follow features: messages in order of delivery to their receivers, reassembled, without
// retransmissions. Transports report each message as it comes; Follow > ENet (plugin/enet/follow.h) shows their bytes,
// Follow > Godot (plugin/multiplayer/follow.cpp) one line for each.
#pragma once

#include "analysis/enet/delivery/delivery.h"
#include "analysis/link/link.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin::follow {

inline constexpr const char* bytes_tap = "enet_follow";
inline constexpr const char* lines_tap = "godot_follow";

/// A message that has arrived, or an acknowledgement of one that is not in the capture.
struct Event {
  const analysis::Link* link = nullptr;
  bool from_client = false;  ///< of the message, or of the acknowledged one
  bool missed = false;       ///< an acknowledgement: `message` has its channel and reliable number
  analysis::enet::Delivery::Message message;
  tvbuff_t* bytes = nullptr;
  const char* line = nullptr;  ///< text of a message of Godot's, in packet scope; null: not one
};

/// True if a follow listener is active; lines_wanted(): one that shows lines of Godot's messages.
[[nodiscard]] bool listened() noexcept;
[[nodiscard]] bool lines_wanted() noexcept;

/// Passes an event to the active listeners.
void queue(packet_info* pinfo, const Event& event);

/// What a listener shows of a message.
enum class Shows : bool { bytes, lines };

/// For listeners of the taps: adds what the event delivers to `data`, a follow_info_t.
tap_packet_status add_event(void* data, packet_info* pinfo, const Event& event, Shows shows);

/// Removes the state of a closed listener.
void forget(const follow_info_t* info);

/// A conversation that can be followed in a window with text.
struct WindowFollow {
  const char* title;  ///< of the menu's entry, and of the window
  const char* none;   ///< message if the selected packet has nothing to follow
  const char* tap;    ///< the tap of the followed messages; `on_packet` makes records of Follow from them
  tap_packet_cb on_packet;
  /// The filter for the conversation of a packet, for g_free, or null. `event`: the data of the tap `found_by`.
  char* (*filter_of)(packet_info* pinfo, const void* event) = nullptr;
  const char* found_by = "frame";  ///< the tap that is called for the selected packet
  void (*prepare)(follow_info_t*, packet_info*, const void* event) = nullptr;
  void (*forget)(const follow_info_t*) = nullptr;  ///< frees the listener's state for it
  bool lines = true;                               ///< text; false: bytes, shown as a hex dump
};

/// Offers it to the program's window, if that has one. The row is copied.
void offer_in_window(const WindowFollow& offer);
/// Sets who shows offers; call it before they are made.
void show_offers_by(void (*show)(const WindowFollow& offer));

/// The filter `what` with the addresses and ports of two ends; free it with g_free.
[[nodiscard]] char* filter_of_ends(const char* what, address* source, address* target, int source_port,
                                   int target_port);
template <const char* const& what>
char* filter_with_ends(address* source, address* target, int source_port, int target_port) {
  return filter_of_ends(what, source, target, source_port, target_port);
}

/// Streams that have numbers: `field` filters them, `number_of` finds that of a packet; negative: it belongs to none.
template <const char* const& field, int (*number_of)(packet_info*)>
struct Numbered {
  static char* filter(unsigned stream, unsigned) { return g_strdup_printf("%s eq %u", field, stream); }
  static char* filter_of_packet(epan_dissect_t*, packet_info* pinfo, unsigned* stream, unsigned*) {
    const int found = number_of(pinfo);
    if (found < 0) return nullptr;
    *stream = static_cast<unsigned>(found);
    return filter(*stream, 0);
  }
  /// The same as a WindowFollow asks for it.
  static char* found(packet_info* pinfo, const void*) {
    const int number = number_of(pinfo);
    return number >= 0 ? filter(static_cast<unsigned>(number), 0) : nullptr;
  }

  /// Offers them where Wireshark has Follow, as `its` says without its filters, and as `window` in a window.
  static void offer(int protocol, bridge::Follow its, WindowFollow window) {
    its.tap = window.tap;
    its.handler = window.on_packet;
    its.conversation_filter = filter_of_packet;
    its.index_filter = filter;
    bridge::register_follow(protocol, its);
    window.filter_of = found;
    offer_in_window(window);
  }
};

}  // namespace godot::plugin::follow
