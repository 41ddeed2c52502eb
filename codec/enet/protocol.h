// SPDX-License-Identifier: MIT
// ENet's datagrams: a header, then commands back to back, each with a fixed part and, for messages, a payload.
//
//   u16 peer word     bits 0-11 peer id, 12-13 session id, 14 compressed, 15 has a sent time
//   u16 sent time     only with bit 15; milliseconds
//   u8 more peer id   only in one variant, see Make
//   u32 checksum      only where the program has enabled it, which the datagram does not show
//   commands          up to the datagram's end; compressed as a whole with bit 14
//
// Numbers are big-endian. There is one parser: CommandReader, which the walk and the recognition share.
//
// Memory: none; everything points into the buffer. Time: linear in the number of commands, payloads are not touched.
// Errors: the first problem ends the reading; the commands before it are good.
//
//   godot::enet::Header header;
//   godot::Problem problem;
//   const godot::Buffer datagram(bytes);
//   if (!godot::enet::read_header(datagram, false, header, problem) || header.compressed) return;
//   godot::enet::CommandReader reader(datagram, header);
//   for (godot::enet::Command command; reader.next(command);) use(command);
//
// Sources: include/enet/protocol.h and protocol.c (enet_protocol_handle_incoming_commands) of ENet 1.3.18, which Godot
// ships unchanged as far as bytes are concerned.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "codec/core/bytes.h"
#include "codec/core/cursor.h"
#include "codec/core/notes.h"
#include "codec/core/problem.h"

namespace godot::enet {

/// The MTU that hosts request by default, in bytes; longer messages need fragments. (ENET_HOST_DEFAULT_MTU)
inline constexpr std::uint32_t default_mtu = 1392;

/// The peer word: the peer id, and above it the session id.
inline constexpr unsigned peer_id_bits = 12;
inline constexpr unsigned session_id_bits = 2;
inline constexpr std::uint16_t peer_id_mask = (1U << peer_id_bits) - 1;
inline constexpr std::uint8_t session_id_mask = (1U << session_id_bits) - 1;

/// The peer id of datagrams to a host that has not assigned one yet (ENET_PROTOCOL_MAXIMUM_PEER_ID); with more peers,
/// a larger one.
inline constexpr std::uint16_t no_peer_id = 0xFFF;
inline constexpr std::uint16_t no_peer_id_of_more = 0xFFFF;

/// The channel of commands that are about the connection.
inline constexpr std::uint8_t connection_channel = 0xFF;

/// Bytes of the largest datagram, and of the largest one after decompression (ENET_PROTOCOL_MAXIMUM_MTU).
inline constexpr Offset max_datagram = 4096;

/// Fragments of a message, and its bytes (ENET_PROTOCOL_MAXIMUM_FRAGMENT_COUNT, ENET_HOST_DEFAULT_MAXIMUM_PACKET_SIZE).
inline constexpr std::uint32_t max_fragments = 1024 * 1024;
inline constexpr std::uint32_t max_message = 32 * 1024 * 1024;

/// The numbers on the wire (ENetProtocolCommand).
enum class CommandType : std::uint8_t {
  none,
  acknowledge,
  connect,
  verify_connect,
  disconnect,
  ping,
  send_reliable,
  send_unreliable,
  send_fragment,
  send_unsequenced,
  bandwidth_limit,
  throttle_configure,
  send_unreliable_fragment,
};
inline constexpr unsigned command_type_count = static_cast<unsigned>(CommandType::send_unreliable_fragment) + 1;

/// The subtree of a command of this type; of an unknown command for `none`.
[[nodiscard]] Field node_of(CommandType type) noexcept;

/// Whose ENet: only the datagram's header differs. Commands and their numbers are the same.
///
/// enet_csharp: nxrighthere/ENet-CSharp and SoftwareGuy/ENet-CSharp, Source/Native/enet.h: the sent time is bit 14, and
/// nothing is compressed. more_peers: zpl-c/enet, include/enet.h with ENET_USE_MORE_PEERS: bits 0-10 peer id, 11-12
/// session id; with bit 13 a byte behind the sent time is the rest of the peer id.
enum class Make : std::uint8_t { stock, enet_csharp, more_peers };
inline constexpr std::size_t make_count = 3;

/// The name of a variant, as the field enet.variant has it.
[[nodiscard]] std::string_view name(Make make) noexcept;

/// The datagram's header: 2 to 9 bytes.
struct Header {
  Make make = Make::stock;
  std::uint16_t word = 0;  ///< the peer word as it is on the wire
  std::uint16_t peer_id = 0;
  std::uint8_t session_id = 0;
  bool compressed = false;
  bool has_sent_time = false;
  bool has_checksum = false;
  bool has_peer_extra = false;
  std::uint8_t peer_extra = 0;
  std::uint16_t sent_time = 0;  ///< the lower 16 bits of the sender's clock, in milliseconds
  std::uint32_t checksum = 0;
  Offset size = 0;  ///< where the commands begin

