// SPDX-License-Identifier: GPL-2.0-or-later
// Converts the data of Wireshark's transport taps to facts.
#pragma once

#include "analysis/facts/facts.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// The flow of a datagram, from the data of UDP's tap.
[[nodiscard]] analysis::facts::Frame frame_of(const packet_info* pinfo, const e_udphdr& header);

/// The flow of a segment, from the data of TCP's tap.
[[nodiscard]] analysis::facts::Frame frame_of(const packet_info* pinfo, const tcp_info_t& header);

/// Segments that TCP's tap reports while packets are dissected. It listens from the first use on: the tap costs time.
class SegmentTap {
 public:
  [[nodiscard]] bool listens() const noexcept { return id_ >= 0; }
  /// `reset`: when a pass begins. `add`: for each segment.
  void listen(tap_reset_cb reset, tap_packet_cb add) {
    if (listens()) return;
    id_ = find_tap_id("tcp");
    GString* error = register_tap_listener("tcp", this, nullptr, TL_IS_DISSECTOR_HELPER, reset, add, nullptr, nullptr);
    if (error != nullptr) g_string_free(error, TRUE);
  }
  /// The frame's segment of this index; null: it has no more.
  [[nodiscard]] const tcp_info_t* segment(int index) const {
    return static_cast<const tcp_info_t*>(fetch_tapped_data(id_, index));
  }

 private:
  int id_ = -1;
};

}  // namespace godot::plugin
