// SPDX-License-Identifier: MIT
// Decides whether the receiver accepts a call: compares the project's declaration with the caller and node on the wire.
//
// In: the declaration, the two peers, the senders of the node's states, whether the project ever changes an authority.
// Out: a verdict. Not known: see authorities.h. Calls of the server, and of peers that have ever sent a state of the
// node, are not judged by that. (modules/multiplayer/scene_rpc_interface.cpp, _process_rpc; Godot 3:
// core/io/multiplayer_api.cpp, _can_call_mode)
#pragma once

#include <array>
#include <charconv>
#include <string_view>

#include "analysis/game/memory/senders.h"
#include "base/names/source.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis {

/// `refused_unless_given`: a script may have made the caller the node's authority, which is not on the wire.
enum class CallVerdict : std::uint8_t { allowed, unknown, refused_unless_given, refused };

struct CallFacts {
  names::Declaration declaration = {};
  multiplayer::PeerId caller = 0;   ///< the caller's peer id; 0: not known
  multiplayer::PeerId target = 0;   ///< 0: everyone; negative: everyone but one
  Senders senders = {};             ///< of the node's states
  bool never_given = false;         ///< the project never sets an authority: every node is the server's
  bool may_be_split = false;        ///< scripts may give the node and its synchronizers to different peers
  bool named_after_caller = false;  ///< its path contains the caller's id, as nodes of players often do
};

/// True if the caller's id is a name in the path, or a part of one (`Players/1173905967`, `ship_7`).
[[nodiscard]] inline bool is_named_after(std::string_view path, multiplayer::PeerId caller) {
  std::array<char, 16> digits{};
  const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), caller);
  const std::string_view id(digits.data(), static_cast<std::size_t>(written.ptr - digits.data()));
  const auto is_digit = [&](std::size_t at) { return at < path.size() && path[at] >= '0' && path[at] <= '9'; };
  for (std::size_t at = path.find(id); at != std::string_view::npos; at = path.find(id, at + 1)) {
    if (!is_digit(at + id.size()) && (at == 0 || !is_digit(at - 1))) return true;
  }
  return false;
}

[[nodiscard]] inline CallVerdict judge(const CallFacts& call) noexcept {
  using names::Callers;
  constexpr multiplayer::PeerId server = multiplayer::server;
  if (!call.declaration || call.caller == 0) return CallVerdict::unknown;
  switch (call.declaration.callers) {
    case Callers::anybody: return CallVerdict::allowed;
    case Callers::none: return CallVerdict::refused;
    case Callers::authority:
      if (call.never_given) return call.caller == server ? CallVerdict::allowed : CallVerdict::refused;
      // Peers that have sent its states may be its authority, and so may the server.
      if (call.caller == server || call.senders.has(call.caller)) return CallVerdict::unknown;
      if (call.senders.known() && !call.may_be_split) return CallVerdict::refused;
      return call.named_after_caller ? CallVerdict::unknown : CallVerdict::refused_unless_given;
    case Callers::toward_authority:
      if (!call.never_given) return CallVerdict::unknown;
      return call.target > 0 && call.target != server ? CallVerdict::refused : CallVerdict::allowed;
    case Callers::unknown: break;
  }
  return CallVerdict::unknown;
}

/// How a call was sent, for comparison with its declaration. Fragments of unreliable messages do not show which of the
/// two unreliable modes was used.
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

}  // namespace godot::analysis
