// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/preferences.h"

#include "base/time.h"
#include "plugin/core/register/fields.h"
#include "plugin/enet/follow.h"

namespace godot::plugin::enet {
namespace {

/// Wireshark writes these when the user changes them. Each has the preference's name.
struct Chosen {
  range_t* udp_ports = nullptr;
  bridge::Bool track_sequence = true;
  bridge::Bool reassemble = true;
  bridge::Bool decompress = true;
  unsigned held_limit = 100;  ///< milliseconds; what waits longer behind a loss is remarked
  int checksum = static_cast<int>(Checksum::automatic);
};
Chosen chosen;

const enum_val_t checksum_values[] = {
    {"auto", "Automatic", static_cast<gint>(Checksum::automatic)},
    {"absent", "Absent", static_cast<gint>(Checksum::absent)},
    {"present", "Present", static_cast<gint>(Checksum::present)},
    {nullptr, nullptr, 0},
};

}  // namespace

void register_preferences(void (*changed)()) {
  constexpr guint32 max_port = 65535;
  range_convert_str(wmem_epan_scope(), &chosen.udp_ports, "", max_port);
  module_t* module = prefs_register_protocol(plugin::protocols.enet, changed);
  prefs_register_range_preference(module, "udp_ports", "UDP ports", "Datagrams from or to these ports are always ENet",
                                  &chosen.udp_ports, max_port);
  prefs_register_bool_preference(
      module, "track_sequence", "Track sequence numbers",
      "Link commands with their acknowledgements, and find retransmissions, duplicates, losses and round trip times",
      &chosen.track_sequence);
  prefs_register_bool_preference(module, "reassemble", "Reassemble fragments",
                                 "Reassemble messages that were sent in fragments", &chosen.reassemble);
  prefs_register_bool_preference(module, "decompress", "Decompress",
                                 "Decompress datagrams: range coder, FastLZ, zlib and zstd, detected by trying",
                                 &chosen.decompress);
  prefs_register_uint_preference(module, "held_limit", "Longest wait behind a loss, in ms",
                                 "Report a message that waits at its receiver for a lost one at least this long", 10,
                                 &chosen.held_limit);
  prefs_register_enum_preference(module, "checksum", "Checksum",
                                 "Whether datagrams have a checksum. Automatic detects it by trying; Godot has none.",
                                 &chosen.checksum, checksum_values, FALSE);
  register_follow_preference(module);
}

namespace preferences {

range_t* udp_ports() noexcept { return chosen.udp_ports; }
bool track_sequence() noexcept { return chosen.track_sequence != 0; }
bool reassemble() noexcept { return chosen.reassemble != 0; }
bool decompress() noexcept { return chosen.decompress != 0; }
std::int64_t held_limit() noexcept { return chosen.held_limit * analysis::millisecond; }
Checksum checksum() noexcept { return static_cast<Checksum>(chosen.checksum); }

}  // namespace preferences

}  // namespace godot::plugin::enet
