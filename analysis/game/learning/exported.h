// SPDX-License-Identifier: MIT
// What the records of exported messages say of them (docs/mirror-format.md): those of Godot 4 without their transport's
// bytes, all others as their transport carried them.
#pragma once

#include <cstdint>

#include "analysis/game/learning/state.h"
#include "analysis/link/link.h"
#include "codec/mirror/protocol.h"

namespace godot::analysis {

/// The class of the game's peer. The mirror's own records have the peer.
[[nodiscard]] const char* peer_class(Transport transport) noexcept;

/// The header of a game's record, as if the client had written it. Links whose client is unknown count as separate
/// games. `time`: in nanoseconds.
[[nodiscard]] godot::mirror::Head head_of_game(const Peers& peers, std::uint32_t frame, std::int64_t time) noexcept;

/// The header of a message that is exported as it was carried.
[[nodiscard]] godot::mirror::Head head_of_link(const Link& link, std::uint32_t frame, std::int64_t time) noexcept;

/// A message of Godot 4's.
[[nodiscard]] godot::mirror::Message exported(const Message& message) noexcept;

/// A message as its transport carried it.
[[nodiscard]] godot::mirror::Carried carried(const Message& message) noexcept;

/// True for the first message of a link that is exported: the record of its game precedes it. On the second pass those
/// are exported, too, that were uncertain on the first.
[[nodiscard]] bool begins_export(MultiplayerLink& link, const MessageKey& message) noexcept;

}  // namespace godot::analysis
