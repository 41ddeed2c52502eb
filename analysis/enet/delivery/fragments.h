// SPDX-License-Identifier: MIT
// Messages that were sent in fragments: which message a fragment belongs to, whether it is new, which are missing; and
// the bytes of those received, until all are there.
//
// A message is identified by stream, direction, channel, the kind of fragments and the number of the first one;
// unreliable ones also by the previous reliable number. Numbers are extended beyond 65,535, where they wrap.
//
// Memory: the bytes of the fragments received, once, regardless of the length in their headers; an entry for each
// message and for each run of fragments. Time: logarithmic in the runs for each fragment.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/enet/order/growing_table.h"
#include "analysis/facts/facts.h"
#include "base/arena.h"
#include "base/enet_sequence.h"
#include "base/number_hash.h"
#include "codec/enet/protocol.h"

namespace godot::analysis::enet {

using namespace godot::enet;  // the codec's types for data on the wire

/// A message in fragments.
struct Fragmented {
  /// The bytes of a fragment.
  struct Piece {
    std::uint32_t number;
    std::uint32_t offset;  ///< where its bytes are in the message
    std::uint32_t frame;
    std::vector<std::uint8_t> bytes;
  };

  std::uint32_t id = 0;  ///< unique in the capture
  std::uint32_t count = 0;
  std::uint32_t total_length = 0;
  std::uint32_t seen = 0;         ///< number of different fragments
  std::uint32_t last_frame = 0;   ///< the last with a fragment of it
  std::uint32_t complete_in = 0;  ///< frame; 0 = not (yet)
  facts::Cost cost = {};          ///< of its fragments without retransmissions; first pass
  std::uint32_t plain = 0;        ///< size before compression of the own and protocol bytes in `cost`
  std::uint16_t complete_at = 0;  ///< index of the command in that frame's datagram
  std::vector<Piece> pieces = {};
  std::vector<std::uint8_t> whole = {};  ///< the whole message, after join()

  /// Stores a fragment's bytes.
  void keep(const Command& command, std::uint32_t frame);

  /// Sorts the pieces by offset, with one that reaches the message's end as the last. False: they leave a gap.
  [[nodiscard]] bool arrange();

  /// Joins the pieces. False: they do not cover the message without gaps in ENet's fixed sizes.
  [[nodiscard]] bool join();

  /// The fragments not seen so far, as "3, 5-7"; null: all were seen.
  [[nodiscard]] const char* missing();

  /// Adds `number` to the fragments seen. False: seen before.
  bool see(std::uint32_t number);

 private:
  std::map<std::uint32_t, std::uint32_t> runs_;  ///< of fragments seen: the first, and what follows the last
  std::string missing_;                          ///< for `missing_when_seen_` fragments seen
  std::uint32_t missing_when_seen_ = UINT32_MAX;
};

/// The role of a fragment command.
struct FragmentPart {
  Fragmented* message = nullptr;
  std::uint16_t command = 0;  ///< index in its datagram
  bool is_new = false;        ///< the fragment is not a retransmission
  bool fits = false;          ///< its totals match those of the message's first fragment
  FragmentPart* next = nullptr;
};

/// The messages in fragments of a connection, in capture order.
class Fragments {
 public:
  /// `last_id`: of the capture's messages.
  Fragments(std::uint32_t& last_id, const Arena& arena) noexcept : last_id_(last_id), arena_(arena) {}

  /// Extends the numbers of a channel: call it for every command, before track().
  void count(std::uint8_t direction, const Command& command);

  /// Finds a fragment's message, and whether the fragment is new. The result lives as long as the arena.
  [[nodiscard]] FragmentPart* track(std::uint8_t direction, const Command& command, std::uint16_t index,
                                    std::uint32_t frame);

 private:
  /// Identifies a message in its channel.
  struct Key {
    std::uint64_t reliable;  ///< of reliable fragments: the first one's number
    std::uint32_t sequence;  ///< of unreliable fragments: the first one's number
    [[nodiscard]] bool operator==(const Key&) const noexcept = default;
  };
  struct KeyHash {
    [[nodiscard]] std::size_t operator()(const Key& key) const noexcept {
      return hash_numbers(key.reliable, key.sequence);
    }
  };
  using Messages = std::unordered_map<Key, Fragmented, KeyHash>;
  /// One direction of a channel.
  struct Channel {
    std::uint64_t reliable = series_begin;  ///< the last reliable number, extended beyond 16 bits
    Messages reliable_messages;
    Messages unreliable_messages;
  };

  [[nodiscard]] Channel& channel_of(std::uint8_t direction, std::uint8_t number);

  std::uint32_t& last_id_;
  Arena arena_;
  std::array<Table<Channel>, 2> channels_;
  std::deque<Channel> all_;
};

}  // namespace godot::analysis::enet
