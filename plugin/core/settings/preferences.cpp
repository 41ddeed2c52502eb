// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/settings/preferences.h"

#include <algorithm>
#include <array>

#include "plugin/core/register/fields.h"

namespace godot::plugin {
namespace {

constexpr int automatic = -1;

/// Wireshark writes these when the user changes them. Each has the preference's name.
struct Chosen {
  int dialect = automatic;
  int double_precision = automatic;
  bridge::Bool as_documented = FALSE;
  bridge::Bool flow_busy = FALSE;
  bridge::Bool nodes_apart = FALSE;
  bridge::Bool name_peers = TRUE;
  bridge::Bool recorded_project = TRUE;
  bridge::Bool follow_sync = TRUE;
  bridge::Bool follow_all_nodes = TRUE;
  guint text_limit = 240;
  guint max_elements = 1000;
  guint hex_bytes = 0;
};
Chosen chosen;
PortRanges ports = {nullptr, nullptr, nullptr, nullptr};
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

const enum_val_t precision_values[] = {
    {"auto", "Automatic", automatic},
    {"single", "Single precision", static_cast<gint>(variant::Precision::single_)},
    {"double", "Double precision", static_cast<gint>(variant::Precision::double_)},
    {nullptr, nullptr, 0},
};

void apply() {
  for (void (*moved)() : ports_changed) {
    if (moved != nullptr) moved();
  }
}

/// Preferences about how bytes are read.
void register_reading() {
  prefs_register_enum_preference(
      module, "dialect", "Godot version",
      "The version of Godot whose types values are decoded with. Automatic detects it for each conversation.",
      &chosen.dialect, dialect_values, FALSE);
  prefs_register_enum_preference(
      module, "double_precision", "Precision of vectors",
      "Width of the numbers inside vectors for Godot 2, Godot 3 and documented formats. Godot 4 has a flag for it in "
      "each value.",
      &chosen.double_precision, precision_values, FALSE);
  prefs_register_bool_preference(module, "as_documented", "As documented",
                                 "Also read forms that pages about the format describe and no engine sends: ints of 8 "
                                 "bytes and object ids without a flag, padding after old NodePaths, 64-bit counts, "
                                 "colours in double precision. For programs that were written after such a page.",
                                 &chosen.as_documented);
}

void register_display() {
  constexpr guint decimal = 10;
  prefs_register_bool_preference(
      module, "flow_busy", "Everything in flow graphs",
      "Statistics > Flow Graph also shows synchronization, announcements of paths, and pings. If off, it shows calls, "
      "spawns, and peers that connect or leave.",
      &chosen.flow_busy);
  prefs_register_bool_preference(
      module, "name_peers", "Name peers by what they send",
      "Show peers by the node that only they synchronize, by the text that is the first argument of their first call "
      "(red?), or by the order in which they appear (peer 2). If off, only the table of names of peers gives names; "
      "others have their ids. Filters of godot.peer.source and godot.peer.target always take ids.",
      &chosen.name_peers);
  prefs_register_bool_preference(module, "recorded_project", "Project that a recording names",
                                 "A recording of the addon that was made from the editor names the folder of its "
                                 "project. If the folder is on this machine, names are read from it, too.",
                                 &chosen.recorded_project);
  prefs_register_bool_preference(module, "follow_sync", "Synchronization in Follow",
                                 "Follow > Godot shows states of synchronizers, too. If off, it shows only calls, "
                                 "spawns, and peers that connect or leave.",
                                 &chosen.follow_sync);
  prefs_register_bool_preference(
      module, "follow_all_nodes", "All nodes of a message in Follow",
      "Follow > Godot writes the values of every node of a message. If off, nodes beyond the longest text of a value "
      "are counted, as in the Info column.",
      &chosen.follow_all_nodes);
  prefs_register_bool_preference(module, "nodes_apart", "Each node of its own in profiles",
                                 "The network profile has a row for each node. If off, nodes of the same scene, and "
                                 "nodes whose names differ only in a number (Shot1, Shot2), share a row (Shot*).",
                                 &chosen.nodes_apart);
  prefs_register_uint_preference(module, "text_limit", "Longest text of a value",
                                 "Texts of values are cut after this number of characters (0 = no limit)", decimal,
                                 &chosen.text_limit);
  prefs_register_uint_preference(
      module, "max_elements", "Elements shown per container",
      "Number of elements of an array or dictionary, or of repeated parts of a message, that are shown; the rest share "
      "one item (0 = no limit)",
      decimal, &chosen.max_elements);
  prefs_register_uint_preference(module, "hex_bytes", "Byte arrays in hexadecimal",
                                 "Byte arrays of this many bytes or more are shown as hex:1a24 instead of a list of "
                                 "decimal numbers (0 = never, as Godot writes them)",
                                 decimal, &chosen.hex_bytes);
}

void register_ports() {
  constexpr guint32 max_port = 65535;
  range_convert_str(wmem_epan_scope(), &ports.udp, "", max_port);
  range_convert_str(wmem_epan_scope(), &ports.tcp, "", max_port);
  range_convert_str(wmem_epan_scope(), &ports.debug, "6007", max_port);
  range_convert_str(wmem_epan_scope(), &ports.files, "6010", max_port);
  prefs_register_range_preference(module, "variant.udp_ports", "UDP ports of Variants",
                                  "Datagrams from or to these ports are always Variants", &ports.udp, max_port);
  prefs_register_range_preference(module, "variant.tcp_ports", "TCP ports of Variants",
                                  "Streams from or to these ports are always length-prefixed Variants; "
                                  "WebSocket connections carry a Variant in each binary message",
                                  &ports.tcp, max_port);
  prefs_register_range_preference(
      module, "debug.tcp_ports", "TCP ports of the debugger",
      "Streams from or to these ports are the remote debugger's if they have its form; others are left to the port's "
      "own protocol (6007 is X11)",
      &ports.debug, max_port);
  prefs_register_range_preference(module, "files.tcp_ports", "TCP ports of the remote file system",
                                  "Streams from or to these ports are the editor's file server's if they begin like "
                                  "its messages; others are left to the port's own protocol (6010 is X11)",
                                  &ports.files, max_port);
}

}  // namespace

void begin_preferences() { module = prefs_register_protocol(protocols.godot, apply); }

void register_preferences() {
  register_reading();
  register_display();
  register_ports();
}

module_t* preferences_module() noexcept { return module; }

variant::CandidateSet allowed_candidates() noexcept {
  variant::CandidateSet set = variant::all_candidates;
  if (chosen.dialect != automatic) set &= variant::candidates_of(static_cast<variant::Generation>(chosen.dialect));
  if (chosen.double_precision != automatic)
    set &= variant::candidates_of(static_cast<variant::Precision>(chosen.double_precision));
  return set;
}

variant::Readings allowed_readings() noexcept { return {allowed_candidates(), preferences::as_documented()}; }

namespace preferences {

const variant::Dialect* dialect() noexcept {
  return chosen.dialect == automatic ? nullptr : &variant::dialect(static_cast<variant::Generation>(chosen.dialect));
}
bool as_documented() noexcept { return chosen.as_documented != FALSE; }
bool flow_busy() noexcept { return chosen.flow_busy != FALSE; }
bool name_peers() noexcept { return chosen.name_peers != FALSE; }
bool follow_sync() noexcept { return chosen.follow_sync != FALSE; }
bool follow_all_nodes() noexcept { return chosen.follow_all_nodes != FALSE; }
bool recorded_project() noexcept { return chosen.recorded_project != FALSE; }
bool nodes_apart() noexcept { return chosen.nodes_apart != FALSE; }

}  // namespace preferences

analysis::items::Display display() noexcept {
  return {chosen.text_limit == 0 ? variant::no_text_limit : chosen.text_limit, chosen.max_elements,
          chosen.hex_bytes == 0 ? variant::no_hex_bytes : chosen.hex_bytes};
}

const PortRanges& port_ranges() noexcept { return ports; }

void on_ports_changed(void (*moved)()) { *std::find(ports_changed.begin(), ports_changed.end(), nullptr) = moved; }

}  // namespace godot::plugin
