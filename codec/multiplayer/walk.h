// SPDX-License-Identifier: MIT
// The multiplayer walker: reads one message of Godot's high-level multiplayer and reports a tree of fields; and the
// message's content as plain structs, for callers that track peers, paths and nodes.
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
  const Buffer& bytes;              ///< the part of the message that can be read
  const variant::Options& options;  ///< options, and the position
};

/// A value that was read without a problem or a note.
struct KnownValue {
  Offset begin = 0;
  Offset end = 0;  ///< where the value ends; 0: it is not known
};

[[nodiscard]] inline bool is_of_godot4(const PlainValue& value) noexcept {
  return value.options.dialect == &variant::dialect(variant::Generation::godot4);
}

/// The end of a value about which there is nothing to note; 0: of any other. `known`: was read as Godot 4's.
[[nodiscard]] inline Offset end_of_good(const PlainValue& value, const KnownValue& known) noexcept {
  const bool is_known = known.end != 0 && known.begin == value.options.begin && is_of_godot4(value) &&
                        known.end <= value.bytes.captured.size();
  return is_known ? known.end : variant::end_of_good(value.bytes, value.options);
}

/// A bool or an int in the short form of Godot 4 about which there is nothing to note, before it is reported.
struct ShortValue {
  Field role;
  std::uint32_t index;
  Offset begin;
  Offset end;
  bool is_bool;
  std::int64_t number;
};

/// Receives a message's facts, each when its subtree is open and its fields have been reported. Facts that are cut or
/// malformed are not passed. May leave the walk by longjmp, as the sink may.
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

  virtual void announced(const AnnouncedPath&) {}
  virtual void confirmed(const ConfirmedPath&) {}

  virtual void spawn(const Spawn&) {}
  /// Called after its values.
  virtual void spawn_state(const SpawnState&) {}
  virtual void despawn(const Despawn&) {}
  virtual void sync(const Sync&) {}
  virtual void sync_begin(const SyncObject&) {}
  virtual void sync_end(const SyncObject&) {}

  /// Half-precision values among those that follow, in a spawn's state or for a synchronizer, if known from another
  /// source than the wire. Used if the values then fill their length.
  [[nodiscard]] virtual HalfPrecision halves(const Spawn&) { return {}; }
  [[nodiscard]] virtual HalfPrecision halves(const SyncObject&) { return {}; }

  /// Called around each value, including those not reported to the sink (Sink::wanted_elements). If reported, the
  /// value's role is the next subtree opened, and the last one closed.
  /// False: it needs neither value_begin() nor value_end(). Asked when the walk begins, and after arguments().
  [[nodiscard]] virtual bool reads_values() const { return true; }
  virtual void value_begin(const ValuePlace&) {}
  virtual void value_end(const ValuePlace&) {}
  /// Values that no sink gets, and about which there is nothing to note: by itself, value_begin() and value_end() of
  /// each.
  virtual void good_values(const GoodValues& values) {
    ValuePlace place{.role = values.role, .index = values.first, .begin = values.begin};
    for (const Offset end : values.ends) {
      value_begin(place);
      place.end = end;
      place.good = true;
      value_end(place);
      place = {.role = values.role, .index = place.index + 1, .begin = end};
    }
  }

  /// Called between value_begin() and value_end(), for callers that need a value's text or type without its fields
  /// (variant/plain_text.h). Returns the end of the value, if it was read without a problem or a note; the sink then
  /// gets no events. 0: not read, the walk reads it.
  virtual Offset plain_value(const PlainValue&) { return 0; }
  /// The same for a value in the short form. False: not read.
  virtual bool short_value(const ShortValue&) { return false; }

  /// True if the callee handled the bytes: then they are not reported as a leaf. Authentication without bytes is
  /// passed, too: it means that authentication is complete.
  virtual bool bytes(const UserBytes&) { return false; }

  /// The command's subtree is about to be closed. `good`: no problem in it.
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

/// The dialect for reading Variants: Godot 4's (or Redot's) for SceneMultiplayer; for named commands the requested one,
/// or Godot 3's.
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
/// synchronizers beyond the sink's number (Sink::wanted_elements) are checked, but not reported.
Result walk(const Buffer& message, const Options& options, Sink& sink, PacketSink* facts = nullptr);

/// The same, but `sink` gets only the values with their fields, notes and problems: for callers that show no tree.
Result walk_values(const Buffer& message, const Options& options, Sink& sink, PacketSink* facts = nullptr);

/// The same without a sink.
[[nodiscard]] Result validate(const Buffer& message, const Options& options) noexcept;

/// Reports the facts only.
Result validate(const Buffer& message, const Options& options, PacketSink& facts);

/// Result::command of a message of Godot 4 without a carrier, from its first bytes alone. `begin`: its offset.
[[nodiscard]] CommandType peek_command(const Buffer& message, Offset& begin) noexcept;

}  // namespace godot::multiplayer
