// SPDX-License-Identifier: MIT
// A summary of a capture in a few lines: its duration, transports and peers.
//
// In: frames, in capture order; the ends of each conversation, requested once. Out: JSON. Cost: constant for each
// message; memory for each peer and conversation, most_listed of each: further ones are counted; and for each
// connection over TCP, whose segments count with its messages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "analysis/facts/facts.h"
#include "answers/report_page/mask.h"
#include "base/hash_table.h"
#include "base/number_hash.h"
#include "base/recent.h"

namespace godot::analysis::page {

/// The same in plain values, for what shows it as text.
struct Sketch {
  std::vector<std::string> engines;     ///< "Godot 4.3 or later"; without those of which another says more
  std::vector<std::string> transports;  ///< as "ENet" and "WebSocket"
  std::vector<std::string> peers;       ///< by name, or by id; a name that several games have, once
  std::uint64_t peers_left_out = 0;
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;
  std::uint64_t connections = 0;
  double seconds = 0;  ///< from the first packet to the last
};

class Overview {
 public:
  static constexpr std::size_t most_listed = 500;

  void add(const facts::Frame& frame);

  /// True once for each conversation in which something is recognised: then set_ends() must be called.
  [[nodiscard]] bool wants_ends(const facts::Frame& frame);
  /// Sets the address and port of the frame's sender and receiver.
  void set_ends(const facts::Frame& frame, std::string source, std::string destination);

  /// The date of the capture's first frame, in seconds since 1970.
  void set_begin(double seconds) noexcept { begin_ = seconds; }
  [[nodiscard]] bool has_begin() const noexcept { return begin_ != 0; }

  /// All names that peers have had: also those of peers that are not listed.
  void learn_names(Mask& mask) const;
  void append(std::string& out, Mask& mask) const;

  [[nodiscard]] Sketch sketch() const;

 private:
  using Session = std::uint32_t;
  struct Peer {
    const char* name = nullptr;  // as the facts have it; null: none
    std::uint64_t messages = 0;
  };
  struct Sum {
    std::uint64_t packets = 0;
    std::uint64_t bytes = 0;

    void operator+=(const Sum& other) noexcept {
      packets += other.packets;
      bytes += other.bytes;
    }
  };
  using ConversationKey = std::pair<facts::Transport, std::uint32_t>;
  struct Conversation {
    std::array<std::string, 2> ends;  // the end that opened it, if known; otherwise the sender of its first frame
    bool is_directed = false;         // the end that opened it is known
    std::array<const char*, 2> engines = {};  // of each side, as its messages show
    Sum sum;
  };
  /// A connection over TCP.
  struct Stream {
    Sum waiting;                 ///< of its segments so far, if nothing was recognised in it yet
    bool is_recognised = false;  ///< ... and below: of its first message
    ConversationKey key = {};
  };
  using PeerKey = std::pair<Session, std::int32_t>;
  struct PeerHash {
    std::size_t operator()(const PeerKey& key) const noexcept { return hash_numbers(key.first, key.second); }
  };

  struct ConversationHash {
    std::size_t operator()(const ConversationKey& key) const noexcept {
      return hash_numbers(static_cast<std::uint8_t>(key.first), key.second);
    }
  };

  /// Null: it is not listed.
  [[nodiscard]] Conversation* find_conversation(const ConversationKey& key);
  void count(const ConversationKey& key, const Sum& sum);
  void add_segment(const facts::Frame& frame);
  void learn_name(const char* name);
  static ConversationKey key_of(const facts::Frame& frame);
  void add(const facts::Item& item);
  void learn_names(const facts::Route& route);
  void learn_names(const facts::Envelope& envelope);
  static void learn_engines(const facts::Frame& frame, Conversation& conversation);
  [[nodiscard]] std::vector<std::string> engines() const;
  Peer* find_peer(Session session, std::int32_t id, const char* name);
  Peer* list_peer(const PeerKey& key);

  double begin_ = 0;
  Sum all_;
  bool has_begun_ = false;  ///< from the first frame on in which something was recognised
  facts::Time first_ = 0;
  facts::Time last_ = 0;
  std::map<facts::Transport, Sum> transports_;
  std::map<ConversationKey, Conversation> conversations_;
  /// The same, for who asks with each frame, twice.
  HashTable<ConversationKey, Conversation*, ConversationHash> known_conversations_;
  Recent<ConversationKey, Conversation> recent_conversations_;
  Conversation unlisted_;                                 ///< stands for all for which there is no room
  HashTable<std::uint32_t, Stream, NumberHash> streams_;  ///< by the flow of each
  std::map<PeerKey, Peer> peers_;
  HashTable<PeerKey, Peer*, PeerHash> known_peers_;  ///< the same, for who asks with each message
  Recent<PeerKey, Peer> recent_peers_;
  std::uint64_t peers_left_out_ = 0;
  std::unordered_set<const char*> names_;          ///< names of peers; the texts are interned
  std::array<const char*, 64> recent_names_ = {};  ///< some of them, by their addresses
};

}  // namespace godot::analysis::page
