// SPDX-License-Identifier: GPL-2.0-or-later
// The state of a debugger's conversation. It is learned on the first pass over a capture; state that changes with time
// is stored by frame, so that every frame shows the state of its time.
#pragma once

#include <limits>
#include <string_view>

#include "codec/debugger/walk.h"
#include "plugin/core/bridge.h"

namespace godot::plugin::debug {

/// A request and its answer.
struct Exchange {
  std::uint32_t request_frame;
  std::uint32_t reply_frame;  ///< 0 = none
  nstime_t request_time;
  nstime_t reply_time;
  std::uint32_t number;  ///< index among the conversation's requests
  unsigned question;     ///< number of its bit in debugger::Questions
  Exchange* next;        ///< next waiting request of the same question
};

/// The waiting requests of one question, oldest first.
struct Queue {
  Exchange* first;
  Exchange* last;
};

/// The meaning of a number.
struct Meaning {
  const char* text;
  std::uint32_t frame;  ///< that announced it
};

struct Conversation {
  bool numbered;
  std::uint32_t number;  ///< index among the capture's debugger connections, from 0

  debugger::Era era;
  bool era_certain;
  std::uint32_t era_in;  ///< the frame that proved it

  bool proven;   ///< bytes had a debugger's form
  bool refused;  ///< bytes had another form
  bool gaps;     ///< parts of the stream are not in the capture
  bool editor_known;
  address editor;
  std::uint32_t editor_port;

  debugger::Run runs[2];  ///< by direction: unfinished messages, where segments are not joined

  std::uint32_t requests;
  Queue waiting[std::numeric_limits<debugger::Questions>::digits];  ///< by question
  wmem_map_t* meanings[debugger::numbered_count];  ///< by kind: number -> wmem_tree_t of Meaning by frame
  wmem_tree_t* custom_monitors;                    ///< number of monitors that the game has added, by frame
};

/// The packet's conversation, or null if nothing was learned about it.
[[nodiscard]] Conversation* conversation_of(packet_info* pinfo);

/// The same; creates it if there is none.
[[nodiscard]] Conversation* begin_conversation(packet_info* pinfo);

/// Numbers a conversation when its first message is shown.
void number(Conversation& conversation);

/// Number of numbered conversations in this capture.
[[nodiscard]] std::uint32_t conversation_count();
void forget_conversations();

/// Updates the conversation with the proof from a message's bytes. First pass only.
void learn(Conversation& conversation, packet_info* pinfo, const debugger::Proof& proof);

/// The sender of this packet: as learned, else by its ports, else by the bytes.
[[nodiscard]] debugger::Direction direction_of(const Conversation& conversation, const packet_info* pinfo,
                                               const debugger::Proof& proof);

void learn_meaning(Conversation& conversation, debugger::Numbered kind, std::int64_t id, std::string_view text,
                   std::uint32_t frame);
[[nodiscard]] const Meaning* meaning(const Conversation& conversation, debugger::Numbered kind, std::int64_t id,
                                     std::uint32_t frame);

/// The beginning of the frame's message with this index, if it is in an earlier frame: for segments that are not
/// joined. `keep_run` stores that for the next frame of this direction.
[[nodiscard]] debugger::Run run_at(const Conversation& conversation, packet_info* pinfo, std::uint32_t index,
                                   debugger::Direction direction);
void keep_run(Conversation& conversation, const packet_info* pinfo, debugger::Direction direction,
              const debugger::Run& run);

/// The exchange of the frame's message with this index, or null. The first pass matches requests and answers in wire
/// order.
Exchange* exchange_of(Conversation& conversation, packet_info* pinfo, std::uint32_t index, std::string_view message,
                      debugger::Direction direction);

}  // namespace godot::plugin::debug
