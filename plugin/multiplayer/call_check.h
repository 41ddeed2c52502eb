// SPDX-License-Identifier: GPL-2.0-or-later
// A call held against what the project declares: whether its receiver takes it, and whether it was sent so.
#pragma once

#include "plugin/multiplayer/annotations.h"

namespace godot::plugin {

/// Shows how the method is declared, and what of this call is otherwise. `method` is its name without a mark.
void check_call(Annotations& notes, const char* method, ByteRange whole);

/// Reports a path that the receiver has no node for, as far as its confirmations tell: seldom before the second pass.
void check_path(Annotations& notes, const TaughtPath& path);

/// Reports a call of a node that is not spawned yet, or no longer. `known`: what is known of its path; may be null.
/// True if spawns tell of this node: then nothing else has to.
bool check_presence(Annotations& notes, const char* path, const TaughtPath* known);

/// Reports a message of a peer whom the receiver has not let in.
void check_admission(Annotations& notes);

/// Reports a message whose receiver had left before: so it says itself, or the server that is to pass it on has said
/// so.
void check_receiver(Annotations& notes);

/// Reports what the server passes on of a peer that the receiver has not heard of yet, or that it was told has gone; a
/// node that is known `by_number` then is known no longer.
void check_speaker(Annotations& notes, bool by_number);

/// Reports that the receiver's node has other remote methods.
void check_version(Annotations& notes);

/// Reports, with the first message of each end, that the ends are of two generations of the engine.
void check_generations(Annotations& notes);

/// Reports a spawn, a despawn or changes that never reached their receiver: from now on it sees something else.
void check_loss(Annotations& notes, multiplayer::CommandType type, bool delta);

/// Reports who gets no states of this synchronizer any more. `node`: whose it is, as a text of the packet.
void check_views(Annotations& notes, const multiplayer::SyncObject& object, const char* node);

/// Another peer sends the states of this synchronizer, too.
void check_senders(Annotations& notes, const multiplayer::SyncObject& object, const char* node);

/// Reports who gets other values of this synchronizer at the same moment.
void check_values(Annotations& notes, const multiplayer::SyncObject& object, const char* node);

/// Reports a state that needs another message, and one that says nothing new.
void check_states(Annotations& notes);
void check_change(Annotations& notes, const sync::Step& step, std::uint32_t bytes, const char* node);

/// Reports an unreliable message that no datagram has room for.
void check_size(Annotations& notes);

}  // namespace godot::plugin
