// SPDX-License-Identifier: MIT
// The netfox walker: reads one command and reports a tree of fields; and the command's content as plain structs.
//
// Values are Variants unless the game gave a property a schema, which is not on the wire. A caller that has the schemas
// of a node returns them from PacketSink::layout; they are used if the values fill their size with them. Values that
// fit neither are one leaf of bytes.
//
//   netfox                        the command
//     netfox.prefix, netfox.command
//     netfox.tick
//     netfox.frame                a subtree for each node:
//       netfox.node_id, netfox.node, netfox.frame.size, netfox.frame.changed
//       netfox.value              a Variant, as variant/walk.h reports it, whatever it was written by
//
// Before 1.40, states and inputs were remote calls of each synchronizer: see call_walk.h.
//
// Memory: no allocation; some 26 KB of stack while a Variant is read.
// Limits: as those of Variants. Time is linear in the bytes read.
// Errors: the first problem ends the walk; the fields before it have been reported and their subtrees are closed.
//
// Sources: see protocol.h.
#pragma once

#include <span>
#include <string_view>

#include "codec/core/bytes.h"
#include "codec/core/notes.h"
#include "codec/core/problem.h"
#include "codec/core/sink.h"
#include "codec/libraries/netfox/protocol.h"
#include "codec/libraries/netfox/schema.h"
#include "codec/variant/walk.h"

namespace godot::netfox {

/// The node that a part of a snapshot belongs to.
struct NodeReference {
  std::uint64_t id = 0;        ///< the receiver's number; 0: by path
  std::string_view path = {};  ///< where the number is 0
  Offset begin = 0;
  Offset length = 0;
};

struct Snapshot {
  std::uint32_t tick = 0;
  std::uint32_t redundancy = 0;  ///< of inputs: how many newer snapshots the packet has
  bool diff = false;
  Offset begin = 0;  ///< where the snapshot's tick is
  Offset end = 0;    ///< where the snapshot ends
};

/// The way in which values were read.
enum class Reading : std::uint8_t {
  variants,
  schema,             ///< by the known layout
  schema_old_engine,  ///< the same, with float16 in 4 bytes, as engines before 4.4 write it
  unknown,            ///< as bytes: neither fills the size
};

/// The properties of one node in a snapshot.
struct NodeFrame {
  NodeReference node = {};
  bool diff = false;
  std::span<const std::uint8_t> changed = {};  ///< of a diff: netfox.frame.changed
  Offset begin = 0;                            ///< where the reference to the node is
  Offset values_begin = 0;
  Offset values_length = 0;
  bool undivided = false;  ///< inputs of several ticks, one behind the other: where each one begins is unknown
  Reading reading = Reading::unknown;
  std::uint32_t values = 0;  ///< how many were read; unknown: none

  /// Whether property `index` is in a diff.
  [[nodiscard]] bool has(std::uint32_t index) const noexcept {
    return index / 7 < changed.size() && (changed[index / 7] >> index % 7 & 1) != 0;
  }
};

/// The value of one property of a node.
struct PropertyValue {
  std::uint32_t index = 0;       ///< among the node's properties, in the order of registration
  bool hashed = false;           ///< `index` is the number on the wire instead: no layout identifies the property
  std::string_view name = {};    ///< on the wire: ":position", "Health:value"; empty: it has none
  std::uint32_t redundancy = 0;  ///< of named inputs: how many ticks before the snapshot's
  Offset begin = 0;
  Offset end = 0;
};

/// The sender's number of a node.
struct Identity {
  std::uint64_t id = 0;
  std::string_view path = {};
  Offset begin = 0;
  Offset length = 0;
};

/// Time synchronisation: ping has a sample; pong a sample and two times; set_time the first time. In seconds.
struct Times {
  std::int64_t sample = 0;
  double first = 0;
  double second = 0;
};

/// The properties of a node, from another source than the wire. Empty: unknown.
struct Layout {
  std::span<const Schema> properties = {};
  std::span<const std::uint8_t> indexes = {};  ///< of each property in diffs of calls (property_index.h); empty: none
};

/// The bytes of the active ticks of a RewindableAction.
struct TickSet {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::span<const std::uint8_t> active = {};  ///< of each active tick: how far behind the first
  Offset begin = 0;                           ///< where the bytes of `active` begin
};

/// Receives a command's facts, each when its subtree is open, and complete ones only. May leave the walk by longjmp, as
/// the sink may.
class PacketSink {
 public:
  virtual void times(const Times&) {}
  virtual void snapshot(const Snapshot&) {}
  [[nodiscard]] virtual Layout layout(const NodeReference&) { return {}; }
  virtual void node(const NodeFrame&) {}
  /// Before each value that is reported to the sink; its role is the next subtree that is opened.
  virtual void value(const PropertyValue&) {}
  /// After value(), for callers that need no fields of a Variant (variant/plain_text.h). Returns the end of the value,
  /// if it was read without a problem or a note; the sink then gets no events. 0: not read, the walk reads it.
  virtual Offset plain_value(const PropertyValue&, const Buffer&, const variant::Options&) { return 0; }
  virtual void value_end(const PropertyValue&) {}
  virtual void node_end(const NodeFrame&) {}
  virtual void identity(const Identity&) {}
  virtual void tick_set(const TickSet&) {}

 protected:
  ~PacketSink() = default;  // never owned through this interface
};

enum class Form : std::uint8_t {
  raw,           ///< the prefix, the command's number, its data
  data,          ///< data alone, as an RPC has it
  packed,        ///< the PackedByteArray of a synchronizer's call, netfox 1.36 to 1.39, and of diffs since 1.29.2; of a
                 ///< RewindableAction's, all
  dictionary,    ///< the Dictionary of a synchronizer's call, until netfox 1.28, as a Variant
  array,         ///< the Array of a synchronizer's call, netfox 1.29.2 to 1.35, as a Variant
  dictionaries,  ///< the Array of Dictionaries of inputs, netfox 1.24.1 to 1.28.0, as a Variant
};
[[nodiscard]] constexpr bool is_call(Form form) noexcept { return form >= Form::packed; }

struct Options {
  Form form = Form::raw;
  CommandKind kind = CommandKind::other;  ///< what the number means
  std::uint8_t command = 0;               ///< the command's number, which Form::data does not have in its bytes

  // From the other arguments of a call:
  std::string_view node = {};   ///< path of the called synchronizer
  std::uint32_t tick = 0;       ///< of the newest snapshot
  std::uint32_t reference = 0;  ///< of a diff: the tick whose state it changes
  Layout layout = {};           ///< the synchronizer's properties: PacketSink::layout() is not asked
  bool checked = false;         ///< of a Variant: it was read to its end before, without a problem or a note
};

struct Result {
  Offset consumed = 0;  ///< where the command ends, or where the problem is
  std::uint32_t nodes = 0;
  std::uint32_t tick = 0;          ///< of the first snapshot
  bool has_tick = false;           ///< the bytes had a tick: `tick` is valid
  std::uint32_t unread_nodes = 0;  ///< number of nodes whose values are neither Variants nor of the known schema
  Problem problem;
  Notes notes;

  /// The command was read without a problem to its end.
  [[nodiscard]] bool exact(const Buffer& buffer) const noexcept { return !problem && consumed == buffer.reported; }
};

/// Reports the command to `sink`, and its facts to `facts` if that is not null.
Result walk(const Buffer& command, const Options& options, Sink& sink, PacketSink* facts = nullptr);

/// The same without a sink.
Result validate(const Buffer& command, const Options& options, PacketSink* facts = nullptr);

}  // namespace godot::netfox
