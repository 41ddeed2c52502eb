// SPDX-License-Identifier: MIT
// What the records of exported messages say of them (docs/wire/mirror.md): those of Godot 4 without their transport's
// bytes, all others as their transport carried them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "analysis/game/learning/multiplayer_state.h"
#include "analysis/link/link.h"
#include "base/arena.h"
#include "codec/core/bytes.h"
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

/// A record, and the bytes that it would have if the capture had cut none of its message's.
struct ExportedRecord {
  std::span<const std::uint8_t> bytes;
  std::size_t whole = 0;
};

/// The frame of a message, and its time.
struct ExportedAt {
  std::uint32_t frame = 0;
  std::int64_t time = 0;
};

/// Of a message's game, and of a message of Godot 4's, without the bytes of its transport: it may be shortened.
[[nodiscard]] ExportedRecord game_record(const Message& message, const ExportedAt& at, const Arena& arena);
[[nodiscard]] ExportedRecord message_record(const Message& message, const Buffer& bytes, const ExportedAt& at,
                                            const Arena& arena);
/// Of a message as its transport carried it.
[[nodiscard]] ExportedRecord carried_record(const Message& message, std::span<const std::uint8_t> bytes,
                                            const ExportedAt& at, const Arena& arena);

/// True for the first message of a link that is exported: the record of its game precedes it. On the second pass those
/// are exported, too, that were uncertain on the first.
[[nodiscard]] bool begins_export(MultiplayerLink& link, const MessageKey& message) noexcept;

}  // namespace godot::analysis
