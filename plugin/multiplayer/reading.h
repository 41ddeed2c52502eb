// SPDX-License-Identifier: GPL-2.0-or-later
// Reading a message of the multiplayer: one walk, which all hear of who ask. Who learns hears first, then the account's
// builder, then who counts and who shows, both of whom read the account.
#pragma once

#include "codec/core/bytes.h"
#include "plugin/analysis/links/link.h"
#include "plugin/analysis/multiplayer/learner.h"
#include "plugin/core/bridge.h"
#include "plugin/multiplayer/uppers.h"

namespace godot::plugin {

/// Somebody looks at items; or adds some of their own below ours, and is looked at. `tree` may be null.
[[nodiscard]] bool items_wanted(proto_tree* tree);

/// Nothing new is learned from the message, and nothing it says counts again.
[[nodiscard]] inline bool is_copy(const Message& message) { return message.repeated && !message.earlier; }

/// Somebody asks for this message. `learns`: it is heard for the first time.
[[nodiscard]] bool is_read(packet_info* pinfo, proto_tree* tree, const Message& message, bool learns);

/// Reads a message, for all who ask: facts, items, columns, texts, statistics. `tree` may be null; `heard`: null where
/// nothing is to be learned.
void read_message(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, const Message& message, const Buffer& bytes,
                  const multiplayer::Options& options, const Heard* heard);

}  // namespace godot::plugin
