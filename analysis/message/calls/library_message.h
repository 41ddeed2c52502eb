// SPDX-License-Identifier: MIT
// A message of the multiplayer, as libraries of games get it: its bytes, and what is known around it.
#pragma once

#include <cstdint>

#include "analysis/link/link.h"
#include "analysis/message/calls/parsed_call.h"
#include "base/host.h"
#include "codec/multiplayer/walk.h"

namespace godot::analysis {

struct LibraryMessage {
  const Message& message;
  const Memory& memory;
  const Peers& peers;
  End from;
  std::uint32_t frame;
  std::int64_t time;                    ///< nanoseconds, by the capture's clock
  const Buffer& bytes;                  ///< the bytes of the whole message
  const multiplayer::Options& options;  ///< how it is read
  Host host;

  [[nodiscard]] CallContext context() const noexcept {
    return {.memory = memory, .peers = peers, .from = from, .frame = frame};
  }
  [[nodiscard]] Speaker sender() const { return peers.speaker(from); }
};

}  // namespace godot::analysis
