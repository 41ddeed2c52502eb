// SPDX-License-Identifier: MIT
// Detects problems of a message from the capture and the project: whether the receiver accepts it, whether it arrives,
// and whether all peers get the same. Each check takes plain values and adds its findings.
//
// Rows in analysis/problems/multiplayer.def name the checks, and the part of a message that each one judges:
// they are declared here and run from there. Copies of a message are never checked. A check that lacks a value that it
// needs finds nothing.
#pragma once

#include <cstdint>

#include "analysis/game/learning/multiplayer_state.h"
#include "analysis/message/account/late_text.h"
#include "analysis/problems/findings.h"
#include "base/names/source.h"

namespace godot::analysis::account {

using Problem = problems::Multiplayer;
using problems::FrameLink;
using Finding = problems::Finding<Problem>;
using Findings = problems::Findings<Problem>;

/// A message, and what is known around it.
struct Received {
  const MultiplayerState& state;
  const MultiplayerLink& link;
  const Message& message;
  End from;
  std::uint32_t frame = 0;
  std::int64_t time = 0;   ///< nanoseconds, by the capture's clock
  std::uint32_t size = 0;  ///< bytes of the whole message
  PeerNames::Ask peer_names = PeerNames::Ask::all;
  bool first_pass = false;  ///< what later frames show is not known yet
};

/// The message to check.
struct Subject : Received {
  const Route& route;       ///< sender and receiver of its command
  const names::Node& node;  ///< the node of the command

  [[nodiscard]] const Memory& memory() const noexcept { return state.memory; }
  /// Its sender is Godot 4, as far as is known; else an older one.
  [[nodiscard]] bool is_4() const { return link.recognition_of(from).format() == multiplayer::Format::scene; }
  /// "red", "server", or "peer 1001" if it has no name; at the beginning of a sentence: "Peer 1001".
  [[nodiscard]] const char* peer(PeerId id, const Arena& arena, bool begins = false) const;
};

// --- Parts of a message, as the checks get them ---------------------------------------------------------------------

/// The node that a call or a set is for, or that an announced path leads to: `Subject::node`.
struct Addressed {
  const char* path = nullptr;            ///< the node's path; null: unknown
  const AnnouncedPath* known = nullptr;  ///< state of that path; null: unknown
  bool by_number = false;                ///< the message has a number instead of the path
  std::uint32_t number = 0;              ///< that number, if it has one
  // By the spawns of the message's source and target, if they were looked up before; null: they were not.
  const SpawnedNodes::Presence* by_source = nullptr;
  const SpawnedNodes::Presence* by_target = nullptr;
};

/// An announced path that its receiver confirms.
struct Confirmation {
  bool methods_match = true;
  const char* path = nullptr;            ///< the announced path; null: unknown
  const AnnouncedPath* known = nullptr;  ///< its announcement; null: unknown
};

struct Despawned {
  const SpawnedNode* known = nullptr;  ///< as its spawn on this link has it; null: unknown
};

/// A node that a spawn makes.
struct NewNode {
  const char* spawner = nullptr;       ///< path of the spawner; null: unknown
  const SpawnedNode* known = nullptr;  ///< on this link; null: unknown
  std::uint32_t synchronizers = 0;     ///< that the spawn lists
};

/// A synchronizer's state or changes, before their values.
struct SyncBegin {
  const multiplayer::SyncObject& object;
  const StaleSync* stale = nullptr;      ///< set if the receiver has newer values
  const AnnouncedPath* known = nullptr;  ///< its path; null: it has a number, or unknown
  const SpawnedNode* lacked = nullptr;   ///< the spawned node of which it is, if the receiver lacks it
  LateText node = "";                    ///< the synchronizer's node, as displayed for the message
};

/// A synchronizer's state or changes, after their values.
struct SyncEnd {
  const multiplayer::SyncObject& object;
  LateText node = "";           ///< the synchronizer's node, as displayed for the message
  const sync::Step* step;       ///< relation to its previous state; null: none of its states is unchanged for long
  bool is_lacked = false;       ///< the receiver lacks the node
  std::uint32_t on_change = 0;  ///< how many properties it sends on change; 0: not known
  sync::ListChange list_change = {};  ///< the change of its list of values
  /// Of its first state, for a question about its list; null: it is not the first.
  const names::Synchronizer* synchronizer = nullptr;
  /// Of its first state or change with an object that is sent as its id; null: it is not that one.
  const names::Synchronizer* with_object_id = nullptr;
};

/// An argument of a call, or the number of its arguments.
struct Arguments {
  const char* method = nullptr;
  std::uint32_t index = 0;           ///< the index of the argument that is judged
  const char* type = nullptr;        ///< of one argument, as `Array[int]`; null: their number is judged
  const char* type_asked = nullptr;  ///< as declared; null: it is not
  std::uint32_t count = 0;
  names::Signature asked = {};
  bool is_reached = false;  ///< by its number, as the receiver's list has it: the sender's method is another one
  bool maybe_one = false;   ///< the sender may have passed an empty PackedByteArray, which is sent like no argument

