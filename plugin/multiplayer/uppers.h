// SPDX-License-Identifier: GPL-2.0-or-later
// Protocols on top of remote calls and raw packets: libraries that games use, such as netfox. Each registers itself
// once and is asked about every message; the multiplayer knows none of them.
#pragma once

#include "codec/multiplayer/walk.h"
#include "plugin/analysis/links/link.h"
#include "plugin/core/bridge.h"
#include "plugin/facts/collector.h"
#include "plugin/multiplayer/state.h"

namespace godot::plugin {

/// A message that one of them may know.
struct UpperMessage {
  tvbuff_t* tvb;
  packet_info* pinfo;
  const Message& message;
  const State& state;
  const MultiplayerLink& link;
  End from;
  const Buffer& bytes;                  ///< the message
  const multiplayer::Options& options;  ///< how it is read
  facts::Item* told = nullptr;          ///< the message's facts, while it is shown; null: nobody asks for them
};

/// What such a message says, for the packet list.
struct UpperLine {
  const char* text;               ///< in packet scope
  const char* problem = nullptr;  ///< a kind of `godot.problem`; null: none
};

struct Upper {
  /// What it has found in the message, in packet scope; null: the message is not this protocol's. `learns`: it is heard
  /// for the first time; what it teaches is remembered.
  const void* (*hear)(const UpperMessage& message, bool learns);
  /// Adds to the facts of a message that is its own: whose its bytes are. `found`: what hear() has found in it.
  void (*tell)(const UpperMessage& message, const void* found, Collector& collector, facts::Item& item);
  /// Shows a message that is its own. `tree` may be null.
  UpperLine (*show)(const UpperMessage& message, const void* found, proto_tree* tree);
};

/// Called while protocols are registered. The row must live as long as Wireshark runs.
void register_upper(const Upper& upper);

/// Whose message this is, and what was found in it.
struct UpperClaim {
  const Upper* upper = nullptr;  ///< null: nobody's
  const void* found = nullptr;
};
[[nodiscard]] UpperClaim upper_of(const UpperMessage& message, bool learns);

}  // namespace godot::plugin
