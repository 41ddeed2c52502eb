// SPDX-License-Identifier: GPL-2.0-or-later
// Protocols on top of remote calls and raw packets: libraries that games use. Each registers itself once and is called
// for every message; the multiplayer does not depend on them. docs/libraries.md tells how to write one.
#pragma once

#include "analysis/message/calls/library_message.h"
#include "engine/message/steps.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

/// A message for upper protocols.
struct LibraryPacket : analysis::LibraryMessage {
  tvbuff_t* tvb;
  packet_info* pinfo;
  analysis::facts::Item* item = nullptr;  ///< the message's facts, during display; null: not needed

  [[nodiscard]] bool is_cut() const noexcept { return pinfo->fd->cap_len < pinfo->fd->pkt_len; }
};

using LibraryLine = engine::LibraryLine;

struct LibraryDissector {
  /// Parses the message; returns the result in packet scope, or null if the message is not this protocol's. `learns`:
  /// it is dissected for the first time, and updates the state.
  const void* (*recognise)(const LibraryPacket& message, bool learns);
  /// The value of the message that recognise() has read with Godot 4's types. `found`: its result.
  multiplayer::KnownValue (*known_value)(const void* found);
  /// True if show() returns a line of its own. Otherwise the call's line is shown, with its arguments.
  bool (*has_line)(const void* found);
  /// Adds the division of its bytes to the facts of a message of this protocol. `found`: the result of recognise().
  void (*add_parts)(const LibraryPacket& message, const void* found, analysis::facts::Collection& facts,
                    analysis::facts::Item& item);
  /// Shows a message of this protocol. `tree` may be null.
  LibraryLine (*show)(const LibraryPacket& message, const void* found, proto_tree* tree);
};

/// Call it while protocols are registered. The row must be valid as long as Wireshark runs.
void register_library_dissector(const LibraryDissector& dissector);

/// The upper protocol of a message, and the result of its recognise().
using LibraryClaim = engine::Claim<LibraryDissector>;
[[nodiscard]] LibraryClaim library_of(const LibraryPacket& message, bool learns);

}  // namespace godot::plugin
