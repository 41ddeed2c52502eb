// SPDX-License-Identifier: MIT
// Converts commands of ENet and their analysis to facts.
#pragma once

#include "analysis/enet/order/command_findings.h"
#include "analysis/facts/frame_facts.h"
#include "codec/enet/protocol.h"

namespace godot::analysis::enet {

/// How the command's payload is delivered; the weakest for commands without one.
[[nodiscard]] multiplayer::Delivery delivery_of(CommandType type) noexcept;

/// The word for the delivery: "reliable", "unreliable" or "unsequenced".
[[nodiscard]] const char* name_of(multiplayer::Delivery delivery) noexcept;

/// Adds the command as an item: its kind, channel, mode and bytes, and the number that distinguishes it.
facts::Item& add_command(facts::Collection& facts, const Command& command);

/// The outcome that the analysis has found.
[[nodiscard]] facts::Fate fate_of(const Finding& finding) noexcept;

}  // namespace godot::analysis::enet