  /// True if its receiver has assigned a peer id to its sender.
  [[nodiscard]] bool has_peer_id() const noexcept {
    return peer_id != (make == Make::more_peers ? no_peer_id_of_more : no_peer_id);
  }
};

/// Reads the header at the datagram's front; `checksum`: the program has enabled checksums. False if incomplete:
/// `problem` describes what is missing, `header` has the part that was read.
bool read_header(const Buffer& datagram, bool checksum, Header& header, Problem& problem,
                 Make make = Make::stock) noexcept;

/// One command. Offsets count from the front of the buffer that it was read from.
struct Command {
  CommandType type = CommandType::none;
  bool acknowledge = false;  ///< the sender asks for an acknowledgement
  bool unsequenced = false;
  std::uint8_t channel = 0;
  std::uint16_t reliable_sequence = 0;
  std::uint16_t sequence = 0;  ///< unreliable sequence, unsequenced group or the fragment's start sequence
  Offset begin = 0;
  Offset fixed = 0;                       ///< number of bytes present of the fixed part: all, unless there is a
                                          /// problem
  Offset payload_begin = 0;               ///< where the payload is, or would be: the fixed part's end
  Offset payload_length = 0;              ///< the payload's length on the wire, in bytes
  std::span<const std::uint8_t> payload;  ///< the part of the payload that was captured
  const std::uint8_t* bytes = nullptr;    ///< the first byte of the fixed part
  Notes notes;                            ///< of those in enet/notes.def

  [[nodiscard]] Offset end() const noexcept { return payload_begin + payload_length; }
  [[nodiscard]] bool has_payload() const noexcept {
    return type >= CommandType::send_reliable && type != CommandType::bandwidth_limit &&
           type != CommandType::throttle_configure;
  }
  [[nodiscard]] bool is_fragment() const noexcept {
    return type == CommandType::send_fragment || type == CommandType::send_unreliable_fragment;
  }
};

/// The content of `acknowledge`: 4 bytes after the command's header.
struct Acknowledgement {
  std::uint16_t reliable_sequence;
  std::uint16_t sent_time;  ///< milliseconds, of the receiver's clock
};

/// The content of `connect` and `verify_connect`: 44 and 40 bytes after the command's header. "Incoming" and "outgoing"
/// are the client's in session ids, the sender's elsewhere.
struct Connection {
  std::uint16_t outgoing_peer_id;
  std::uint8_t incoming_session_id;  ///< 0xFF: the sender has no session yet
  std::uint8_t outgoing_session_id;
  std::uint32_t mtu;          ///< the largest datagram in bytes
  std::uint32_t window_size;  ///< reliable data on its way at most, in bytes
  std::uint32_t channel_count;
  std::uint32_t incoming_bandwidth;  ///< bytes a second, 0 = no limit
  std::uint32_t outgoing_bandwidth;
  std::uint32_t throttle_interval;  ///< the time over which round trips are measured for the throttle, in milliseconds
  std::uint32_t throttle_acceleration;
  std::uint32_t throttle_deceleration;
  std::uint32_t connect_id;  ///< the four bytes as a big-endian number; ENet itself never swaps them
  std::uint32_t data;        ///< the number of `connect` alone that the client's program chose

