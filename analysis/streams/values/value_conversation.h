// SPDX-License-Identifier: MIT
// What is known of a conversation that may carry Variants: whether it does, of which Godot version, in which framing.
// It is learned on the first pass over a capture and then applies to all packets, including earlier ones.
#pragma once

#include <cstdint>

#include "codec/variant/framing.h"
#include "codec/variant/recognise.h"

namespace godot::analysis::values {

struct EarlyStream;

struct Conversation {
  variant::Recognition recognition;
  variant::ByteOrder order;  ///< of the length prefix on a stream
  bool order_known;
  bool gaps;                   ///< parts of the stream are not in the capture: a segment may begin inside a value
  std::uint32_t certain_in;    ///< frame that proved that these are Variants; 0 = none yet
  EarlyStream* early;          ///< of a stream: values in several segments before it was certain; null: none
  std::uint32_t withdrawn_in;  ///< frame that outweighed the proof; 0 = none
  std::uint32_t decided_in;    ///< frame that left only one dialect, or changed it; 0 = none yet
  std::uint32_t others;        ///< whole payloads that begin like a Variant and are none, since it was certain
};

/// The frame in which a payload is, and what the user's preferences leave open.
struct Circumstances {
  std::uint32_t frame;
  variant::Readings readings;
  bool is_preferred;      ///< a preference sets the dialect of all packets
  std::uint32_t refused;  ///< payloads of the flow that were no Variants
};

/// The user's choice for a packet by its port or by Decode As.
struct Choice {
  const variant::Dialect* dialect = nullptr;  ///< null: no dialect was chosen
  bool insists = false;                       ///< the payload is dissected regardless of its bytes
};

/// Which Godot wrote a payload.
struct Verdict {
  const variant::Dialect* dialect;
  variant::Precision precision;
  const char* evidence;  ///< preference, decode-as, conversation, heuristic or ambiguous

  [[nodiscard]] variant::Candidate reading() const noexcept { return {dialect->generation, precision}; }
};

/// Updates the state from an observed payload. `against`: number of the flow's payloads that were no Variants.
void learn(Conversation& conversation, std::uint32_t frame, const variant::Observation& seen, const Buffer& payload,
           std::uint32_t against);

/// The same for another payload of a recognised conversation.
void learn_further(Conversation& conversation, const Buffer& payload, const Circumstances& where);

/// True for a payload that is not exactly one Variant, in a conversation that has several of them: a game's own bytes
/// among its values, not values that are damaged.
[[nodiscard]] bool is_own_format(const Conversation& conversation, const Buffer& payload, const Circumstances& where);

/// True for a message of a connection that begins as Godot's do, but was not recognised as one of Variants: one value,
/// with text or nesting that prove it, or among messages most of which are values. `conversation`: null if nothing is
/// known.
[[nodiscard]] bool is_single_value(const Buffer& payload, const Conversation* conversation, const Circumstances& where);

/// In order of priority: the preference, a choice, the conversation, the payload itself.
[[nodiscard]] Verdict judge(const Buffer& payload, const Conversation* conversation, const Choice& choice,
                            const Circumstances& where);

/// The engine that wrote the values, for tables; null: several could, or the user has chosen.
[[nodiscard]] const char* engines_of(const Verdict& verdict) noexcept;

/// True for a payload that may be a malformed Variant, in a conversation of Variants.
[[nodiscard]] inline bool begins_like_a_value(const Buffer& payload) noexcept {
  return variant::plausible_header(payload) || variant::unknown_type_header(payload);
}

}  // namespace godot::analysis::values
