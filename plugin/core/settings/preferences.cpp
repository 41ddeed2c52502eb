// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/settings/preferences.h"

#include <algorithm>
#include <array>

#include "plugin/core/register/field_registration.h"

namespace godot::plugin {
namespace {

constexpr int automatic = -1;

std::array<void (*)(), 3> ports_changed = {};  // one for each preference of ports
module_t* module = nullptr;

const enum_val_t dialect_values[] = {
    {"auto", "Automatic", automatic},
    {"godot2", "Godot 2", static_cast<gint>(variant::Generation::godot2)},
    {"godot3", "Godot 3", static_cast<gint>(variant::Generation::godot3)},
    {"godot4", "Godot 4, and Redot but for its structs", static_cast<gint>(variant::Generation::godot4)},
    {"redot", "Redot", static_cast<gint>(variant::Generation::redot)},
    {"redot-docs", "As Redot's document has it (no engine)", static_cast<gint>(variant::Generation::redot_docs)},
    {nullptr, nullptr, 0},
};

const enum_val_t double_precision_values[] = {
    {"auto", "Automatic", automatic},
    {"single", "Single precision", static_cast<gint>(variant::Precision::single_)},
    {"double", "Double precision", static_cast<gint>(variant::Precision::double_)},
    {nullptr, nullptr, 0},
};

#define GODOT_PREFERENCES "plugin/core/settings/preferences.def"
#include "plugin/core/settings/chosen.inc"

variant::CandidateSet allowed_candidates() noexcept {
  variant::CandidateSet set = variant::all_candidates;
  if (chosen.dialect != automatic) set &= variant::candidates_of(static_cast<variant::Generation>(chosen.dialect));
  if (chosen.double_precision != automatic)
    set &= variant::candidates_of(static_cast<variant::Precision>(chosen.double_precision));
  return set;
}

void apply() {
  for (void (*moved)() : ports_changed) {
    if (moved != nullptr) moved();
  }
}

}  // namespace

void begin_preferences() { module = prefs_register_protocol(protocols.godot, apply); }

void register_preferences() { register_chosen(module); }

module_t* preferences_module() noexcept { return module; }

variant::Readings allowed_readings() noexcept { return {allowed_candidates(), preferences::as_documented()}; }

namespace preferences {

const variant::Dialect* dialect() noexcept {
  return chosen.dialect == automatic ? nullptr : &variant::dialect(static_cast<variant::Generation>(chosen.dialect));
}
std::uint32_t export_objects_from() noexcept { return chosen.export_objects_from; }
#define GODOT_FLAG(name, ...) \
  bool name() noexcept { return chosen.name != FALSE; }
#include "plugin/core/settings/preferences.def"

}  // namespace preferences

analysis::items::Display display() noexcept {
  return {chosen.text_limit == 0 ? variant::no_text_limit : chosen.text_limit, chosen.max_elements,
          chosen.hex_bytes == 0 ? variant::no_hex_bytes : chosen.hex_bytes};
}

PortRanges port_ranges() noexcept { return {ranges.udp, ranges.tcp, ranges.debug, ranges.files}; }

void when_ports_change(void (*moved)()) {
  *std::find(ports_changed.begin(), ports_changed.end(), nullptr) = moved;
  moved();
}

}  // namespace godot::plugin
