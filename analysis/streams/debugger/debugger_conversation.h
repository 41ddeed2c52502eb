// SPDX-License-Identifier: MIT
// The state of a conversation of a game with its remote debugger. It is learned on the first pass over a capture; state
// that changes with time is stored by frame, so that every frame shows the state of its time.
//
// Memory: an entry for each request, meaning of a number and unfinished message; repeated meanings add nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/arena.h"
#include "base/number_hash.h"
#include "base/text_pool.h"
#include "codec/debugger/framing.h"
#include "codec/debugger/walk.h"
#include "codec/variant/dialect.h"

namespace godot::analysis {

/// A request and its answer.
struct DebugExchange {
  std::uint32_t request_frame = 0;
  std::uint32_t reply_frame = 0;  ///< the frame of the answer; 0 = none
  std::int64_t request_time = 0;  ///< when the request was captured, in nanoseconds
  std::int64_t reply_time = 0;
  std::int64_t object = 0;        ///< that it is about; 0: of none
  std::uint32_t number = 0;       ///< index among the conversation's requests
  unsigned question = 0;          ///< number of its bit in debugger::Questions
  DebugExchange* next = nullptr;  ///< next waiting request of the same question
};

/// The meaning of a number.
struct DebugMeaning {
  const char* text = nullptr;
  std::uint32_t frame = 0;  ///< the frame that has announced it
};

/// A message: its frame, its index in it, and whether the capture is read for the first time.
struct DebugPlace {
  std::uint32_t frame = 0;
  std::uint32_t index = 0;
  bool is_first_pass = false;

  [[nodiscard]] std::uint64_t key() const noexcept { return std::uint64_t{frame} << 32U | index; }
};

class DebugConversation {
 public:
  bool refused = false;      ///< bytes had another protocol's form
  bool is_numbered = false;  ///< a message was shown
  std::uint32_t number = 0;  ///< index among the capture's debugger connections with messages

  /// Learns from a message which protocol and version it is. First pass only.
  void learn(const Buffer& message, const debugger::Proof& proof, std::uint32_t frame) noexcept;
  /// True if the bytes say something about the conversation.
  [[nodiscard]] static bool is_proof(const debugger::Proof& proof) noexcept {
    return proof.look >= debugger::Proof::Look::named || proof.begun;
  }

  [[nodiscard]] bool is_proven() const noexcept { return proven_; }  ///< bytes had a debugger's form
  [[nodiscard]] debugger::Era era() const noexcept { return era_; }  ///< as far as learned

  /// The era in which a message is parsed. `preferred`: the user's choice; null: none.
  [[nodiscard]] debugger::Era era_of(const debugger::Proof& proof, const variant::Dialect* preferred) const noexcept;

  /// How that is known: "heuristic", "conversation", "preference", "ambiguous".
  [[nodiscard]] const char* evidence(const debugger::Proof& proof, bool is_preferred,
                                     std::uint32_t frame) const noexcept;

  void learn_meaning(debugger::Numbered kind, std::int64_t id, std::string_view text, std::uint32_t frame);
  /// Null: unknown in this frame. Invalid after the next learn_meaning(), but for its text.
  [[nodiscard]] const DebugMeaning* meaning(debugger::Numbered kind, std::int64_t id, std::uint32_t frame) const;

  /// The beginning of a message that is in an earlier frame: for segments that are not joined. keep_run() stores that
  /// for the next frame of this direction.
  [[nodiscard]] debugger::Run run_at(const DebugPlace& place, debugger::Direction direction);
  void keep_run(const DebugPlace& place, debugger::Direction direction, const debugger::Run& run);

  /// The exchange that a message is part of, or null. The first pass matches requests and answers in wire order.
  /// `object`: the first object that the message names; 0: none.
  [[nodiscard]] const DebugExchange* exchange(const DebugPlace& place, std::string_view message,
                                              debugger::Direction direction, std::int64_t time,
                                              std::int64_t object = 0);

  /// Number of monitors that scripts had added by this frame; 0 is not stored.
  [[nodiscard]] std::uint32_t custom_monitors(std::uint32_t frame) const;
  void keep_custom_monitors(const DebugPlace& place, std::uint32_t count);

 private:
  /// The waiting requests of one question, oldest first.
  struct Queue {
    DebugExchange* first = nullptr;
    DebugExchange* last = nullptr;
  };

  DebugExchange* request(debugger::Questions question);
  DebugExchange* reply(debugger::Questions questions, std::int64_t object) noexcept;
  void forget(debugger::Questions questions) noexcept;
  void learn_state(std::string_view message) noexcept;
  [[nodiscard]] bool is_ignored(debugger::Questions question) const noexcept;

  bool proven_ = false;
  debugger::Era era_ = {};
  bool era_certain_ = false;
  std::uint32_t era_in_ = 0;                ///< the frame that proved it
  std::array<debugger::Run, 2> runs_ = {};  ///< by direction: unfinished messages, where segments are not joined
  /// Requests that wait, by question.
  std::array<Queue, std::numeric_limits<debugger::Questions>::digits> waiting_ = {};
  bool knows_state_ = false;   ///< whether the game is stopped
  std::uint32_t stopped_ = 0;  ///< how many threads are stopped
  std::deque<DebugExchange> exchanges_;
  TextPool texts_;
  std::array<std::unordered_map<std::int64_t, std::vector<DebugMeaning>, NumberHash>, debugger::numbered_count>
      meanings_;                                                          ///< by kind and number
  std::vector<std::pair<std::uint32_t, std::uint32_t>> custom_monitors_;  ///< by the frame that names them
  std::unordered_map<std::uint64_t, debugger::Run, NumberHash> runs_at_;  ///< by the number of the message
  std::unordered_map<std::uint64_t, DebugExchange*, NumberHash> exchange_of_;
};

/// The conversations of a capture.
class DebugConversations {
 public:
  DebugConversation& begin() { return all_.emplace_back(); }
  /// Numbers a conversation when its first message is shown.
  void set_number(DebugConversation& conversation) noexcept {
    if (!std::exchange(conversation.is_numbered, true)) conversation.number = numbered_++;
  }
  [[nodiscard]] std::uint32_t count() const noexcept { return numbered_; }  ///< how many conversations have a number
  void forget() noexcept {
    all_.clear();
    numbered_ = 0;
  }

 private:
  std::deque<DebugConversation> all_;
  std::uint32_t numbered_ = 0;
};

/// The engines of a message, for the profile; null: chosen by the user.
[[nodiscard]] const char* debug_engines(debugger::Era era, std::string_view evidence) noexcept;

/// The message on one line.
[[nodiscard]] const char* debug_line(const debugger::Result& result, const Arena& arena);

}  // namespace godot::analysis
