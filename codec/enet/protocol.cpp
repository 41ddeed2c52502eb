// SPDX-License-Identifier: MIT
#include "codec/enet/protocol.h"

#include <algorithm>
#include <array>

#include "codec/enet/fields.h"

namespace godot::enet {
namespace {

/// The parts of the peer word; a mask of 0: the variant has no such part.
struct Word {
  std::string_view name;
  std::uint16_t peer_id_mask;
  unsigned session_id_shift;
  std::uint16_t compressed;
  std::uint16_t sent_time;
  std::uint16_t peer_extra;
  unsigned peer_extra_shift;  ///< of the byte that follows
};

constexpr std::array<Word, make_count> words = {{
    {"stock", peer_id_mask, peer_id_bits, 1U << 14, 1U << 15, 0, 0},
    {"enet-csharp", peer_id_mask, peer_id_bits, 0, 1U << 14, 0, 0},
    {"zpl-more-peers", 0x07FF, 11, 1U << 14, 1U << 15, 1U << 13, 11},
}};

constexpr const Word& word_of(Make make) { return words[static_cast<std::size_t>(make)]; }

constexpr std::uint8_t type_mask = 0x0F;
constexpr std::uint8_t reserved_mask = 0x30;
constexpr std::uint8_t unsequenced_bit = 0x40;
constexpr std::uint8_t acknowledge_bit = 0x80;
constexpr std::uint32_t most_channels = 255;

/// FastLZ compresses at least this many bytes (Godot: core/io/compression.cpp).
constexpr Offset padded_size = 16;

// --- The fixed parts ------------------------------------------------------------------------------------------------

constexpr Part command_byte{field::enet_command, 1};
constexpr Part channel{field::enet_channel, 1};
constexpr Part reliable_sequence{field::enet_reliable_sequence, 2};
constexpr Part data_length{field::enet_data_length, 2};

constexpr Part common_parts[] = {command_byte, channel, reliable_sequence};
constexpr Part acknowledge_parts[] = {command_byte, channel, reliable_sequence,
                                      Part{field::enet_acknowledge_reliable_sequence, 2},
                                      Part{field::enet_acknowledge_sent_time, 2}};
// Verify connect is the same without the last.
constexpr Part connect_parts[] = {command_byte,
                                  channel,
                                  reliable_sequence,
                                  Part{field::enet_outgoing_peer_id, 2},
                                  Part{field::enet_incoming_session_id, 1},
                                  Part{field::enet_outgoing_session_id, 1},
                                  Part{field::enet_mtu, 4},
                                  Part{field::enet_window_size, 4},
                                  Part{field::enet_channel_count, 4},
                                  Part{field::enet_incoming_bandwidth, 4},
                                  Part{field::enet_outgoing_bandwidth, 4},
                                  Part{field::enet_throttle_interval, 4},
                                  Part{field::enet_throttle_acceleration, 4},
                                  Part{field::enet_throttle_deceleration, 4},
                                  Part{field::enet_connect_id, 4},
                                  Part{field::enet_connect_data, 4}};
constexpr std::span verify_connect_parts = std::span(connect_parts).first<std::size(connect_parts) - 1>();
constexpr Part disconnect_parts[] = {command_byte, channel, reliable_sequence, Part{field::enet_disconnect_data, 4}};
constexpr Part reliable_parts[] = {command_byte, channel, reliable_sequence, data_length};
constexpr Part unreliable_parts[] = {command_byte, channel, reliable_sequence, Part{field::enet_unreliable_sequence, 2},
                                     data_length};
constexpr Part unsequenced_parts[] = {command_byte, channel, reliable_sequence, Part{field::enet_unsequenced_group, 2},
                                      data_length};
constexpr Part fragment_parts[] = {command_byte,
                                   channel,
                                   reliable_sequence,
                                   Part{field::enet_fragment_start_sequence, 2},
                                   data_length,
                                   Part{field::enet_fragment_count, 4},
                                   Part{field::enet_fragment_number, 4},
                                   Part{field::enet_fragment_total_length, 4},
                                   Part{field::enet_fragment_offset, 4}};
constexpr Part bandwidth_parts[] = {command_byte, channel, reliable_sequence, Part{field::enet_incoming_bandwidth, 4},
                                    Part{field::enet_outgoing_bandwidth, 4}};
constexpr Part throttle_parts[] = {
    command_byte,
    channel,
    reliable_sequence,
    Part{field::enet_throttle_interval, 4},
    Part{field::enet_throttle_acceleration, 4},
    Part{field::enet_throttle_deceleration, 4},
};

/// Bytes in front of `field`, or of all parts if it is not among them.
constexpr Offset offset_of(std::span<const Part> parts, Field field) {
  Offset offset = 0;
  for (const Part& part : parts) {
    if (part.field == field) return offset;
    offset += part.width;
  }
  return offset;
}

constexpr Offset size_of(std::span<const Part> parts) { return offset_of(parts, field::none); }

/// The channels that a command is sent on.
enum class Channels : std::uint8_t { any, connection, messages };

/// The flag bits that ENet sends a command with, as sets of (byte >> 6).
enum Flags : std::uint8_t { no_flags = 1U << 0, unsequenced_only = 1U << 1, acknowledge_only = 1U << 2 };

struct Layout {
  Field node;
  std::span<const Part> parts;
  Offset size;
  std::uint8_t flags;
  Channels channels;
};

constexpr Layout row(Field node, std::span<const Part> parts, unsigned flags, Channels channels) {
  return {node, parts, size_of(parts), static_cast<std::uint8_t>(flags), channels};
}

// protocol.c, commandSizes; the flags and channels from peer.c and protocol.c, where the commands are made.
constexpr std::array<Layout, command_type_count> layouts = {{
    row(field::enet_unknown_command, common_parts, no_flags, Channels::any),
    row(field::enet_acknowledge, acknowledge_parts, no_flags, Channels::any),
    row(field::enet_connect, connect_parts, acknowledge_only, Channels::connection),
    row(field::enet_verify_connect, verify_connect_parts, acknowledge_only, Channels::connection),
    row(field::enet_disconnect, disconnect_parts, acknowledge_only | unsequenced_only, Channels::connection),
    row(field::enet_ping, common_parts, acknowledge_only, Channels::connection),
    row(field::enet_send_reliable, reliable_parts, acknowledge_only, Channels::messages),
    row(field::enet_send_unreliable, unreliable_parts, no_flags, Channels::messages),
    row(field::enet_send_fragment, fragment_parts, acknowledge_only, Channels::messages),
    row(field::enet_send_unsequenced, unsequenced_parts, unsequenced_only, Channels::messages),
    row(field::enet_bandwidth_limit, bandwidth_parts, acknowledge_only, Channels::connection),
    row(field::enet_throttle_configure, throttle_parts, acknowledge_only, Channels::connection),
    row(field::enet_send_unreliable_fragment, fragment_parts, no_flags, Channels::messages),
}};
static_assert(layouts[2].size == 48 && layouts[3].size == 44 && layouts[8].size == 24 && layouts[11].size == 16);

constexpr const Layout& layout_of(CommandType type) { return layouts[static_cast<std::size_t>(type)]; }

/// The number `field` of a command with these parts; its offset is computed at compile time.
template <const auto& parts, Field field>
std::uint32_t number(const Command& command) noexcept {
  constexpr Offset offset = offset_of(parts, field);
  static_assert(offset + 4 <= size_of(parts));
  return load_be32(command.bytes + offset);
}

template <const auto& parts, Field field>
std::uint16_t number16(const Command& command) noexcept {
  constexpr Offset offset = offset_of(parts, field);
  static_assert(offset < size_of(parts));
  return load_be16(command.bytes + offset);
}

template <const auto& parts, Field field>
std::uint8_t number8(const Command& command) noexcept {
  constexpr Offset offset = offset_of(parts, field);
  static_assert(offset < size_of(parts));
  return command.bytes[offset];
}

}  // namespace

Field node_of(CommandType type) noexcept { return layout_of(type).node; }

std::span<const Part> parts_of(CommandType type) noexcept { return layout_of(type).parts; }

// --- The content of commands ----------------------------------------------------------------------------------------

Acknowledgement acknowledgement(const Command& command) noexcept {
  return {.reliable_sequence = number16<acknowledge_parts, field::enet_acknowledge_reliable_sequence>(command),
          .sent_time = number16<acknowledge_parts, field::enet_acknowledge_sent_time>(command)};
}

Connection connection(const Command& command) noexcept {
  return {.outgoing_peer_id = number16<connect_parts, field::enet_outgoing_peer_id>(command),
          .incoming_session_id = number8<connect_parts, field::enet_incoming_session_id>(command),
          .outgoing_session_id = number8<connect_parts, field::enet_outgoing_session_id>(command),
          .mtu = number<connect_parts, field::enet_mtu>(command),
          .window_size = number<connect_parts, field::enet_window_size>(command),
          .channel_count = number<connect_parts, field::enet_channel_count>(command),
          .incoming_bandwidth = number<connect_parts, field::enet_incoming_bandwidth>(command),
          .outgoing_bandwidth = number<connect_parts, field::enet_outgoing_bandwidth>(command),
          .throttle_interval = number<connect_parts, field::enet_throttle_interval>(command),
          .throttle_acceleration = number<connect_parts, field::enet_throttle_acceleration>(command),
          .throttle_deceleration = number<connect_parts, field::enet_throttle_deceleration>(command),
          .connect_id = number<connect_parts, field::enet_connect_id>(command),
          .data = command.type == CommandType::connect ? number<connect_parts, field::enet_connect_data>(command) : 0};
}

Fragment fragment(const Command& command) noexcept {
  return {.start_sequence = command.sequence,
          .count = number<fragment_parts, field::enet_fragment_count>(command),
          .number = number<fragment_parts, field::enet_fragment_number>(command),
          .total_length = number<fragment_parts, field::enet_fragment_total_length>(command),
          .offset = number<fragment_parts, field::enet_fragment_offset>(command)};
}

Bandwidth bandwidth(const Command& command) noexcept {
  return {.incoming = number<bandwidth_parts, field::enet_incoming_bandwidth>(command),
          .outgoing = number<bandwidth_parts, field::enet_outgoing_bandwidth>(command)};
}

std::uint32_t disconnect_data(const Command& command) noexcept {
  return number<disconnect_parts, field::enet_disconnect_data>(command);
}

// --- The header -----------------------------------------------------------------------------------------------------

std::string_view name(Make make) noexcept { return word_of(make).name; }

bool read_header(const Buffer& datagram, bool checksum, Header& header, Problem& problem, Make make) noexcept {
  Cursor in(datagram, message_end);
  const Word& word = word_of(make);
  header = {};
  header.make = make;
  if (!in.read_be(header.word, field::enet_header, problem)) return false;
  header.peer_id = header.word & word.peer_id_mask;
  header.session_id = header.word >> word.session_id_shift & session_id_mask;
  header.compressed = (header.word & word.compressed) != 0;
  header.has_sent_time = (header.word & word.sent_time) != 0;
  header.has_peer_extra = (header.word & word.peer_extra) != 0;
  header.has_checksum = checksum;
  header.size = in.position();
  if (header.has_sent_time && !in.read_be(header.sent_time, field::enet_sent_time, problem)) return false;
  header.size = in.position();
  if (header.has_peer_extra) {
    if (!in.has(1, field::enet_peer_extra, problem)) return false;
    header.peer_extra = *in.bytes(1);
    in.skip(1);
    header.peer_id = static_cast<std::uint16_t>(header.peer_id | header.peer_extra << word.peer_extra_shift);
    header.size = in.position();
  }
  if (checksum && !in.read_be(header.checksum, field::enet_checksum, problem)) return false;
  header.size = in.position();
  return true;
}

// --- Commands -------------------------------------------------------------------------------------------------------

bool CommandReader::at_padding() const noexcept {
  if (!padded_ || problem_ || in_.position() == 0 || in_.position() + in_.left() != padded_size) return false;
  const std::span<const std::uint8_t> rest(in_.bytes(in_.captured_left()), in_.captured_left());
  return !rest.empty() && rest.size() == in_.left() &&
         std::all_of(rest.begin(), rest.end(), [](std::uint8_t byte) { return byte == 0; });
}

bool CommandReader::next(Command& command) noexcept {
  command = Command{};
  command.begin = in_.position();
  command.payload_begin = command.begin;
  if (problem_ || in_.left() == 0 || at_padding()) return false;
  if (!fixed_part(command)) return false;
  if (command.has_payload() && !checked_payload(command)) return false;
  judge(command);
  in_.skip(static_cast<Offset>(command.payload.size()));
  return true;
}

bool CommandReader::fixed_part(Command& command) noexcept {
  if (!in_.has(1, field::enet_command, problem_)) return false;
  command.bytes = in_.bytes(1);
  command.fixed = 1;
  const unsigned number = *command.bytes & type_mask;
  if (number == 0 || number >= command_type_count) {
    return fail({.code = Problem::Code::unknown_type,
                 .field = field::enet_command,
                 .offset = command.begin,
                 .value = number,
                 .bound = command_type_count});
  }
  command.type = static_cast<CommandType>(number);
  command.acknowledge = (*command.bytes & acknowledge_bit) != 0;
  command.unsequenced = (*command.bytes & unsequenced_bit) != 0;
  const Layout& layout = layout_of(command.type);
  command.fixed = std::min(layout.size, in_.captured_left());
  if (command.fixed != layout.size) {
    for (const Part& part : layout.parts) {
      if (!in_.has(part.width, part.field, problem_)) return false;
      in_.skip(part.width);
    }
  }
  command.channel = number8<common_parts, field::enet_channel>(command);
  command.reliable_sequence = number16<common_parts, field::enet_reliable_sequence>(command);
  in_.skip(layout.size);
  command.payload_begin = in_.position();
  return true;
}

/// As enet_protocol_handle_send_* of protocol.c checks it.
bool CommandReader::checked_payload(Command& command) noexcept {
  // The length is the fixed part's last number, except in fragments.
  const Offset length_offset =
      command.is_fragment() ? offset_of(fragment_parts, field::enet_data_length) : layout_of(command.type).size - 2;
  command.payload_length = load_be16(command.bytes + length_offset);
  // All but reliable messages have a sequence of their own, right behind the common parts.
  if (command.type != CommandType::send_reliable) command.sequence = load_be16(command.bytes + size_of(common_parts));
  if (command.is_fragment() && !checked_fragment(command)) return false;
  const Offset captured = std::min(command.payload_length, in_.captured_left());
  command.payload = {in_.bytes(captured), captured};
  // Bytes missing in the capture end the reading at the next command.
  return in_.has(command.payload_length, field::enet_payload, problem_) || problem_.code == Problem::Code::cut;
}

/// As enet_protocol_handle_send_fragment of protocol.c checks it.
bool CommandReader::checked_fragment(const Command& command) noexcept {
  const Fragment body = fragment(command);
  const bool reliable = command.type == CommandType::send_fragment;
  const auto below = [&](Field field, std::uint64_t value, std::uint64_t limit, Field limited_by = message_end) {
    if (value < limit) return true;
    return fail({.code = Problem::Code::out_of_range,
                 .field = field,
                 .limit = limited_by,
                 .offset = command.begin + offset_of(fragment_parts, field),
                 .value = value,
                 .bound = limit});
  };
  const auto at_least = [&](Field field, std::uint64_t value, std::uint64_t limit, Field limited_by = message_end) {
    if (value >= limit) return true;
    return fail({.code = Problem::Code::length_mismatch,
                 .field = field,
                 .limit = limited_by,
                 .offset = command.begin + offset_of(fragment_parts, field),
                 .value = value,
                 .bound = limit});
  };
  using namespace field;
  return below(enet_fragment_count, body.count, max_fragments + 1ULL) &&
         below(enet_fragment_number, body.number, body.count, enet_fragment_count) &&
         below(enet_fragment_total_length, body.total_length, max_message + 1ULL) &&
         below(enet_fragment_offset, body.offset, body.total_length, enet_fragment_total_length) &&
         below(enet_data_length, command.payload_length, body.total_length - body.offset + 1ULL,
               enet_fragment_total_length) &&
         (!reliable || at_least(enet_fragment_total_length, body.total_length, body.count, enet_fragment_count)) &&
         (!reliable || at_least(enet_data_length, command.payload_length, 1));
}

/// Adds notes about data that ENet itself never sends.
void CommandReader::judge(Command& command) const noexcept {
  const Layout& layout = layout_of(command.type);
  const std::uint8_t byte = *command.bytes;
  const bool connecting = command.type == CommandType::connect;
  const auto note = [&](bool holds, Note what) {
    if (holds) command.notes.add(what);
  };
  note((byte & reserved_mask) != 0, note::enet_reserved_bits);
  note((layout.flags >> (byte >> 6U) & 1U) == 0, note::enet_unusual_flags);
  note(layout.channels != Channels::any &&
           (layout.channels == Channels::connection) != (command.channel == connection_channel),
       note::enet_unusual_channel);
  note(command.acknowledge && !has_sent_time_, note::enet_sent_time_missing);
  note(!has_peer_id_ && !connecting, note::enet_not_connected);
  note(has_peer_id_ && connecting, note::enet_already_connected);
  if (command.type == CommandType::acknowledge)
    note(acknowledgement(command).reliable_sequence != command.reliable_sequence, note::enet_acknowledge_mismatch);
  if (connecting || command.type == CommandType::verify_connect)
    note(connection(command).channel_count - 1 >= most_channels, note::enet_invalid_channel_count);
}

}  // namespace godot::enet
