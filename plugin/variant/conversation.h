// SPDX-License-Identifier: GPL-2.0-or-later
// What is remembered of a conversation: whether it carries Variants, of which Godot, in which framing. It is learned on
// the first pass over a capture and holds for all of its packets afterwards, the earlier ones included.
#pragma once

#include "codec/variant/framing.h"
#include "codec/variant/recognise.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

struct EarlyStream;

struct Conversation {
  variant::Recognition recognition;
  variant::ByteOrder order;  ///< of the length prefix on a stream
  bool order_known;
  bool gaps;                 ///< the capture misses parts of the stream: a segment may begin inside of a value
  std::uint32_t certain_in;  ///< frame that proved that these are Variants; 0 = none yet
  EarlyStream* early;        ///< of a stream: values in several segments before it was certain; null: none
  std::uint32_t decided_in;  ///< frame that left only one dialect, or changed it; 0 = none yet
};

/// The packet's conversation if something was learned about it, or null.
[[nodiscard]] Conversation* conversation_of(packet_info* pinfo);

/// The same, begun if need be.
[[nodiscard]] Conversation* begin_conversation(packet_info* pinfo);

/// Learns from a further payload of a conversation that is known. First pass only.
void learn_further(Conversation& conversation, packet_info* pinfo, const Buffer& payload);

/// Learns from a payload that an observation was made of. `against`: payloads of the flow that were no Variants. First
/// pass only.
void learn(Conversation& conversation, packet_info* pinfo, const variant::Observation& seen, const Buffer& payload,
           std::uint32_t against);

/// Counts a payload that was no Variant against its flow. A few instructions: this is what everybody else's traffic
/// pays.
void refuse(const packet_info* pinfo) noexcept;

/// How many were counted, for flows that share a place in a small table.
[[nodiscard]] std::uint32_t refusals(const packet_info* pinfo) noexcept;

/// Forgets the counts; called before each capture.
void reset_refusals();

}  // namespace godot::plugin
