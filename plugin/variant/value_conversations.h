// SPDX-License-Identifier: GPL-2.0-or-later
// The conversations that carry Variants, or may, and what the analysis judges them by.
#pragma once

#include "analysis/streams/values/value_stream.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

using analysis::values::Choice;
using analysis::values::Conversation;
using analysis::values::Verdict;

/// The packet's conversation, or null if nothing was learned about it.
[[nodiscard]] Conversation* conversation_of(packet_info* pinfo);

/// The same; creates it if there is none.
[[nodiscard]] Conversation* begin_conversation(packet_info* pinfo);

/// The packet's frame and flow, with the preferences.
[[nodiscard]] analysis::values::Circumstances circumstances(const packet_info* pinfo) noexcept;

/// Counts a payload that was no Variant against its flow. Takes few instructions: it runs for all other traffic. Flows
/// that share an entry of the small table are counted together.
void refuse(const packet_info* pinfo) noexcept;

}  // namespace godot::plugin
