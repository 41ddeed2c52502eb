// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/preferences.h"

#include "base/time.h"
#include "plugin/core/register/field_registration.h"

namespace godot::plugin::enet {
namespace {

const enum_val_t checksum_values[] = {
    {"auto", "Automatic", static_cast<gint>(Checksum::automatic)},
    {"absent", "Absent", static_cast<gint>(Checksum::absent)},
    {"present", "Present", static_cast<gint>(Checksum::present)},
    {nullptr, nullptr, 0},
};

#define GODOT_PREFERENCES "plugin/enet/preferences.def"
#include "plugin/core/settings/chosen.inc"

}  // namespace

void register_preferences(void (*changed)()) {
  register_chosen(prefs_register_protocol(plugin::protocols.enet, changed));
}

namespace preferences {

range_t* udp_ports() noexcept { return ranges.udp; }
range_t* follow_channels() noexcept { return ranges.channels; }
#define GODOT_FLAG(name, ...) \
  bool name() noexcept { return chosen.name != FALSE; }
#include "plugin/enet/preferences.def"
std::int64_t held_limit() noexcept { return chosen.held_limit * analysis::millisecond; }
Checksum checksum() noexcept { return static_cast<Checksum>(chosen.checksum); }

}  // namespace preferences

}  // namespace godot::plugin::enet
