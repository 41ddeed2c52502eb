// SPDX-License-Identifier: GPL-2.0-or-later
// The state of a conversation: whether it carries Variants, of which Godot version, in which framing. It is learned on
// the first pass over a capture and then applies to all packets, including earlier ones.
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
  bool gaps;                 ///< parts of the stream are not in the capture: a segment may begin inside a value
  std::uint32_t certain_in;  ///< frame that proved that these are Variants; 0 = none yet
  EarlyStream* early;        ///< of a stream: values in several segments before it was certain; null: none
  std::uint32_t decided_in;  ///< frame that left only one dialect, or changed it; 0 = none yet
};

/// The packet's conversation, or null if nothing was learned about it.
[[nodiscard]] Conversation* conversation_of(packet_info* pinfo);

/// The same; creates it if there is none.
[[nodiscard]] Conversation* begin_conversation(packet_info* pinfo);

/// Updates the state from another payload of a recognised conversation. First pass only.
void learn_further(Conversation& conversation, packet_info* pinfo, const Buffer& payload);

/// Updates the state from an observed payload. `against`: number of the flow's payloads that were no Variants. First
/// pass only.
void learn(Conversation& conversation, packet_info* pinfo, const variant::Observation& seen, const Buffer& payload,
           std::uint32_t against);

/// Counts a payload that was no Variant against its flow. Takes few instructions: it runs for all other traffic.
void refuse(const packet_info* pinfo) noexcept;

/// The count; flows that share an entry of the small table are counted together.
[[nodiscard]] std::uint32_t refusals(const packet_info* pinfo) noexcept;

/// Resets the counts; called before each capture.
void reset_refusals();

}  // namespace godot::plugin
