// SPDX-License-Identifier: MIT
// Decides whether the receiver accepts a call, and says why it does not: compares the project's declaration with the
// caller and node on the wire. A new cause of a refused call is a RefusalCause, what shows it in judge(), and its
// sentences in why_refused(), where the compiler asks for them; both are in call_verdict.cpp.
//
// In: the declaration, the two peers, the senders of the node's states, whether the project ever changes an authority.
// Out: a verdict with its cause. Not known: see authorities.h. Calls of the server, and of peers that have ever sent a
// state of the node, are not judged by that. (modules/multiplayer/scene_rpc_interface.cpp, _process_rpc; Godot 3:
// core/io/multiplayer_api.cpp, _can_call_mode)
#pragma once

#include <charconv>
#include <cstdint>
#include <string_view>
#include <system_error>

#include "analysis/game/memory/senders.h"
#include "base/arena.h"
#include "base/names/source.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis {

/// `refused_unless_given`: a script may have made the caller the node's authority, or the receiver its master, which is
/// not on the wire.
enum class CallVerdict : std::uint8_t { allowed, unknown, refused_unless_given, refused };

struct CallFacts {
  names::Declaration declaration = {};
  multiplayer::PeerId caller = 0;    ///< the caller's peer id; 0: not known
  multiplayer::PeerId target = 0;    ///< 0: everyone; negative: everyone but one
  multiplayer::PeerId receiver = 0;  ///< of this hop; 0: not known
  bool goes_to_others = false;       ///< to everyone: the server relays it to other clients
  Senders senders = {};              ///< of the node's states
  bool never_given = false;          ///< the project never sets an authority: every node is the server's
  bool may_be_split = false;         ///< scripts may give the node and its synchronizers to different peers
  bool is_given = false;             ///< a script gives the node, or one above it, to a peer that it does not show
  multiplayer::PeerId named_after =
      0;  ///< the client whose id the node's path contains, as nodes of players do; 0: none

  /// The peer that executes it, as far as this hop shows; 0: not known.
  [[nodiscard]] constexpr multiplayer::PeerId taker() const noexcept { return target > 0 ? target : receiver; }
};

/// The last client whose id is a name in the path, or a part of one (`Players/1173905967`, `ship_7`); 0: none.
/// `is_client(id)`: whether this is the id of a client.
template <class IsClient>
[[nodiscard]] multiplayer::PeerId client_in_path(std::string_view path, IsClient is_client) {
  const auto is_digit = [](char letter) { return letter >= '0' && letter <= '9'; };
  multiplayer::PeerId found = 0;
  for (const char *at = path.data(), *const end = at + path.size(); at != end;) {
    if (!is_digit(*at)) {
      ++at;
      continue;
    }
    multiplayer::PeerId id = 0;
    const auto [behind, error] = std::from_chars(at, end, id);
    if (error == std::errc() && id > multiplayer::server && is_client(id)) found = id;
    at = behind;
  }
  return found;
}

/// What makes the receiver refuse a call.
enum class RefusalCause : std::uint8_t {
  none,                ///< it is not refused, or not for certain
  not_written,         ///< the node's script has no such member, or none with a keyword
  for_nobody,          ///< it is declared so that nobody may call it
  for_the_master,      ///< only the node's master accepts it, and that is the server
  by_other_clients,    ///< the same, of a call to all: the server accepts it, the other clients do not
  never_given,         ///< the caller is not the server, and no script gives the node to another peer
  states_from_others,  ///< the node's states come from other peers than the caller
};

struct CallJudgement {
  CallVerdict verdict = CallVerdict::unknown;
  RefusalCause cause = RefusalCause::none;  ///< if it is refused
};

[[nodiscard]] CallJudgement judge(const CallFacts& call) noexcept;

namespace account {

struct Subject;

/// A method that is called, or a variable that is set.
struct Member {
  const char* text;        ///< the member as sentences name it: `move()`
  const char* verb;        ///< what may not be done with it: `call`
  const char* verb_first;  ///< the same at the beginning of a sentence
  const char* at_one;      ///< what does it at one peer: `rpc_id`
  const char* keyword;     ///< what declares it: `func`
};

/// Why the call is refused, and what helps: a sentence each.
struct Refusal {
  const char* why = nullptr;
  const char* remedy = nullptr;
};

/// Of a call that judge() refuses by this cause.
[[nodiscard]] Refusal why_refused(const Subject& subject, const CallFacts& call, RefusalCause cause,
                                  const Member& member, Arena arena);

/// Godot 4 sends a list of the node's remote methods, Godot 3 does not.
[[nodiscard]] bool is_godot_4(const Subject& subject) noexcept;

}  // namespace account

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
