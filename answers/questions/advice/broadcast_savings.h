// SPDX-License-Identifier: MIT
// Equal bytes that a client sends to all other peers, one after another: send_bytes() to everybody sends one message,
// which the server passes on to all.
//
// A client's message to another client passes through the server, so that N of them are N messages on the client's
// link, and a broadcast is one. (A server sends one message to each peer in either case. So does rpc() of Godot 4, also
// at a client, which sends as many messages as rpc_id() for each peer: calls would save nothing. Recorded with 4.6.3:
// scene_rpc_interface.cpp, _send_rpc.)
//
// Counted: equal bytes within 50 ms, if they reach every other client that the capture shows. All but the largest would
// not be sent; nor, of reliable ones, their acknowledgements. Headers that a datagram has once are saved only where it
// has nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "answers/questions/advice/savings.h"
#include "base/time.h"

namespace godot::analysis::advice {

class Broadcasts {
 public:
  /// Learns the peers of any message; bytes are compared with those before. `alone`: nothing else is in its frame.
  void add(const facts::Frame& frame, const facts::Envelope& envelope, const facts::Item& item, bool alone);

  void append(std::vector<Saving>& savings) const;

 private:
  static constexpr facts::Time longest = 50 * millisecond;
  static constexpr std::size_t most_peers = 1U << 12U;
  static constexpr std::size_t most_runs = 8;        ///< of a sender, at a time
  static constexpr std::size_t least_receivers = 2;  ///< clients; a broadcast to one saves nothing

  using Sender = std::pair<std::uint32_t, std::int32_t>;  ///< the session and the sender's peer id
  /// Equal bytes, one after another.
  struct Run {
    std::uint64_t digest = 0;
    facts::Time begun = 0;
    std::set<std::int32_t> targets = {};  ///< none: there is no run
    double bytes = 0;
    double largest = 0;
  };
  struct Found {
    std::uint64_t broadcasts = 0;
    std::uint64_t messages = 0;
    double bytes = 0;    ///< of all of them
    double largest = 0;  ///< of the one that remains of each broadcast
  };

  void learn(const facts::Route& route);
  void end(const Sender& sender, const Run& run, Found& found) const;

  std::map<std::uint32_t, std::set<std::int32_t>> peers_;  ///< clients of each session
  std::size_t peer_count_ = 0;
  std::map<Sender, std::array<Run, most_runs>> runs_;
  Found found_;
};

}  // namespace godot::analysis::advice
