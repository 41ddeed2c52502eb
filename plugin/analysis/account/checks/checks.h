// SPDX-License-Identifier: GPL-2.0-or-later
// What may be wrong with a message, judged by what the capture and the project tell: does its receiver take it, does it
// get there, do all get the same? Each check takes plain values and adds what it finds.
//
// A copy of a message is never judged, nor is what nothing shows: a check that lacks a value finds nothing.
#pragma once

#include <cstdint>

#include "plugin/analysis/account/findings.h"
#include "plugin/analysis/links/state.h"
#include "plugin/analysis/multiplayer/names.h"

namespace godot::account {

/// The message that is judged.
struct Subject {
  const plugin::State& state;
  const plugin::MultiplayerLink& link;
  const plugin::Message& message;
  const plugin::Route& route;  ///< of its command
  plugin::End from;
  const plugin::names::Node& node;  ///< that the command is about
  std::uint32_t frame = 0;
  std::int64_t time = 0;   ///< nanoseconds, by the capture's clock
  std::uint32_t size = 0;  ///< bytes

  [[nodiscard]] const plugin::Memory& memory() const noexcept { return state.memory; }
};

// --- calls.cpp: how the project declares a method -------------------------------------------------------------------

/// The caller may not call the method. `method`: its name without a mark.
void check_caller(const Subject& subject, const char* method, const plugin::names::Declaration& declaration,
                  Findings& found);
/// The call was not sent as it is declared.
void check_sending(const Subject& subject, const char* method, const plugin::names::Declaration& declaration,
                   Findings& found);
/// Both.
void check_call(const Subject& subject, const char* method, const plugin::names::Declaration& declaration,
                Findings& found);

/// The method does not take so many arguments. `maybe_one`: one PackedByteArray without elements is sent as no argument
/// is. True if it takes them.
bool check_argument_count(const plugin::names::Signature& declared, const char* method, std::uint32_t count,
                          bool maybe_one, Findings& found);
/// True if a value of this type may be passed. `declared`: null if it is not.
bool check_argument(const char* declared, const char* type, Findings& found);

// --- paths.cpp ------------------------------------------------------------------------------------------------------

/// The receiver has no node at this path, as far as its confirmations tell: seldom before the second pass.
void check_path(const Subject& subject, const plugin::TaughtPath& path, Findings& found);

// --- presence.cpp ---------------------------------------------------------------------------------------------------

/// What is said to a node that is not spawned yet, or no longer. `path`: the node's, may be null; `known`: what is
/// known of that, may be null; `by_number`: the message has a number instead of the path. True if spawns tell of this
/// node: then nothing else has to.
bool check_presence(const Subject& subject, const char* path, const plugin::TaughtPath* known, bool by_number,
                    Findings& found);

/// The despawn of a node that went with one above it.
void check_despawn(const Subject& subject, Findings& found);

// --- peers.cpp: who is there ----------------------------------------------------------------------------------------

/// The receiver has not let the sender in.
void check_admission(const Subject& subject, Findings& found);

/// The receiver had left before: so it says itself, or the server that is to pass the message on has said so.
void check_receiver(const Subject& subject, Findings& found);

/// The server passes on what a peer says of a node by its number, and the receiver was told that this peer has gone:
/// it has forgotten those numbers. True if so.
bool check_last_words(const Subject& subject, Findings& found);

/// The server passes on what a peer says that the receiver has not heard of yet, or that it was told has gone; a node
/// that is known `by_number` then is known no longer.
void check_speaker(const Subject& subject, bool by_number, Findings& found);

// --- versions.cpp ---------------------------------------------------------------------------------------------------

/// The receiver's node has other remote methods: it says so.
void check_version(const Subject& subject, Findings& found);

/// The ends are of two generations of the engine: told with the first message of each end.
void check_generations(const Subject& subject, Findings& found);

// --- delivery.cpp ---------------------------------------------------------------------------------------------------

/// A spawn, a despawn or changes never reached their receiver: from now on it sees something else.
void check_loss(const Subject& subject, multiplayer::CommandType type, bool delta, Findings& found);

/// The sender did not poll before this message. Over ENet, acknowledgements tell.
void check_silence(const Subject& subject, Findings& found);

/// An unreliable message that no datagram has room for.
void check_size(const Subject& subject, Findings& found);

// --- views.cpp: do all get the same? --------------------------------------------------------------------------------
// `node`: whose synchronizer it is, as the message is shown.

/// Another peer gets no states of this synchronizer any more.
void check_views(const Subject& subject, const multiplayer::SyncObject& object, const char* node, Findings& found);

/// Another peer sends the states of this synchronizer, too.
void check_senders(const Subject& subject, const multiplayer::SyncObject& object, const char* node, Findings& found);

/// Another peer gets other values of this synchronizer at the same moment.
void check_values(const Subject& subject, const multiplayer::SyncObject& object, const char* node, Findings& found);

// --- states.cpp -----------------------------------------------------------------------------------------------------

/// The states of one moment needed another message before this one.
void check_states(const Subject& subject, Findings& found);

/// The receiver has newer values than these. The time that it has; null: these are the newest.
const plugin::StaleSync* check_time(const Subject& subject, const multiplayer::SyncObject& object, Findings& found);

/// The state says nothing new. `step`: how it follows the one before; `bytes`: what it takes of the message.
void check_change(const Subject& subject, const sync::Step& step, std::uint32_t bytes, const char* node,
                  Findings& found);

}  // namespace godot::account
