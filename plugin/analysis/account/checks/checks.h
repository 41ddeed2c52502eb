// SPDX-License-Identifier: GPL-2.0-or-later
// Detects problems of a message from the capture and the project: whether the receiver accepts it, whether it arrives,
// and whether all peers get the same. Each check takes plain values and adds its findings.
//
// Copies of a message are never checked. A check that lacks a value that it needs finds nothing.
#pragma once

#include <cstdint>

#include "plugin/analysis/account/findings.h"
#include "plugin/analysis/links/state.h"
#include "plugin/analysis/multiplayer/names.h"

namespace godot::analysis::account {

/// The message to check.
struct Subject {
  const State& state;
  const MultiplayerLink& link;
  const Message& message;
  const Route& route;  ///< sender and receiver of its command
  End from;
  const names::Node& node;  ///< the node of the command
  std::uint32_t frame = 0;
  std::int64_t time = 0;   ///< nanoseconds, by the capture's clock
  std::uint32_t size = 0;  ///< bytes

  [[nodiscard]] const Memory& memory() const noexcept { return state.memory; }
};

// --- calls.cpp: the project's declaration of a method ---------------------------------------------------------------

/// The caller may not call the method. `method`: its name without a mark.
void check_caller(const Subject& subject, const char* method, const names::Declaration& declaration, Findings& found);
/// The call was sent with another transfer mode or channel than declared.
void check_sending(const Subject& subject, const char* method, const names::Declaration& declaration, Findings& found);
/// check_caller and check_sending.
void check_call(const Subject& subject, const char* method, const names::Declaration& declaration, Findings& found);

/// The method does not take that number of arguments. `maybe_one`: one empty PackedByteArray is sent like no argument.
/// True if the method takes them.
bool check_argument_count(const names::Signature& declared, const char* method, std::uint32_t count, bool maybe_one,
                          Findings& found);
/// True if a value of this type may be passed. `declared`: null if it is not.
bool check_argument(const char* declared, const char* type, Findings& found);

// --- paths.cpp ------------------------------------------------------------------------------------------------------

/// The receiver has no node at this path, judged by its confirmations: mostly known only on the second pass.
void check_path(const Subject& subject, const TaughtPath& path, Findings& found);

// --- presence.cpp ---------------------------------------------------------------------------------------------------

/// A message to a node that is not spawned yet, or was despawned. `path`: the node's, may be null; `known`: the state
/// of that path, may be null; `by_number`: the message has a number instead of the path. True if spawns decide whether
/// the receiver has this node: then check_path is not needed.
bool check_presence(const Subject& subject, const char* path, const TaughtPath* known, bool by_number, Findings& found);

/// The despawn of a node whose parent or a node further above was despawned before.
void check_despawn(const Subject& subject, Findings& found);

// --- peers.cpp: peers present ---------------------------------------------------------------------------------------

/// The receiver has not authenticated the sender.
void check_admission(const Subject& subject, Findings& found);

/// The receiver had left before, as its own message shows, or one of the server that is to relay the message.
void check_receiver(const Subject& subject, Findings& found);

/// The server relays a message that refers to a node by a peer's number, after it told the receiver that this peer
/// left: the receiver has deleted those numbers. True if so.
bool check_last_words(const Subject& subject, Findings& found);

/// The server relays a message of a peer that the receiver does not know yet. `by_number`: the message refers to a node
/// by number, so check_last_words applies first.
void check_speaker(const Subject& subject, bool by_number, Findings& found);

// --- versions.cpp ---------------------------------------------------------------------------------------------------

/// The receiver's node has other remote methods: its confirmation says so.
void check_version(const Subject& subject, Findings& found);

/// The ends run two generations of the engine: reported with the first message of each end.
void check_generations(const Subject& subject, Findings& found);

// --- delivery.cpp ---------------------------------------------------------------------------------------------------

/// A spawn, a despawn or a change never reached its receiver, whose view differs from then on.
void check_loss(const Subject& subject, multiplayer::CommandType type, bool delta, Findings& found);

/// The sender did not poll before this message (over TCP; for ENet, acknowledgements show it).
void check_silence(const Subject& subject, Findings& found);

/// An unreliable message that is larger than a datagram.
void check_size(const Subject& subject, Findings& found);

// --- views.cpp: differences between receivers -----------------------------------------------------------------------
// `node`: the synchronizer's node, as displayed for the message.

/// Another peer gets no states of this synchronizer any more.
void check_views(const Subject& subject, const multiplayer::SyncObject& object, const char* node, Findings& found);

/// Another peer sends the states of this synchronizer, too.
void check_senders(const Subject& subject, const multiplayer::SyncObject& object, const char* node, Findings& found);

/// Another peer gets other values of this synchronizer at the same moment.
void check_values(const Subject& subject, const multiplayer::SyncObject& object, const char* node, Findings& found);

// --- states.cpp -----------------------------------------------------------------------------------------------------

/// The states of this moment did not fit into one message: this message continues an earlier one.
void check_states(const Subject& subject, Findings& found);

/// The receiver has newer values than these. Returns their time; null: these are the newest.
const StaleSync* check_time(const Subject& subject, const multiplayer::SyncObject& object, Findings& found);

/// The state repeats the previous one. `step`: its relation to the previous one; `bytes`: its part of the message.
void check_change(const Subject& subject, const sync::Step& step, std::uint32_t bytes, const char* node,
                  Findings& found);

}  // namespace godot::analysis::account
