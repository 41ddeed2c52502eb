// SPDX-License-Identifier: GPL-2.0-or-later
// What is remembered of a debugger's conversation. It is learned on the first pass over a capture; what changes with
// time is kept by frame, so that every frame shows what was known then.
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
  std::uint32_t number;  ///< among the conversation's requests
  unsigned question;     ///< number of its bit in debugger::Questions
  Exchange* next;        ///< that asks the same and waits, too
};

/// Requests of one question that wait for their answers, oldest first.
struct Queue {
  Exchange* first;
  Exchange* last;
};

/// What a number stands for.
struct Meaning {
  const char* text;
  std::uint32_t frame;  ///< that told
};

struct Conversation {
  bool numbered;
  std::uint32_t number;  ///< among the capture's debugger connections, from 0

  debugger::Era era;
  bool era_certain;
  std::uint32_t era_in;  ///< the frame that made it certain

  bool proven;   ///< the bytes had a debugger's form
  bool refused;  ///< some had not
  bool gaps;     ///< the capture misses parts of the stream
  bool editor_known;
  address editor;
  std::uint32_t editor_port;

  debugger::Run runs[2];  ///< by direction: messages that go on, where segments are not put together

  std::uint32_t requests;
  Queue waiting[std::numeric_limits<debugger::Questions>::digits];  ///< by question
  wmem_map_t* meanings[debugger::numbered_count];  ///< by kind: number -> wmem_tree_t of Meaning by frame
  wmem_tree_t* custom_monitors;                    ///< how many monitors the game has added, by frame
};

/// The packet's conversation if something was learned about it, or null.
[[nodiscard]] Conversation* conversation_of(packet_info* pinfo);

/// The same, begun if need be.
[[nodiscard]] Conversation* begin_conversation(packet_info* pinfo);

/// Numbers a conversation whose messages are shown, once.
void number(Conversation& conversation);

/// How many have a number in this capture.
[[nodiscard]] std::uint32_t conversation_count();
void forget_conversations();

/// Takes what a message's bytes prove. First pass only.
void learn(Conversation& conversation, packet_info* pinfo, const debugger::Proof& proof);

/// Who speaks in this packet: as learned, else as its ports say, else as the bytes do.
[[nodiscard]] debugger::Direction direction_of(const Conversation& conversation, const packet_info* pinfo,
                                               const debugger::Proof& proof);

void teach(Conversation& conversation, debugger::Numbered kind, std::int64_t id, std::string_view text,
           std::uint32_t frame);
[[nodiscard]] const Meaning* meaning(const Conversation& conversation, debugger::Numbered kind, std::int64_t id,
                                     std::uint32_t frame);

/// Where the message with this index in the frame begins, if it began in an earlier one: segments that are not put
/// together. `keep_run` says where the next of this direction will.
[[nodiscard]] debugger::Run run_at(const Conversation& conversation, packet_info* pinfo, std::uint32_t index,
                                   debugger::Direction direction);
void keep_run(Conversation& conversation, const packet_info* pinfo, debugger::Direction direction,
              const debugger::Run& run);

/// The exchange that the message with this index in the frame belongs to, or null. Requests and answers are matched on
/// the first pass, in the order of the wire.
Exchange* exchange_of(Conversation& conversation, packet_info* pinfo, std::uint32_t index, std::string_view message,
                      debugger::Direction direction);

}  // namespace godot::plugin::debug
