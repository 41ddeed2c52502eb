// SPDX-License-Identifier: MIT
// The multiplayer walker: reads one message of Godot's high-level multiplayer and reports a tree of fields; and what
// the message says as plain structs, for whoever keeps track of peers, paths and nodes.
//
// Memory: no allocation; some 26 KB of stack while a Variant is read.
// Limits: as those of Variants. Time is linear in the bytes read. A relay holds one message, which is no relay itself.
// Errors: the first problem ends the walk; the fields before it have been reported and their subtrees are closed.
//
//   godot                         the message
//     godot.header                godot.peer.source, godot.peer.target ...
//     godot.rpc                   a subtree for each command, named by its type:
//       godot.command, flags of the first byte
//       godot.node.id, godot.rpc.method_id, godot.rpc.argument_count
//       godot.rpc.argument        a Variant, as variant/walk.h reports it; the short forms of 4.x alike
//       godot.node.path
//
//   godot::multiplayer::Options options{.api = Api::scene, .dialect = &variant::dialect(Generation::godot4)};
//   auto result = godot::multiplayer::walk(godot::Buffer{bytes}, options, tree, &facts);
//
// Sources: see protocol.h.
#pragma once

#include "codec/core/bytes.h"
#include "codec/core/notes.h"
#include "codec/core/problem.h"
#include "codec/core/sink.h"
#include "codec/multiplayer/protocol.h"
#include "codec/variant/walk.h"

namespace godot::multiplayer {

/// A value in the form that variant::walk() reads, before it is read.
struct PlainValue {
  Field role;
  std::uint32_t index;              ///< among those of its call, spawn state or synchronizer
  const Buffer& bytes;              ///< what may be read
  const variant::Options& options;  ///< how, and from where on
};

/// Gets a message's facts, each when the subtree that it belongs to is open and its fields have been reported. Facts
/// that are cut or malformed are not passed. May leave the walk by longjmp, as the sink may.
class PacketSink {
 public:
  virtual void header(const Header&) {}
  virtual void peer(const PeerChange&) {}

  /// A command's subtree has been opened and its first byte reported; relayed commands come after System.
  virtual void command(const Command&) {}
  virtual void system(const System&) {}

  /// By path: called with the number, before the path's own field, which is at the message's end.
  virtual void node(const Node&) {}
  virtual void method(const Member&) {}
  virtual void property(const Member&) {}
  virtual void arguments(const Arguments&) {}

  virtual void taught(const TaughtPath&) {}
  virtual void confirmed(const ConfirmedPath&) {}

  virtual void spawn(const Spawn&) {}
  /// After its values.
  virtual void spawn_state(const SpawnState&) {}
  virtual void despawn(const Despawn&) {}
  virtual void sync(const Sync&) {}
  virtual void sync_begin(const SyncObject&) {}
  virtual void sync_end(const SyncObject&) {}

  /// What is known of the values that come next, those of a spawn's state or of a synchronizer, from elsewhere than the
  /// wire. It is believed where the values fill their length so.
  [[nodiscard]] virtual HalfPrecision halves(const Spawn&) { return {}; }
  [[nodiscard]] virtual HalfPrecision halves(const SyncObject&) { return {}; }

  /// Around each value, also those that the sink does not hear of (Sink::wanted_elements). Where it does, the value's
  /// role is the next subtree that is opened, and the last one closed.
  virtual void value_begin(const ValuePlace&) {}
  virtual void value_end(const ValuePlace&) {}

  /// For whoever needs a value's text or type and no fields (variant/plain_text.h), between value_begin() and
  /// value_end(). What reading it has given, without a problem; then the sink does not hear of it. `consumed` 0: it has
  /// not been read, and is.
  virtual variant::Result plain_value(const PlainValue&) { return {}; }

  /// True if the bytes have been taken care of: then they are not reported as a leaf. Authentication
  /// without bytes is passed, too: it means that authentication is complete.
  virtual bool bytes(const UserBytes&) { return false; }

  /// The command's subtree is about to be closed. `good`: there was no problem in it.
  virtual void end(const Command&, bool good) { (void)good; }

 protected:
  ~PacketSink() = default;  // never owned through this interface
};

struct Options {
  Api api = Api::scene;
  Carrier carrier = Carrier::none;
  const variant::Dialect* dialect = nullptr;                   ///< of the Variants inside: see dialect_of()
  variant::Precision precision = variant::Precision::single_;  ///< of reals where there is no flag
  ConfirmForm confirm = ConfirmForm::automatic;
};

/// The dialect that Variants are read in: that of Godot 4 with the scene's commands; the one asked for, or that of
/// Godot 3, with named ones.
[[nodiscard]] const variant::Dialect& dialect_of(const Options& options) noexcept;

struct Result {
  Offset consumed = 0;                      ///< where the message ends, or where the problem is
  CommandType command = CommandType::none;  ///< of a relay: the relayed one
  bool relayed = false;
  Header header;             ///< of the carrier; zeros without
  std::uint32_t values = 0;  ///< Variants that were read
  Problem problem;
  Notes notes;  ///< of the message and of its values

  /// The message was read without a problem to its end.
  [[nodiscard]] bool exact(const Buffer& buffer) const noexcept { return !problem && consumed == buffer.reported; }
};

/// Reports the message to `sink`, and its facts to `facts` if that is not null. Values of spawn states and of
/// synchronizers beyond what the sink wants (Sink::wanted_elements) are checked, but not reported.
Result walk(const Buffer& message, const Options& options, Sink& sink, PacketSink* facts = nullptr);

/// The same without a sink.
[[nodiscard]] Result validate(const Buffer& message, const Options& options) noexcept;

/// The facts alone.
Result validate(const Buffer& message, const Options& options, PacketSink& facts);

}  // namespace godot::multiplayer
