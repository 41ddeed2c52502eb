// SPDX-License-Identifier: MIT
// A capture in the Trace Event Format, which ui.perfetto.dev and chrome://tracing show.
//
// In: frames whose costs a profile has set, with texts, in capture order. Out: JSON, piece by piece.
//
// - A process is an end of connections: a peer if it is known, otherwise one end of one conversation. A thread is a
//   channel to one receiver; items without a channel have a thread of their own.
// - A slice is a message: from its first transmission in the capture to the time when it is complete at the capture
//   point (the acknowledged transmission, with nothing missing before it). Slices that overlap without being nested are
//   in further threads of that channel.
// - Everything else is a slice of no length: acknowledgements, pings, copies, fragments, segments.
// - A flow goes from a message to its acknowledgement (in two passes); for a message in fragments, to the last of
//   theirs, if each transmission that completed it was acknowledged. Counters: bytes in flight, window, round trips.
// - Each slice has its part of its frame in `bytes`: their sum is the profile's. A mirror's record that counts in
//   another frame has 0.
//
// Not known: when a receiver elsewhere got something; the time of capture counts.
//
// Cost: constant for each item, and for each slice the threads of its channel (at most most_threads). Memory: for each
// message on its way, for each end of a conversation, and most_held events of an end whose peer is unknown.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/facts/facts.h"
#include "answers/report_page/lane.h"
#include "answers/report_page/unrecognised_frames.h"
#include "base/number_hash.h"

namespace godot::analysis::trace {

class Trace {
 public:
  static constexpr std::size_t most_threads = 64;  ///< threads of one channel at most
  static constexpr std::size_t most_held = 256;
  static constexpr std::size_t most_text = 300;  ///< bytes of a name

  /// Appends the events of a frame.
  void add(const facts::Frame& frame, std::string& out);

  /// Appends the end: then the file is complete.
  void finish(std::string& out);

 private:
  using Time = facts::Time;
  using Number = std::uint32_t;

  struct Thread {
    Number id = 0;
    Time begin = 0;  ///< of its last slice
    Time end = -1;
    bool is_open = false;
  };
  struct Lane {
    LaneKey key;
    Number process = 0;                           ///< 0: not known yet
    std::string name;                             ///< of the conversation, and its receiver
    std::map<int, std::vector<Thread>> channels;  ///< by the channel's number; -1: without a channel
    std::vector<std::string> held;                ///< events without their process
    std::uint32_t in_flight = UINT32_MAX;
    std::uint32_t window = UINT32_MAX;
  };
  /// A message on its way.
  struct Slice {
    Number lane = 0;
    int channel = 0;
    std::size_t thread = 0;
    Time begin = 0;
    std::uint32_t frame = 0;
    std::uint64_t bytes = 0;
    facts::Kind kind = facts::Kind::other_message;
    facts::Mode mode = facts::Mode::reliable;
    std::string name;
    bool has_thread = false;
  };
  /// A message with fragments still arriving.
  struct Pieces {
    Slice slice;
    bool all_acked = true;       ///< of the fragments so far
    std::uint32_t acked_in = 0;  ///< the frame of their last acknowledgement
    std::uint16_t sequence = 0;  ///< of the fragment that it acknowledges
  };
  /// Identifies a command across its retransmissions.
  struct CommandKey {
    Number lane = 0;
    std::uint16_t sequence = 0;
    std::uint8_t channel = 0;
    [[nodiscard]] bool operator==(const CommandKey&) const noexcept = default;
    struct Hash {
      std::size_t operator()(const CommandKey& key) const noexcept {
        return hash_numbers(key.lane, key.sequence, key.channel);
      }
    };
  };

  void add_item(const facts::Frame& frame, const facts::Envelope& envelope, const facts::Item& item, Number lane,
                std::uint64_t bytes, std::string& out);
  void add_counters(const facts::Frame& frame, const facts::Envelope& envelope, Number lane, std::string& out);

  Number lane_of(const facts::Frame& frame, const facts::Envelope* envelope);
  void learn_process(Lane& lane, std::uint32_t session, std::int32_t peer, const char* name, std::string& out);
  void settle(Lane& lane, Number process, std::string& out);
  std::optional<std::size_t> thread_for(Lane& lane, int channel, Time begin, std::string& out);

  Slice begin_slice(const facts::Frame& frame, const facts::Item& item, Number lane, std::string& out);
  void end_slice(Slice& slice, Time end, const char* remark, std::string& out);
  void point(const facts::Frame& frame, const facts::Item& item, Number lane, std::uint64_t bytes, const char* remark,
             std::string& out);
  void flow_from(const Slice& slice, std::uint32_t acked_in, std::uint16_t sequence, std::uint8_t channel,
                 std::string& out);
  void flow_to(const facts::Frame& frame, const facts::Item& item, Number lane, std::string& out);
  void emit(Lane& lane, std::string event, std::string& out);
  void begin_event(std::string& out);

  bool begun_ = false;
  Number next_process_ = 0;
  Number next_thread_ = 0;
  Number next_flow_ = 0;
  Time last_ = 0;
  std::deque<Lane> lanes_;
  std::unordered_map<LaneKey, Number, LaneKey::Hash> lane_numbers_;
  std::map<std::pair<std::uint32_t, std::int32_t>, Number> peers_;
  UnrecognisedFrames unrecognised_;
  std::unordered_map<CommandKey, Slice, CommandKey::Hash> waiting_;  ///< for a later transmission
  std::unordered_map<std::uint32_t, Pieces> fragments_;              ///< by the number of the message
  /// Flows that end in a frame: channel and sequence number select the acknowledgement.
  struct Awaited {
    Number id = 0;
    Number lane = 0;
    std::uint16_t sequence = 0;
    std::uint8_t channel = 0;
  };
  std::unordered_map<std::uint32_t, std::vector<Awaited>> awaited_;  ///< by the frame that they end in
};

}  // namespace godot::analysis::trace
