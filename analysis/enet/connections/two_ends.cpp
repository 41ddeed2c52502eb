// SPDX-License-Identifier: MIT
#include "analysis/enet/connections/two_ends.h"

#include "codec/enet/crc.h"

namespace godot::analysis::enet {

void Pair::observe(const Stream* stream, const Reading& reading) {
  make = reading.header.make;
  if (checksum == Checksum::automatic && (reading.checksum_proved || reading.plain.exact))
    checksum = reading.header.has_checksum ? Checksum::present : Checksum::absent;
  if (reading.plain.exact) {
    compression = reading.plain.compression;
    for (Endpoint* end : ends) {
      if (end != nullptr) end->compression = compression;
    }
  }
  if (!is_crc && reading.header.has_checksum && stream != nullptr && stream->has_connect_id())
    is_crc = verify_checksum(reading, stream).is_good;
}

void Pair::settle(Endpoint& first, Endpoint& second) {
  ends = {&first, &second};
  for (Endpoint* end : ends) ++end->conversations;
  streams->settle();
  for (Stream* stream = streams->latest(); stream != nullptr; stream = stream->earlier) name_server(*stream);
}

void Pair::name_server(Stream& stream) const {
  Endpoint* server = ends[opposite(stream.client)];
  if (server == nullptr) return;
  stream.link.server_key = server->number + 1;
  if (stream.link.has_handshake) server->is_server = true;
}

bool Pair::has(const Buffer& datagram, Direction direction) const {
  Header header;
  Problem problem;
  read_header(datagram, false, header, problem, make);
  return header.size != 0 && streams->knows(direction, header);
}

ChecksumVerdict verify_checksum(const Reading& reading, const Stream* stream) {
  const bool needs_id = reading.header.has_peer_id();
  if (!reading.has_commands || (needs_id && (stream == nullptr || !stream->has_connect_id()))) return {};
  const std::uint32_t id = needs_id ? stream->connect_id() : 0;
  const std::uint32_t expected = godot::enet::checksum(reading.header, id, reading.command_bytes());
  return {.is_known = true, .is_good = expected == reading.header.checksum, .expected = expected};
}

bool DecompressionAttempts::next(std::uint8_t& of_flow) noexcept {
  constexpr std::uint8_t first_ones = 4;
  constexpr std::uint8_t most_counted = 255;
  constexpr std::uint32_t free_attempts = 500;
  constexpr std::uint32_t candidates_per_attempt = 256;
  const bool is_power_of_two = (of_flow & (of_flow - 1)) == 0;
  const bool is_worth = of_flow < first_ones || (is_power_of_two && of_flow != most_counted);
  if (of_flow != most_counted) ++of_flow;
  ++candidates_;
  // Limits the total for many flows of other protocols.
  if (!is_worth || attempts_ > free_attempts + candidates_ / candidates_per_attempt) return false;
  ++attempts_;
  return true;
}

}  // namespace godot::analysis::enet
