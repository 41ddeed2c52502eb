// SPDX-License-Identifier: MIT
// godot-rollback-netcode (gitlab.com/snopek-games/godot-rollback-netcode), rollback for Godot 3 and 4: the walker of
// its one message of bytes, the argument of the remote call _rit ("receive input tick").
//
//   u32 next input tick requested
//   u8 inputs    [u32 first tick  (u16 size, bytes) x inputs]       the ticks ascend one by one
//   u32 next hash tick requested
//   u8 hashes    [u32 first tick  u32 hash x hashes]
//
// Numbers are little-endian; a first tick is there only if its count is not 0. By default an input is a Variant, a
// Dictionary of the nodes' paths with their inputs, which ends with "$": the hash of all. Most games pack inputs their
// own way: these are one leaf of bytes.
//
//   rollback                      the message
//     rollback.requested_input_tick, rollback.input_count, rollback.first_input_tick
//     rollback.input              a subtree for each tick:
//       rollback.input_tick, rollback.input.size
//       rollback.input.node, rollback.input.value        for each node, or
//       rollback.input.data
//       rollback.input.hash
//     rollback.requested_hash_tick, rollback.hash_count, rollback.first_hash_tick
//     rollback.state              a subtree for each tick: rollback.hash_tick, rollback.hash
//
// Memory: no allocation; some 26 KB of stack while a Variant is read.
// Limits: as those of Variants. Time is linear in the bytes read.
// Errors: the first problem ends the walk; the fields before it have been reported and their subtrees are closed.
//
// Sources: addons/godot-rollback-netcode of 1.0.0-alpha7: MessageSerializer.gd, SyncManager.gd
// (_send_input_messages_to_peer), NetworkAdaptor.gd; the same in its lines for Godot 4.
#pragma once

#include <cstdint>
#include <span>

#include "codec/core/bytes.h"
#include "codec/core/notes.h"
#include "codec/core/problem.h"
#include "codec/core/sink.h"
#include "codec/variant/walk.h"

namespace godot::rollback {

/// Bytes of a message with neither inputs nor hashes, which spectators send: the shortest.
inline constexpr Offset least_message = 10;

/// Inputs of one tick.
struct Input {
  std::uint32_t tick = 0;
  Offset begin = 0;  ///< of the bytes behind the size
  Offset length = 0;
  bool by_node = false;    ///< as the library writes them; false: packed by the game
  bool has_hash = false;   ///< `hash` is the library's own, "$"
  std::uint32_t hash = 0;  ///< of inputs that the game packs: the first four bytes, if there are as many
};

/// What a peer computed for a tick.
struct StateHash {
  std::uint32_t tick = 0;
  std::uint32_t hash = 0;
  Offset begin = 0;
};

/// What the sender has of the receiver, without a gap.
struct Requested {
  std::uint32_t next_tick = 0;
  Offset begin = 0;
};

/// Receives a message's facts, each when its subtree is open, and complete ones only. May leave the walk by longjmp, as
/// the sink may.
class PacketSink {
 public:
  virtual void inputs_requested(const Requested&) {}
  virtual void hashes_requested(const Requested&) {}
  /// Called after the values of the input.
  virtual void input(const Input&) {}
  virtual void hash(const StateHash&) {}

 protected:
  ~PacketSink() = default;  // never owned through this interface
};

struct Options {
  const variant::Dialect* dialect = nullptr;  ///< of the inputs; null: Godot 4's
};

struct Result {
  Offset consumed = 0;  ///< where the message ends, or where the problem is
  std::uint32_t inputs = 0;
  std::uint32_t hashes = 0;
  Problem problem;
  Notes notes;

  /// The message was read without a problem to its end.
  [[nodiscard]] bool exact(const Buffer& buffer) const noexcept { return !problem && consumed == buffer.reported; }
};

/// Reports the message to `sink`, and its facts to `facts` if that is not null.
Result walk(const Buffer& message, const Options& options, Sink& sink, PacketSink* facts = nullptr);

/// The same without a sink.
Result validate(const Buffer& message, const Options& options, PacketSink* facts = nullptr);

/// Whether the frame fits: counts and sizes fill the bytes. Inputs are not read.
[[nodiscard]] bool fits(const Buffer& message) noexcept;

}  // namespace godot::rollback
