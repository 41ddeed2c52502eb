// SPDX-License-Identifier: MIT
// The ENet walker: reads one datagram, or the commands of one that was decompressed, and reports a tree of fields; and
// each command as a plain struct, for callers that track the connection.
//
// Bytes: see protocol.h. Compressed commands are not read here: the walk reports the header and one leaf; the caller
// decompresses (decompress.h), and walks the result with walk_commands().
// Memory: no allocation, a few hundred bytes of stack.
// Errors: the first problem ends the walk; the commands before it have been reported and their subtrees are closed.
//
//   enet                        the datagram
//     enet.header               peer word: enet.peer_id, enet.session_id, enet.header.*
//     enet.sent_time, enet.peer_extra, enet.checksum
//     enet.compressed_data      or a subtree for each command, named by its type:
//     enet.send_reliable
//       enet.command, enet.command.unsequenced, enet.command.acknowledge
//       enet.channel, enet.reliable_sequence, ...
//       enet.payload
//
// Sources: include/enet/protocol.h, protocol.c of ENet 1.3.18.
#pragma once

#include "codec/core/bytes.h"
#include "codec/core/notes.h"
#include "codec/core/problem.h"
#include "codec/core/sink.h"
#include "codec/enet/protocol.h"

namespace godot::enet {

/// Receives a walk's facts, besides the sink, which receives its fields. May leave the walk by longjmp, as the sink
/// may.
class CommandSink {
 public:
  /// The datagram's header, once, when it is complete; not called by walk_commands().
  virtual void header(const Header&) {}

  /// A valid command, when its subtree is open and its numbers have been reported. True if the callee handled the
  /// payload: then it is not reported as a leaf.
  virtual bool command(const Command& command) = 0;

 protected:
  ~CommandSink() = default;  // never owned through this interface
};

struct Options {
  bool checksum = false;  ///< the program has enabled checksums: there is one in the header
  bool padded = false;    ///< commands: FastLZ may have appended zeros to make them 16 bytes
  Make make = Make::stock;
};

struct Result {
  Header header;
  Offset consumed = 0;         ///< where the commands end, or where the problem is
  std::uint32_t commands = 0;  ///< number of valid ones
  Problem problem;
  Notes notes;

  /// Commands were read without a problem up to the end of the buffer.
  [[nodiscard]] bool exact(const Buffer& buffer) const noexcept {
    return !problem && commands != 0 && consumed == buffer.reported;
  }
};

/// Reports the datagram to `sink`, and its commands to `commands` if that is not null.
Result walk(const Buffer& datagram, const Options& options, Sink& sink, CommandSink* commands = nullptr);

/// The same for commands alone that were decompressed; `header` is that of their datagram. The tree's root is
/// enet.decompressed.
Result walk_commands(const Buffer& body, const Header& header, const Options& options, Sink& sink,
                     CommandSink* commands = nullptr);

/// The same without a sink.
[[nodiscard]] Result validate(const Buffer& datagram, const Options& options) noexcept;
[[nodiscard]] Result validate_commands(const Buffer& body, const Header& header, const Options& options) noexcept;

}  // namespace godot::enet
