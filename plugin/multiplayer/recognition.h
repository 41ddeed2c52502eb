// SPDX-License-Identifier: GPL-2.0-or-later
// Detects whether a link carries Godot's multiplayer, and in which format. Learned on the first pass from its messages,
// its handshake and other links to the same server; then applied to all its messages.
#pragma once

#include "analysis/learning/learner.h"
#include "analysis/link/link.h"
#include "codec/core/bytes.h"
#include "plugin/multiplayer/state.h"

namespace godot::plugin {

/// Converts the circumstances of a message's transmission for the codec.
[[nodiscard]] multiplayer::Transmission transmission_of(const analysis::Message& message,
                                                        const analysis::MultiplayerLink& link,
                                                        const analysis::MessageKey& key);

/// Updates the recognition of its link from a message. First pass only. True once the link is recognised; earlier
/// messages have then been processed, too.
bool recognise(const analysis::Message& message, const analysis::MessageKey& key, std::int64_t time,
               const Buffer& bytes);

/// True if the message may be a retransmission of one sent before the capture began (its acknowledgement was lost or
/// late): the response to the original is not in the capture.
[[nodiscard]] bool maybe_copy(const analysis::Message& message, const analysis::MultiplayerLink& link,
                              std::int64_t time);

/// Sets the link's format as the user chose it.
void choose(analysis::MultiplayerLink& link, multiplayer::Format format, bool redot);

/// The end that a message comes from.
[[nodiscard]] inline analysis::End sender(const analysis::Message& message) {
  return message.from_client ? analysis::End::first : analysis::End::second;
}

}  // namespace godot::plugin
