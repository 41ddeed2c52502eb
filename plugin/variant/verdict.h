// SPDX-License-Identifier: GPL-2.0-or-later
// Decides which Godot wrote a payload, with the evidence.
#pragma once

#include "codec/core/bytes.h"
#include "codec/variant/dialect.h"
#include "plugin/variant/conversation.h"

namespace godot::plugin {

/// The user's choice for a packet by its port or by Decode As.
struct Choice {
  const variant::Dialect* dialect = nullptr;  ///< null: no dialect was chosen
  bool insists = false;                       ///< the payload is dissected regardless of its bytes
};

struct Verdict {
  const variant::Dialect* dialect;
  variant::Precision precision;
  const char* evidence;  ///< preference, decode-as, conversation, heuristic or ambiguous
};

/// In order of priority: the preference, a choice, the conversation, the payload itself.
[[nodiscard]] Verdict judge(packet_info* pinfo, const Buffer& payload, const Conversation* conversation,
                            const Choice& choice);

}  // namespace godot::plugin
