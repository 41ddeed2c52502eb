// SPDX-License-Identifier: MIT
// The connections over TCP of a capture, and what is known of their ends, by frame: hosts add segments once, in the
// order of the capture, and ask as often as they show a frame. Memory: constant for a connection, and an Ending for
// each.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/ends/connection.h"
#include "analysis/ends/silences.h"
#include "base/number_hash.h"

namespace godot::analysis::ends {

class Ends {
 public:
  void add(const Segment& segment);

  /// Messages of this connection are Godot's.
  void mark(std::uint32_t stream) { connections_[stream].mark(); }

  /// What a frame shows; null: nothing.
  [[nodiscard]] const std::vector<Ending>* find(std::uint32_t frame) const;

  void forget();

 private:
  class Sink;

  std::unordered_map<std::uint32_t, Connection, NumberHash> connections_;     ///< by stream
  std::unordered_map<std::uint32_t, std::vector<Ending>, NumberHash> found_;  ///< by frame
  Silences silences_;
};

}  // namespace godot::analysis::ends