  [[nodiscard]] bool operator==(const Connection&) const noexcept = default;
};

/// The content of both kinds of fragments: 20 bytes after the command's header.
struct Fragment {
  std::uint16_t start_sequence;
  std::uint32_t count;
  std::uint32_t number;        ///< the fragment's number from 0, below `count`
  std::uint32_t total_length;  ///< bytes of the message
  std::uint32_t offset;        ///< of the payload in the message; offset + payload_length <= total_length
};

/// The content of `bandwidth_limit`: 8 bytes after the command's header, bytes a second.
struct Bandwidth {
  std::uint32_t incoming;
  std::uint32_t outgoing;
};

// The fixed part of a command of this type for which next() has returned true.
[[nodiscard]] Acknowledgement acknowledgement(const Command& command) noexcept;
[[nodiscard]] Connection connection(const Command& command) noexcept;
[[nodiscard]] Fragment fragment(const Command& command) noexcept;
[[nodiscard]] Bandwidth bandwidth(const Command& command) noexcept;
[[nodiscard]] std::uint32_t disconnect_data(const Command& command) noexcept;

/// One number of a command's fixed part.
struct Part {
  Field field;
  std::uint8_t width;  ///< bytes: 1, 2 or 4
};

/// The numbers of the fixed part in wire order, the command byte first. `none`: those that every command has.
[[nodiscard]] std::span<const Part> parts_of(CommandType type) noexcept;

/// Reads `width` big-endian bytes.
[[nodiscard]] inline std::uint32_t load_part(const std::uint8_t* from, std::uint8_t width) noexcept {
  switch (width) {
    case 1: return *from;
    case 2: return load_be16(from);
    default: return load_be32(from);
  }
}

/// Reads commands one by one.
class CommandReader {
 public:
  /// The commands of a datagram that is not compressed, after its header.
  CommandReader(const Buffer& datagram, const Header& header) noexcept : CommandReader(datagram, header, header.size) {}

  /// The commands that begin at `begin`: 0 for a decompressed body. `header` is the datagram's. `padded`: FastLZ may
  /// have appended zeros to make the commands 16 bytes; they are no commands.
  CommandReader(const Buffer& buffer, const Header& header, Offset begin, bool padded = false) noexcept
      : in_(buffer, message_end),
        padded_(padded),
        has_sent_time_(header.has_sent_time),
        has_peer_id_(header.has_peer_id()) {
    in_.skip(std::min(begin, in_.captured_left()));
  }

  /// Reads the next command. False at the end, at padding, and at a problem: then problem() is set, and `command` has
  /// the part that was read. A payload cut by the capture returns true; the problem comes with the next call.
  bool next(Command& command) noexcept;

  [[nodiscard]] const Problem& problem() const noexcept { return problem_; }
  [[nodiscard]] Offset position() const noexcept { return in_.position(); }

  /// True if the rest is the zeros that FastLZ appended to commands that were too short for it.
  [[nodiscard]] bool at_padding() const noexcept;
  void skip_rest() noexcept { in_.skip(in_.captured_left()); }

 private:
  bool fixed_part(Command& command) noexcept;
  bool checked_payload(Command& command) noexcept;
  bool checked_fragment(const Command& command) noexcept;
  void judge(Command& command) const noexcept;
  bool fail(const Problem& problem) noexcept {
    problem_ = problem;
    return false;
  }

  Cursor in_;
  bool padded_;
  bool has_sent_time_;  // of the header: no more of it is kept, because readers are copied
  bool has_peer_id_;
  Problem problem_;
};

}  // namespace godot::enet
