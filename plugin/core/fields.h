// SPDX-License-Identifier: GPL-2.0-or-later
// The codec's catalogue, and what the plugin adds to it, registered with Wireshark: header fields, subtrees and expert
// information.
#pragma once

#include "codec/core/catalogue.h"
#include "plugin/core/bridge.h"
#include "plugin/core/generated.h"

namespace godot::plugin {

/// The protocols of the project.
struct Protocols {
  int enet = -1;
  int godot = -1;  ///< high-level multiplayer; common fields and preferences
  int variant = -1;
  int debug = -1;
};
extern Protocols protocols;

/// The protocol that a catalogue row belongs to.
[[nodiscard]] int protocol(Field field) noexcept;

/// Header field of a catalogue row; -1 for protocols.
[[nodiscard]] int header_field(Field field) noexcept;

/// Subtree type of a catalogue row.
[[nodiscard]] int subtree(Field field) noexcept;

/// Expert information of a note.
[[nodiscard]] expert_field* expert(Note note) noexcept;

/// Expert information for a problem with this field.
[[nodiscard]] expert_field* malformed(Field field) noexcept;

}  // namespace godot::plugin

extern "C" void godot_fields_register();
