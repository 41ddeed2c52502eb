// SPDX-License-Identifier: GPL-2.0-or-later
// Reads a message of the multiplayer in one walk with several listeners: first the learner, then the account's builder,
// then facts and display, which both read the account.
#pragma once

#include "analysis/game/learning/recognition.h"
#include "analysis/link/link.h"
#include "codec/core/bytes.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/tree/tree_place.h"
#include "plugin/facts/collector.h"
#include "plugin/facts/needed.h"
#include "plugin/multiplayer/uppers.h"

namespace godot::plugin {

/// What a message is read for. Determined once for each message, from what its packet needs.
struct Needs {
  bool items;            ///< displayed or used, including those that other dissectors add below this plugin's
  bool shown;            ///< more than the message's facts is needed
  bool columns;          ///< the packet list's texts
  bool problems;         ///< a listener of facts needs them
  bool states;           ///< the texts of states and of their values
  bool read;             ///< the message must be read
  bool objects;          ///< embedded objects are exported
  bool watches;          ///< values' numbers, see watches_in_use()
  Collector* collector;  ///< of the frame's facts; null: without listeners
};

/// `tree` may be null. `learns`: the message is dissected for the first time.
[[nodiscard]] Needs needs_of(packet_info* pinfo, proto_tree* tree, const analysis::Message& message, bool learns,
                             const Needed& needed);

/// Reads a message for all consumers: facts, items, columns, texts, statistics. It begins at offset 0 of `place`;
/// `arrival` counts if the message updates the state.
void read_message(const TreePlace& place, const analysis::Message& message, const Buffer& bytes,
                  const analysis::MessageBegin& begin, const Needs& needs, const analysis::Arrival& arrival);

}  // namespace godot::plugin
