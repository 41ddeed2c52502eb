// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/preferences.h"

#include "base/time.h"
#include "plugin/core/register/fields.h"
#include "plugin/enet/follow.h"

namespace godot::plugin::enet {
namespace {

// Wireshark writes these when the user changes them.
range_t* udp_ports = nullptr;
bridge::Bool track_sequence = true;
bridge::Bool reassembly = true;
bridge::Bool decompression = true;
unsigned held_milliseconds = 100;
int checksum_choice = static_cast<int>(Checksum::automatic);

const enum_val_t checksum_values[] = {
    {"auto", "Automatic", static_cast<gint>(Checksum::automatic)},
    {"absent", "Absent", static_cast<gint>(Checksum::absent)},
    {"present", "Present", static_cast<gint>(Checksum::present)},
    {nullptr, nullptr, 0},
};

}  // namespace

void register_preferences(void (*changed)()) {
  constexpr guint32 max_port = 65535;
  range_convert_str(wmem_epan_scope(), &udp_ports, "", max_port);
  module_t* module = prefs_register_protocol(plugin::protocols.enet, changed);
  prefs_register_range_preference(module, "udp_ports", "UDP ports", "Datagrams from or to these ports are always ENet",
                                  &udp_ports, max_port);
  prefs_register_bool_preference(
      module, "track_sequence", "Track sequence numbers",
      "Link commands with their acknowledgements, and find retransmissions, duplicates, losses and round trip times",
      &track_sequence);
  prefs_register_bool_preference(module, "reassemble", "Reassemble fragments",
                                 "Reassemble messages that were sent in fragments", &reassembly);
  prefs_register_bool_preference(module, "decompress", "Decompress",
                                 "Decompress datagrams: range coder, FastLZ, zlib and zstd, detected by trying",
                                 &decompression);
  prefs_register_uint_preference(module, "held_limit", "Longest wait behind a loss, in ms",
                                 "Report a message that waits at its receiver for a lost one at least this long", 10,
                                 &held_milliseconds);
  prefs_register_enum_preference(module, "checksum", "Checksum",
                                 "Whether datagrams have a checksum. Automatic detects it by trying; Godot has none.",
                                 &checksum_choice, checksum_values, FALSE);
  register_follow_preference(module);
}

range_t* preferred_ports() noexcept { return udp_ports; }
bool tracks_sequence() noexcept { return track_sequence != 0; }
bool reassembles() noexcept { return reassembly != 0; }
bool decompresses() noexcept { return decompression != 0; }
std::int64_t held_limit() noexcept { return held_milliseconds * analysis::millisecond; }
Checksum preferred_checksum() noexcept { return static_cast<Checksum>(checksum_choice); }

}  // namespace godot::plugin::enet
