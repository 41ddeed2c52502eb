// SPDX-License-Identifier: GPL-2.0-or-later
// Which Godot wrote a payload, and how we know.
#pragma once

#include "codec/core/bytes.h"
#include "codec/variant/dialect.h"
#include "plugin/variant/conversation.h"

namespace godot::plugin {

/// What a person chose for a packet by its port or by Decode As.
struct Choice {
  const variant::Dialect* dialect = nullptr;  ///< null: the choice was none of a dialect
  bool insists = false;                       ///< the payload is ours whatever it looks like
};

struct Verdict {
  const variant::Dialect* dialect;
  variant::Precision precision;
  const char* evidence;  ///< preference, decode-as, conversation, heuristic or ambiguous
};

/// The preference overrules, then a choice; then the conversation tells, and last the payload itself.
[[nodiscard]] Verdict judge(packet_info* pinfo, const Buffer& payload, const Conversation* conversation,
                            const Choice& choice);

}  // namespace godot::plugin
