// SPDX-License-Identifier: MIT
#include "codec/enet/recognise.h"

#include <algorithm>

#include "codec/enet/crc.h"

namespace godot::enet {
namespace {

constexpr std::uint32_t min_mtu = 576;
constexpr std::uint32_t max_mtu = 4096;
constexpr std::uint32_t min_window = 4096;
constexpr std::uint32_t max_window = 65536;
constexpr std::uint32_t max_channels = 255;
constexpr std::uint8_t no_session = 0xFF;
constexpr std::uint8_t session_count = 4;

// Points: roughly one for each byte that other protocols would have had to hit.
constexpr unsigned points_command = 1;      // its number and flags
constexpr unsigned points_connection = 1;   // a command of the connection has channel 255
constexpr unsigned points_acknowledge = 2;  // the sequence number, twice
constexpr unsigned points_length = 2;       // a payload that ends where a command begins, or the datagram ends
constexpr unsigned points_fragment = 4;     // numbers that fit each other
constexpr unsigned points_end = 1;          // the last command ends where the datagram ends
constexpr unsigned points_proof = 255;
constexpr unsigned most_points = 200;

constexpr std::uint32_t points_needed = 6;
constexpr std::uint8_t datagrams_needed = 2;
constexpr std::uint32_t points_per_refusal = 6;
constexpr std::uint32_t points_remembered = 100000;

bool plausible_session(std::uint8_t id, bool may_be_none) noexcept {
  return id < session_count || (may_be_none && id == no_session);
}

/// protocol.c: the limits of values in both commands.
bool plausible(const Command& command) noexcept {
  const Connection body = connection(command);
  const bool asks = command.type == CommandType::connect;
  return body.outgoing_peer_id < no_peer_id && plausible_session(body.incoming_session_id, asks) &&
         plausible_session(body.outgoing_session_id, asks) && body.mtu >= min_mtu && body.mtu <= max_mtu &&
         body.window_size >= min_window && body.window_size <= max_window && body.channel_count >= 1 &&
         body.channel_count <= max_channels;
}

bool is_handshake(const Command& command) noexcept {
  return command.type == CommandType::connect || command.type == CommandType::verify_connect;
}

unsigned points_of(const Command& command) noexcept {
  unsigned points = points_command;
  if (command.channel == connection_channel) points += points_connection;
  if (command.type == CommandType::acknowledge) points += points_acknowledge;
  if (command.payload_length != 0) points += points_length;
  if (command.is_fragment()) points += points_fragment;
  return points;
}

/// True if a handshake's checksum is right: one command has no connect id yet, the other contains it.
bool verified(const Command& command, const Header& header, std::span<const std::uint8_t> commands) noexcept {
  const std::uint32_t id = command.type == CommandType::connect ? 0 : connection(command).connect_id;
  return checksum(header, id, commands) == header.checksum;
}

std::uint32_t mixed(std::uint32_t print, const Command& command) noexcept {
  constexpr std::uint32_t multiplier = 0x01000193;
  const std::uint32_t numbers = std::uint32_t{command.reliable_sequence} << 16U | command.sequence;
  const std::uint32_t rest =
      std::uint32_t{command.channel} << 16U | static_cast<std::uint32_t>(command.type) << 24U | command.payload_length;
  return ((print ^ numbers) * multiplier ^ rest) * multiplier;
}

/// Judges the commands of a buffer from `begin`.
Observation judge(const Buffer& buffer, const Header& header, Offset begin, bool padded) noexcept {
  Observation seen{.checksum = header.has_checksum};
  const auto commands = buffer.captured.subspan(std::min<std::size_t>(begin, buffer.captured.size()));
  const bool whole = buffer.captured.size() >= buffer.reported;
  unsigned points = 0;
  bool proof = false;
  std::uint32_t print = 0;
  CommandReader reader(buffer, header, begin, padded);
  Command command;
  while (reader.next(command)) {
    // Only what ENet itself never sends is noted.
    if (command.notes.any()) return {};
    if (is_handshake(command)) {
      if (!plausible(command)) return {};
      proof = !header.has_checksum || (whole && verified(command, header, commands));
      if (!proof && whole) return {};
    }
    points += points_of(command);
    print = mixed(print, command);
  }
  if (points == 0 || (reader.problem() && reader.problem().code != Problem::Code::cut)) return {};
  seen.strength = proof ? Strength::strong : Strength::weak;
  seen.points = static_cast<std::uint8_t>(proof ? points_proof : std::min(points + points_end, most_points));
  seen.fingerprint = print;
  return seen;
}

}  // namespace

namespace {

/// The datagram as a handshake of this make; `none` if it is anything else.
Observation handshake_of(const Buffer& datagram, Make make) noexcept {
  Header header;
  Problem problem;
  if (datagram.captured.size() < datagram.reported || !read_header(datagram, false, header, problem, make)) return {};
  if (header.compressed || !header.has_sent_time) return {};
  Observation seen = judge(datagram, header, header.size, false);
  if (seen.strength != Strength::strong) return {};
  seen.make = make;
  return seen;
}

Observation other_handshake(const Buffer& datagram) noexcept {
  const std::span<const std::uint8_t> bytes = datagram.captured;
  constexpr unsigned first_command = 4;
  if (bytes.size() < min_datagram) return {};
  // A few loads tell nearly all other datagrams. The server may acknowledge Connect in front of its answer.
  const auto begins = [&](std::size_t at) {
    constexpr std::uint8_t acknowledge = 0x01;
    constexpr std::uint8_t connect = 0x82;
    constexpr std::uint8_t verify_connect = 0x83;
    return bytes[at] == connect || bytes[at] == verify_connect || bytes[at] == acknowledge;
  };
  const bool is_csharp = (bytes[0] & 0xC0U) == 0x40 && begins(first_command);
  if (is_csharp) return handshake_of(datagram, Make::enet_csharp);
  const bool is_extra = (bytes[0] & 0xE0U) == 0xA0 && begins(first_command + 1);
  return is_extra ? handshake_of(datagram, Make::more_peers) : Observation{};
}

}  // namespace

Make make_of_handshake(const Buffer& datagram) noexcept { return other_handshake(datagram).make; }

Observation observe(const Buffer& datagram, Checksum checksum) noexcept {
  if (!possible(datagram, checksum)) return {};
  if (const Observation other = other_handshake(datagram); other.strength != Strength::none) return other;
  for (const bool present : {false, true}) {
    if (checksum == (present ? Checksum::absent : Checksum::present)) continue;
    Header header;
    Problem problem;
    if (!read_header(datagram, present, header, problem)) continue;
    // A compressed datagram does not show whether there is a checksum.
    if (header.compressed) return {.strength = Strength::compressed, .checksum = checksum == Checksum::present};
    const Observation seen = judge(datagram, header, header.size, false);
    if (seen.strength != Strength::none) return seen;
  }
  return {};
}

Observation observe_commands(const Buffer& body, const Header& header, const Options& options) noexcept {
  return judge(body, header, 0, options.padded);
}

void Recognition::add(const Observation& seen, std::uint32_t refusals) noexcept {
  if (seen.strength == Strength::strong) certain_ = true;
  if (seen.points == 0 || (datagrams_ != 0 && seen.fingerprint == last_)) return;
  last_ = seen.fingerprint;
  points_ = std::min(points_ + seen.points, points_remembered);
  if (datagrams_ != datagrams_needed) ++datagrams_;
  if (datagrams_ == datagrams_needed && points_ >= points_needed + refusals * points_per_refusal) certain_ = true;
}

}  // namespace godot::enet
