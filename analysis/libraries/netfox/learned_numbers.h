// SPDX-License-Identifier: MIT
// Learns numbers of nodes, and states that are sent again, from a command of netfox that was accepted.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/libraries/netfox/find_command.h"
#include "analysis/libraries/netfox/memory.h"
#include "codec/libraries/netfox/walk.h"

namespace godot::analysis {

/// A command that was accepted.
struct NetfoxAccepted {
  Speaker source = {};
  Speaker target = {};
  netfox::CommandKind kind = netfox::CommandKind::other;
  bool is_call = false;          ///< of a synchronizer or action
  std::string_view called = {};  ///< the path of that synchronizer or action
  std::uint32_t reference = 0;   ///< of its differences: the tick that they change
  bool whole = false;            ///< read to its end
  bool repeated = false;         ///< a copy of an earlier message
  Buffer bytes = {};             ///< the bytes that are netfox's
  NetfoxPlace place = {};        ///< where these bytes are in the capture
  std::int64_t time = 0;         ///< when the frame was captured, in nanoseconds
};

class NetfoxLesson final : public netfox::PacketSink {
 public:
  /// Forgets the last command, before each walk.
  void clear() noexcept;

  void identity(const netfox::Identity& identity) override { identities_.push_back(identity); }
  void snapshot(const netfox::Snapshot& snapshot) override { ticks_.push_back(snapshot.tick); }
  void node(const netfox::NodeFrame& frame) override { frames_.push_back({frame, ticks_.empty() ? 0 : ticks_.back()}); }

  void store(const NetfoxAccepted& command, NetfoxMemory& memory) const;

 private:
  struct Frame {
    netfox::NodeFrame frame;
    std::uint32_t tick;
  };

  // Their memory is kept from message to message.
  std::vector<netfox::Identity> identities_;
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> ticks_;
};

/// Learns from a command on the first pass.
void learn_netfox(const LibraryMessage& message, const NetfoxCommand& command, NetfoxMemory& memory);

}  // namespace godot::analysis
