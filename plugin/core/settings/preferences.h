// SPDX-License-Identifier: GPL-2.0-or-later
// The preferences under Edit > Preferences > Protocols > Godot.
#pragma once

#include "analysis/message/items/value_texts.h"
#include "codec/variant/recognise.h"
#include "plugin/core/register/fields.h"

namespace godot::plugin {

/// Registers those of this file.
void register_preferences();

/// The module to which other files add preferences.
[[nodiscard]] module_t* preferences_module() noexcept;

/// The dialect that the user set, or null for automatic.
[[nodiscard]] const variant::Dialect* preferred_dialect() noexcept;

/// The readings that the preferences leave open.
[[nodiscard]] variant::CandidateSet allowed_candidates() noexcept;
[[nodiscard]] variant::Readings allowed_readings() noexcept;

/// True if values are read as the format's documentation describes them.
[[nodiscard]] bool reads_documents() noexcept;

/// True if flow graphs include frequent messages (synchronisation), too.
[[nodiscard]] bool draws_everything() noexcept;

/// True if peers get names derived from the traffic, not only ids.
[[nodiscard]] bool names_peers() noexcept;

/// True if Follow shows synchronisation, and all nodes of a message, however many.
[[nodiscard]] bool follows_sync() noexcept;
[[nodiscard]] bool follows_all_nodes() noexcept;

/// True if names are read from the project whose folder a recording names.
[[nodiscard]] bool reads_recorded_project() noexcept;

/// True if each node has separate rows in profiles.
[[nodiscard]] bool keeps_nodes_apart() noexcept;

/// How values are shown.
[[nodiscard]] analysis::items::Display display() noexcept;

/// Ports that bypass heuristics. `moved` is called when a range changes, with the tables to update.
struct PortRanges {
  range_t* udp;
  range_t* tcp;
  range_t* debug;  ///< TCP; the debugger takes packets whose bytes prove it
  range_t* files;  ///< TCP; the remote file system takes packets that begin like it
};
[[nodiscard]] const PortRanges& port_ranges() noexcept;
void on_ports_changed(void (*moved)());

}  // namespace godot::plugin
