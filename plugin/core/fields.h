// SPDX-License-Identifier: GPL-2.0-or-later
// The codec's catalogue, registered with Wireshark: header fields, subtrees and expert information.
#pragma once

#include "codec/core/catalogue.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

/// The protocols of the project.
struct Protocols {
  int godot = -1;  ///< common fields and all preferences
  int variant = -1;
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

/// Expert information that the plugin adds itself.
struct Experts {
  expert_field malformed = EI_INIT;   ///< the value cannot be read on
  expert_field depth = EI_INIT;       ///< nested deeper than Wireshark's tree
  expert_field items = EI_INIT;       ///< more items than Wireshark's tree takes
  expert_field incomplete = EI_INIT;  ///< the rest is in segments that were not reassembled
};
extern Experts experts;

}  // namespace godot::plugin

extern "C" void godot_fields_register();
