// SPDX-License-Identifier: MIT
// Messages of godot-rollback-netcode made by hand, as the plugin passes them.
#pragma once

#include <deque>
#include <vector>

#include "analysis/libraries/rollback/match_message.h"

namespace godot::test {

class RollbackMessages {
 public:
  using Message = analysis::RollbackMessage;

  /// A message of a frame of its own, 20 ms after the one before.
  Message& add(analysis::RollbackPeer from, analysis::RollbackPeer to) {
    Message& message = messages_.emplace_back();
    message.game = 1;
    message.source = from;
    message.target = to;
    message.link = 1;
    message.frame = ++frame_;
    message.match = 1;
    message.time = now += interval;
    message.next_input = 1;
    message.next_hash = 1;
    return message;
  }
  /// Inputs of the ticks `first` to `last`; `content` in place of their bytes.
  Message& inputs(Message& message, std::uint32_t first, std::uint32_t last, std::uint64_t content = 7,
                  std::uint32_t hash = 5) {
    auto& inputs = inputs_.emplace_back();
    for (std::uint32_t tick = first; tick <= last; ++tick)
      inputs.push_back({.tick = tick, .hash = hash, .has_hash = true, .digest = content});
    message.inputs = inputs;
    return message;
  }
  /// Its own newest inputs; it asks for the other's inputs from tick `next` on.
  Message& asks(analysis::RollbackPeer from, analysis::RollbackPeer of, std::uint32_t newest, std::uint32_t next) {
    Message& message = inputs(add(from, of), newest, newest);
    message.next_input = next;
    return message;
  }
  Message& hashes(Message& message, std::uint32_t first, std::vector<std::uint32_t> values) {
    auto& hashes = hashes_.emplace_back();
    for (const std::uint32_t value : values) hashes.push_back({.tick = first++, .hash = value});
    message.hashes = hashes;
    return message;
  }

  static constexpr analysis::facts::Time interval = 20'000'000;
  analysis::facts::Time now = 0;

 private:
  std::deque<Message> messages_;
  std::deque<std::vector<analysis::RollbackInput>> inputs_;
  std::deque<std::vector<analysis::RollbackHash>> hashes_;
  std::uint32_t frame_ = 0;
};

}  // namespace godot::test
