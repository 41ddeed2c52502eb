// SPDX-License-Identifier: MIT
// Converts a message of godot-rollback-netcode to facts for the answering modules: its bytes by what they are for.
#pragma once

#include "analysis/facts/frame_facts.h"
#include "analysis/libraries/rollback/find_message.h"

namespace godot::analysis {

/// Divides the bytes of an item: inputs, those that were sent before, and hashes are parts of their own, the rest are
/// counts and sizes. A ping's item only gets what the tables need.
void add_rollback_parts(const RollbackCommand& command, const RollbackMemory& memory, facts::Collection& collection,
                        facts::Item& item);

}  // namespace godot::analysis
