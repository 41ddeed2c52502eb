// SPDX-License-Identifier: MIT
// The connections over TCP of a capture, and what is known of their ends, by frame: hosts add segments once, in the
// order of the capture, and ask as often as they show a frame. Memory: constant for a connection, and an Ending for
// each; a few bytes for a segment with a Close, Ping or Pong.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "analysis/facts/facts.h"
#include "analysis/tcp_ends/connection.h"
#include "analysis/tcp_ends/silences.h"
#include "base/number_hash.h"

namespace godot::analysis::tcp_ends {

using facts::Control;

class Ends {
 public:
  void add(const Segment& segment);

  /// Messages of this connection are Godot's.
  void mark(std::uint32_t stream) { connections_[stream].mark(); }

  /// What a frame shows; null: nothing.
  [[nodiscard]] const std::vector<Ending>* find(std::uint32_t frame) const;

  /// Of a frame on a connection whose messages are Godot's.
  [[nodiscard]] Control control_in(std::uint32_t frame) const;

  void forget();

 private:
  class Sink;

  void look_at_other_connections(Ending& ending, std::uint64_t server, Nanoseconds asked_at) const;
  void remember_unanswered(const Segment& segment);
  void serve(const Connection& connection);

  struct OfStream {
    std::uint32_t stream = 0;
    Control control;
  };

  /// When, and in which frame, a server has sent to any of its WebSockets last.
  struct Served {
    Nanoseconds at = 0;
    std::uint32_t in = 0;
  };

  /// The frames that show an unanswered request to a server, in their order, until an older connection goes on. For a
  /// moment, a program that has ended may still seem to send.
  struct Unanswered {
    struct Recent {
      std::uint32_t shown_in = 0;
      Nanoseconds time = 0;
    };
    std::deque<Recent> recent;
    std::vector<std::uint32_t> shown_in;
  };

  std::unordered_map<std::uint64_t, Unanswered, NumberHash> unanswered_;   ///< by the server, too
  std::unordered_map<std::uint64_t, Served, NumberHash> served_;           ///< by the server, as Segment::target has it
  std::unordered_map<std::uint32_t, Connection, NumberHash> connections_;  ///< by the number of the TCP stream
  std::unordered_map<std::uint32_t, std::vector<Ending>, NumberHash> found_;  ///< by the frame that they are shown in
  std::unordered_map<std::uint32_t, OfStream, NumberHash> control_;           ///< by the number of the frame
  Silences silences_;
};

}  // namespace godot::analysis::tcp_ends
