// SPDX-License-Identifier: MIT
// Links errors that an engine reports to its remote debugger with the messages of the game that have caused them.
//
//   RPC 'open' is not allowed on node /root/Main/Gate from: 69765463. ...      node, method, caller
//   Node not found: "Main/Gate" (relative to "/root").                         node
//   Failed to get path from RPC: Main/Gate.                                    node
//   Failed to get cached node from peer 69765463 with cache ID 6.              caller, the node's number
//   The rpc node checksum failed. ... Node path: Main/Gate                     node, of an announcement
//
// A link is made if exactly one message of the last two seconds can have caused the error. The first link identifies
// the process of a debugger's connection: then only messages for that peer can have caused its others. Nothing is
// stored for captures without a debugger. Filled on the first pass.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "analysis/game/routes/route.h"
#include "base/number_hash.h"
#include "base/text_hash.h"
#include "base/time.h"

namespace godot::analysis {

class EngineErrors {
 public:
  /// A message of a frame; of the debugger's connection, or of the game.
  struct Place {
    std::uint32_t frame = 0;
    std::uint32_t message = 0;
    [[nodiscard]] bool operator==(const Place&) const noexcept = default;
  };
  /// A call, or the announcement of a path, at its receiver.
  struct Message {
    Place place = {};
    std::int64_t time = 0;  ///< nanoseconds, by the capture's clock
    PeerId source = 0;
    PeerId receiver = 0;
    std::uint64_t host = 0;      ///< the receiver's address, hashed
    bool announces = false;      ///< the message announces a path
    bool by_path = false;        ///< the call names its node
    std::uint32_t node_id = 0;   ///< of a call by number, or of an announcement
    const char* path = nullptr;  ///< null: only its hash is known
    const char* md5 = nullptr;   ///< of the node's methods
    std::uint64_t method = 0;    ///< hash of its name; 0: known by number
    std::uint32_t method_id = 0;
    std::uint8_t errors = 0;  ///< kinds that are linked
  };

  /// A debugger's connection is in the capture: from now on, messages are stored.
  void listen() noexcept { listens_ = true; }
  [[nodiscard]] bool listens() const noexcept { return listens_; }

  void add(std::string_view path, const Message& message);

  /// Adds an engine's error from the debugger connection of this number.
  void error(Place place, std::string_view text, std::uint32_t connection, std::uint64_t host, std::int64_t time);

  /// The frame with the message that caused the error; 0: unknown.
  [[nodiscard]] std::uint32_t cause_of(Place error) const;
  /// The frame with the first error that a message caused; 0: none.
  [[nodiscard]] std::uint32_t error_in(Place message) const;

 private:
  enum class Kind : std::uint8_t { refused, not_found, no_path, no_cached, checksum };
  struct Parsed {
    Kind kind;
    std::string_view path;
    std::string_view method;
    PeerId source = 0;
    std::uint32_t node_id = 0;
  };
  struct Hash {
    [[nodiscard]] std::size_t operator()(const Place& place) const noexcept {
      return hash_numbers(place.frame, place.message);
    }
  };

  /// Messages are numbered from 1 on in capture order. 0: none.
  using Number = std::uint64_t;
  /// The number of the last message with a key: the hash of a path, or of a caller and a node's number.
  using Last = std::unordered_map<std::uint64_t, Number>;
  struct Kept {
    Message message;
    Number before_of_path;  ///< the message before this one with the same path
    Number before_of_id;    ///< the call by number before this one with the same caller and node
    std::int64_t newest;    ///< the latest time of the messages up to this one
  };

  [[nodiscard]] static bool parse(std::string_view text, Parsed& parsed);
  [[nodiscard]] bool fits(const Message& message, const Parsed& error, std::uint32_t connection,
                          std::uint64_t host) const;
  [[nodiscard]] Kept* kept(Number number) noexcept {
    return number >= first_ && number < first_ + recent_.size() ? &recent_[number - first_] : nullptr;
  }
  void drop_first();

  static constexpr std::int64_t window = 2 * second;
  static constexpr std::size_t most = 64;                            // messages of one node that an error may look at
  static constexpr std::size_t most_recent = std::size_t{1} << 16U;  // messages within the window

  bool listens_ = false;
  std::deque<Kept> recent_;                                                ///< in the order of the capture
  Number first_ = 1;                                                       ///< the number of the first of them
  std::int64_t dropped_until_ = std::numeric_limits<std::int64_t>::min();  ///< time of those that had no room
  Last last_of_path_;
  Last last_of_id_;
  std::unordered_map<std::uint32_t, PeerId> peer_of_;  ///< by the debugger's connection
  std::unordered_map<PeerId, std::uint32_t, NumberHash> connection_of_;
  std::unordered_map<Place, std::uint32_t, Hash> causes_;
  std::unordered_map<Place, std::uint32_t, Hash> errors_;
};

/// The errors of this capture. begin_engine_errors() forgets them.
[[nodiscard]] EngineErrors& engine_errors();
void begin_engine_errors();

}  // namespace godot::analysis
