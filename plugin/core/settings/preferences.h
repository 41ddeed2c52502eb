// SPDX-License-Identifier: GPL-2.0-or-later
// The preferences under Edit > Preferences > Protocols > Godot.
#pragma once

#include "analysis/message/items/value_texts.h"
#include "codec/variant/recognise.h"
#include "plugin/core/register/field_registration.h"

namespace godot::plugin {

/// Registers those of this file.
void register_preferences();

/// The module to which other files add preferences.
[[nodiscard]] module_t* preferences_module() noexcept;

/// The readings that `dialect`, `double_precision` and `as_documented` leave open.
[[nodiscard]] variant::Readings allowed_readings() noexcept;

/// What the user set: each function has the preference's name, whose row says what it means.
namespace preferences {

/// The dialect that Variants are read in; null: it is recognised.
[[nodiscard]] const variant::Dialect* dialect() noexcept;
[[nodiscard]] std::uint32_t export_objects_from() noexcept;

#define GODOT_FLAG(name, ...) [[nodiscard]] bool name() noexcept;
#include "plugin/core/settings/preferences.def"

}  // namespace preferences

/// How values are shown: text_limit, max_elements, hex_bytes.
[[nodiscard]] analysis::items::Display display() noexcept;

/// Ports that bypass heuristics. `moved` is called at once, and when a range changes, with the tables to update.
struct PortRanges {
  range_t* udp;
  range_t* tcp;
  range_t* debug;  ///< TCP; the debugger takes packets whose bytes prove it
  range_t* files;  ///< TCP; the remote file system takes packets that begin like it
};
[[nodiscard]] PortRanges port_ranges() noexcept;
void when_ports_change(void (*moved)());

}  // namespace godot::plugin