  [[nodiscard]] bool is_declared() const noexcept { return type != nullptr ? type_asked != nullptr : asked.known; }
};

/// A call, by the receiver's declaration of the method.
struct ReceivedCall {
  const char* method = nullptr;  ///< its name without a mark
  names::Declaration declaration = {};
};

/// A remote set (Godot 3), by the receiver's declaration of the variable.
struct ReceivedSet {
  const char* property = nullptr;
  names::Declaration declaration = {};
};

/// A call, by the sender's declaration of the method.
struct SentCall {
  const char* method = nullptr;
  names::Declaration declaration = {};
};

/// A call by a number, where the receiver has another list of remote methods than the sender.
struct ReachedMethod {
  std::uint32_t number = 0;
  const char* called = nullptr;          ///< the sender's method of this number; null: not known
  const char* reached = nullptr;         ///< the receiver's; null: not known
  bool none = false;                     ///< the receiver has none of this number
  const AnnouncedPath* known = nullptr;  ///< the node's path; null: unknown

  [[nodiscard]] bool is_known() const noexcept { return reached != nullptr || none; }
};

/// A command after its last byte.
struct CommandEnd {
  multiplayer::CommandType type = multiplayer::CommandType::none;
  bool relayed = false;     ///< it is inside of another one
  bool good = true;         ///< it was read to its end
  bool delta = false;       ///< of a Sync: it contains changes only
  bool by_number = false;   ///< it refers to a node by a number of the sender's
  bool has_member = false;  ///< the message has a call or a set

  [[nodiscard]] bool is_call() const noexcept {
    return type == multiplayer::CommandType::remote_call || type == multiplayer::CommandType::remote_set;
  }
};

// --- Checks ---------------------------------------------------------------------------------------------------------

template <class Part>
using Check = void(const Subject& subject, const Part& judged, Findings& found);

#define GODOT_PROBLEMS Multiplayer
#define GODOT_PROBLEMS_ROWS "analysis/problems/multiplayer.def"
#define GODOT_CHECK Check
#define GODOT_CHECKS Checks
#include "analysis/problems/checks.inc"

/// Runs the checks of a part of a message, in the order of their rows.
template <class Part>
void judge(const Subject& subject, const Part& part, Findings& found);

// --- Steps of several checks
// --------------------------------------------------------------------------------------------

/// paths.cpp: the receiver has no node at this path, judged by its confirmations: mostly known only on the second pass.
void check_path(const Subject& subject, const AnnouncedPath& path, Findings& found);

/// numbers.cpp: the call carries a path that was not announced on this connection. True if it was not.
bool check_untold(const Subject& subject, const Addressed& node, Findings& found);

/// spawns.cpp: the projects that an end may run, a bit each.
[[nodiscard]] std::uint64_t projects_of(const Subject& subject, End end);

/// presence.cpp: why the receiver lacks a node that was not despawned itself: SpawnedNode::gone_with.
[[nodiscard]] const char* why_lacked(const SpawnedNode& node, const Arena& arena);

/// presence.cpp: true if the receiver has left, or its process has ended, or it answers nothing.
[[nodiscard]] bool has_ended(const Subject& subject);

/// calls.cpp: false: this declaration says nothing about the message, as it is not known, or not for certain.
[[nodiscard]] bool is_judged(const Subject& subject, const names::Declaration& declaration) noexcept;

/// peers.cpp: true if the receiver had left before: it neither runs a call nor refuses it.
[[nodiscard]] bool reaches_nobody(const Subject& subject);

/// presence.cpp: true if a spawn or despawn may be what the capture lacks, or has cut, or has in another place.
[[nodiscard]] bool may_be_unseen(const Subject& subject);

/// presence.cpp: a message to a node that is not spawned yet, or was despawned. True if spawns decide whether the
/// receiver has this node: then check_path is not needed.
bool check_presence(const Subject& subject, const Addressed& node, Findings& found);

}  // namespace godot::analysis::account
