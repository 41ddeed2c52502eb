// SPDX-License-Identifier: MIT
// Collects the messages of one conversation, reassembled from their fragments. Slow and simple; for tests.
#pragma once

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "codec/enet/protocol.h"
#include "tests/unit/support/bytes.h"

namespace godot::test {

class Messages {
 public:
  /// `direction`: any value that distinguishes the two.
  template <class Direction>
  void add(const Direction& direction, const enet::Command& command) {
    if (!command.has_payload()) return;
    const Bytes payload(command.payload.begin(), command.payload.end());
    if (!command.is_fragment()) {
      whole_.push_back(payload);
      return;
    }
    const enet::Fragment body = fragment(command);
    const bool reliable = command.type == enet::CommandType::send_fragment;
    const auto key = std::tuple(bytes_of(direction), command.type, command.channel, body.start_sequence,
                                reliable ? std::uint16_t{0} : command.reliable_sequence);
    Partial& partial = partial_[key];
    partial.bytes.resize(body.total_length);
    if (partial.seen.empty()) partial.seen.resize(body.count);
    std::copy(payload.begin(), payload.end(), partial.bytes.begin() + body.offset);
    partial.seen[body.number] = true;
    if (std::count(partial.seen.begin(), partial.seen.end(), false) != 0) return;
    whole_.push_back(partial.bytes);
    partial_.erase(key);
  }

  [[nodiscard]] bool contains(const Bytes& message) const {
    return std::find(whole_.begin(), whole_.end(), message) != whole_.end();
  }
  [[nodiscard]] const std::vector<Bytes>& all() const { return whole_; }
  [[nodiscard]] std::size_t unfinished() const { return partial_.size(); }

 private:
  struct Partial {
    Bytes bytes;
    std::vector<bool> seen;
  };

  static std::string bytes_of(const std::string& direction) { return direction; }
  static std::string bytes_of(bool direction) { return direction ? "1" : "0"; }

  std::map<std::tuple<std::string, enet::CommandType, std::uint8_t, std::uint16_t, std::uint16_t>, Partial> partial_;
  std::vector<Bytes> whole_;
};

}  // namespace godot::test
