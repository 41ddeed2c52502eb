// SPDX-License-Identifier: GPL-2.0-or-later
// Does the receiver take a call? What the project declares, held against what the wire shows of caller and node.
//
// In: the declaration, the two peers, who sends the node's states, whether the project ever gives a node away. Out: a
// verdict. What it cannot know: see authority.h. The server's calls, and those of peers that have ever sent a state of
// the node, are not judged by that. (modules/multiplayer/scene_rpc_interface.cpp, _process_rpc; Godot 3:
// core/io/multiplayer_api.cpp, _can_call_mode)
#pragma once

#include "codec/multiplayer/protocol.h"
#include "plugin/analysis/multiplayer/authority.h"
#include "plugin/analysis/multiplayer/names.h"

namespace godot::plugin {

enum class Verdict : std::uint8_t { allowed, unknown, refused };

struct CallFacts {
  names::Declaration declaration = {};
  multiplayer::PeerId caller = 0;  ///< 0: not known
  multiplayer::PeerId target = 0;  ///< 0: everyone; negative: everyone but one
  Senders senders = {};            ///< of the node's states
  bool never_given = false;        ///< the project never sets an authority: all nodes are the server's
};

[[nodiscard]] inline Verdict judge(const CallFacts& call) noexcept {
  using names::Callers;
  constexpr multiplayer::PeerId server = multiplayer::server;
  if (!call.declaration || call.caller == 0) return Verdict::unknown;
  switch (call.declaration.callers) {
    case Callers::anybody: return Verdict::allowed;
    case Callers::nobody: return Verdict::refused;
    case Callers::authority:
      if (call.never_given) return call.caller == server ? Verdict::allowed : Verdict::refused;
      // Whoever has sent its states may have the node, and so may the server.
      if (!call.senders.known() || call.caller == server || call.senders.has(call.caller)) return Verdict::unknown;
      return Verdict::refused;
    case Callers::toward_authority:
      if (!call.never_given) return Verdict::unknown;
      return call.target > 0 && call.target != server ? Verdict::refused : Verdict::allowed;
    case Callers::unknown: break;
  }
  return Verdict::unknown;
}

/// True if a call was not sent as it is declared. Fragments of unreliable messages do not tell which of the two
/// unreliable modes it was.
struct Sent {
  names::Transfer transfer = names::Transfer::unknown;
  int channel = -1;  ///< as scripts count them; negative: not known
  bool fragmented = false;
};

[[nodiscard]] constexpr bool other_transfer(const names::Declaration& declared, const Sent& sent) noexcept {
  using names::Transfer;
  if (declared.transfer == Transfer::unknown || sent.transfer == Transfer::unknown) return false;
  const bool both_unreliable = declared.transfer != Transfer::reliable && sent.transfer != Transfer::reliable;
  return declared.transfer != sent.transfer && !(both_unreliable && sent.fragmented);
}

[[nodiscard]] constexpr bool other_channel(const names::Declaration& declared, const Sent& sent) noexcept {
  return declared.channel >= 0 && sent.channel >= 0 && declared.channel != sent.channel;
}

}  // namespace godot::plugin
