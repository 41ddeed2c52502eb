// SPDX-License-Identifier: MIT
// The bytes of a frame that each command of its datagram causes: its own, and its share of the frame's headers.
#pragma once

#include "analysis/facts/facts.h"
#include "base/arena.h"
#include "codec/enet/command_list.h"
#include "codec/enet/datagram_reading.h"

namespace godot::analysis::enet {

/// The commands of a datagram that was read.
struct CountedCommands {
  const godot::enet::Reading& reading;
  const godot::enet::CommandList& list;
  std::uint32_t plain;  ///< bytes of all after decompression; 0: they are not compressed
};

/// The costs of the commands, in order; zeros if unknown.
class CommandCosts {
 public:
  CommandCosts() noexcept = default;

  /// Divides the bytes of a frame, `length` in all, among its only datagram's commands.
  CommandCosts(const Arena& arena, std::uint32_t length, const CountedCommands& commands);

  [[nodiscard]] facts::Cost next() noexcept;

 private:
  const facts::Item* next_ = nullptr;
};

}  // namespace godot::analysis::enet
