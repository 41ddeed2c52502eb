// SPDX-License-Identifier: GPL-2.0-or-later
// What users set under Edit > Preferences > Protocols > Godot.
#pragma once

#include "codec/variant/recognise.h"
#include "plugin/core/tree_sink.h"

namespace godot::plugin {

/// Registers the preferences of the protocol `godot`.
void register_preferences();

/// Where others add theirs.
[[nodiscard]] module_t* preferences_module() noexcept;

/// The dialect that the user set, or null for automatic.
[[nodiscard]] const variant::Dialect* preferred_dialect() noexcept;

/// The readings that the preferences leave open.
[[nodiscard]] variant::CandidateSet allowed_candidates() noexcept;
[[nodiscard]] variant::Readings allowed_readings() noexcept;

/// Values are read as the pages about the format have them.
[[nodiscard]] bool reads_documents() noexcept;

/// Flow graphs have what comes all the time, too.
[[nodiscard]] bool draws_everything() noexcept;

/// Peers are called by names that follow from the traffic, not by their ids alone.
[[nodiscard]] bool names_peers() noexcept;

/// Follow shows synchronisation, too; and all nodes of a message, however many.
[[nodiscard]] bool follows_sync() noexcept;
[[nodiscard]] bool follows_all_nodes() noexcept;

/// In profiles, each node has rows of its own.
[[nodiscard]] bool keeps_nodes_apart() noexcept;

[[nodiscard]] Display display() noexcept;

/// Ports taken without heuristics. `moved` is called whenever a range changes, with the tables to update.
struct PortRanges {
  range_t* udp;
  range_t* tcp;
  range_t* debug;  ///< TCP, taken by the debugger where the bytes prove it
  range_t* files;  ///< TCP, taken by the remote file system where the bytes begin like it
};
[[nodiscard]] const PortRanges& port_ranges() noexcept;
void on_ports_changed(void (*moved)());

}  // namespace godot::plugin
