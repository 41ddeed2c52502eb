// SPDX-License-Identifier: MIT
// A message that was sent just before its sender closed the connection, and that is never acknowledged.
//
// An end that reads a Disconnect drops what it has received and not yet passed on, with the acknowledgements that it
// has not sent: it never delivers a message that it reads in the same poll (thirdparty/enet/protocol.c,
// enet_protocol_handle_disconnect, enet_peer_reset_queues). One that it reads in an earlier poll is acknowledged then.
#pragma once

#include <cstdint>

#include "analysis/problems/verdict.h"
#include "base/arena.h"

namespace godot::analysis::enet {

/// The text if nothing shows whether it was delivered: of an unreliable one, or of one with which the capture ends.
[[nodiscard]] const char* unsure_last_words(double before, std::uint32_t left_in, const analysis::Arena& arena);

struct LastWords {
  std::uint32_t left_in = 0;   ///< the frame of the sender's Disconnect
  std::uint32_t acked_in = 0;  ///< its acknowledgement; 0: none
  double before = 0;           ///< seconds from the message to the Disconnect
  bool is_local = false;       ///< both ends have one address: nothing gets lost
};
[[nodiscard]] problems::Verdict verdict_on(const LastWords& message, const analysis::Arena& arena);

}  // namespace godot::analysis::enet
