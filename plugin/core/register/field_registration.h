// SPDX-License-Identifier: GPL-2.0-or-later
// The project's protocols and the codec's catalogue, registered with Wireshark: header fields, subtrees and expert
// information. Rows of the analysis are in core/register/rows.h.
#pragma once

#include "codec/core/catalogue.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/register/rows.h"

namespace godot::plugin {

/// The protocols of the project.
struct Protocols {
#define GODOT_PROTOCOL(id, ...) int id = -1;
#define GODOT_TEXT GODOT_PROTOCOL
#include "plugin/core/register/protocols.def"
};
extern Protocols protocols;

/// The protocol that a catalogue row belongs to.
[[nodiscard]] int protocol(Field field) noexcept;

/// Header field of a catalogue row; -1 for protocols.
[[nodiscard]] int header_field(Field field) noexcept;

/// The names of a row's values in its label, if the registered field of this name does not have them; null otherwise.
[[nodiscard]] header_field_info* shown_as(Field field) noexcept;

/// Subtree type of a catalogue row.
[[nodiscard]] int subtree(Field field) noexcept;

/// Expert information of a note.
[[nodiscard]] expert_field* expert(Note note) noexcept;

/// Expert information for a problem with this field.
[[nodiscard]] expert_field* malformed(Field field) noexcept;

}  // namespace godot::plugin
