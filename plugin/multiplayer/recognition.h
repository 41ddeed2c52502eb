// SPDX-License-Identifier: GPL-2.0-or-later
// Does a link carry Godot's multiplayer, and which? Learned on the first pass, from its messages, its handshake and
// from other links to the same server; then true of all its messages.
#pragma once

#include "codec/core/bytes.h"
#include "plugin/analysis/links/link.h"
#include "plugin/analysis/multiplayer/learner.h"
#include "plugin/multiplayer/state.h"

namespace godot::plugin {

/// How a message was sent, as the codec wants to know it.
[[nodiscard]] multiplayer::Circumstances circumstances(const Message& message, const MultiplayerLink& link,
                                                       const MessageKey& key);

/// Learns from a message what its link carries. First pass only. True once that is certain; what earlier messages
/// taught has then been learned, too.
bool recognise(const Message& message, const MessageKey& key, std::int64_t time, const Buffer& bytes);

/// True if the message may have been sent before the capture began, and is sent again now, because its acknowledgement
/// was lost or late: what answered it then is not in the capture.
[[nodiscard]] bool maybe_copy(const Message& message, const MultiplayerLink& link, std::int64_t time);

/// Learns from a message and shows nothing of it. First pass only.
void learn(MultiplayerLink& link, End from, const Heard& heard, const multiplayer::Options& options,
           const Buffer& bytes);

/// Treats a link as carrying this format, because a person said so.
void choose(MultiplayerLink& link, multiplayer::Format format, bool redot);

/// The end that a message comes from.
[[nodiscard]] inline End sender(const Message& message) { return message.from_client ? End::first : End::second; }

}  // namespace godot::plugin
