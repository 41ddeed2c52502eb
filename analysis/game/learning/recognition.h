// SPDX-License-Identifier: MIT
// Detects whether a link carries Godot's multiplayer, and in which format. Learned on the first pass from its messages,
// its handshake and other links to the same server; then applied to all its messages.
//
// Messages before that wait, as many as the limits below, and are learned from once the link is recognised.
#pragma once

#include <cstddef>
#include <cstdint>

#include "analysis/game/learning/game_projects.h"
#include "analysis/game/learning/learner.h"
#include "analysis/game/learning/multiplayer_state.h"
#include "analysis/link/link.h"
#include "codec/core/bytes.h"
#include "codec/multiplayer/recognise.h"
#include "codec/multiplayer/walk.h"

namespace godot::analysis {

inline constexpr std::size_t most_waiting = 32;
inline constexpr std::size_t most_waiting_bytes = 8192;

/// The end that a message comes from.
[[nodiscard]] inline End sender(const Message& message) noexcept {
  return message.from_client ? End::first : End::second;
}

/// Converts the circumstances of a message's transmission for the codec.
[[nodiscard]] multiplayer::Transmission transmission_of(const Message& message, const MultiplayerLink& link,
                                                        const MessageKey& key);

/// Updates the recognition of its link from a message. First pass only. True once the link is recognised; earlier
/// messages have then been processed, too.
bool recognise(MultiplayerState& state, const GameProjects& projects, const Message& message, const MessageKey& key,
               std::int64_t time, const Buffer& bytes);

/// True if the message may be a retransmission of one sent before the capture began (its acknowledgement was lost or
/// late): the response to the original is not in the capture.
[[nodiscard]] bool may_be_copy(const Message& message, const MultiplayerLink& link, std::int64_t time);

/// Sets the link's format as the user chose it.
void choose_format(MultiplayerState& state, MultiplayerLink& link, multiplayer::Format format, bool redot);

/// True if recognise() has recognised the message's link, with this message or another: for passes after the first.
[[nodiscard]] inline bool was_recognised(const Message& message) {
  return message.link->godot != nullptr && message.link->godot->is_recognised();
}

/// How a message of a recognised link is read.
struct MessageBegin {
  multiplayer::Options options;
  bool learns = false;  ///< it updates the state
};

/// Updates the link before the message is read.
[[nodiscard]] MessageBegin begin_message(MultiplayerState& state, const Message& message, const MessageKey& key,
                                         const Buffer& bytes, bool first_pass);

/// On the first pass, after a message was read: withdraws the recognition of its link if such messages contradict it.
void weigh_reading(MultiplayerState& state, const Message& message, const MessageKey& key, bool malformed,
                   multiplayer::CommandType command);

/// On the first pass: stores a message of the network, in case that mirrors of its ends are in the capture, too.
void note_double(MultiplayerState& state, const Message& message, const MessageKey& key, std::int64_t time,
                 const Buffer& bytes);

/// The arrival of a message, without its host and process.
[[nodiscard]] Arrival arrival_of(const Message& message, const MessageKey& key, std::int64_t time, const Buffer& bytes);

/// Sets the dialect of a message's Variants to the `preferred` one, if the message may have it; null: none. Returns the
/// reason for the dialect, in a word.
const char* settle_dialect(multiplayer::Options& options, const MultiplayerLink& link,
                           const variant::Dialect* preferred, std::uint32_t frame);

}  // namespace godot::analysis
