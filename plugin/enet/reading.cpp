// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/reading.h"

#include <array>

#include "plugin/core/longjmp.h"
#include "plugin/enet/preferences.h"

namespace godot::enet::dissector {
namespace {

LEFT_BY_LONGJMP(Reading);

std::array<std::uint8_t, plain_size> plain_bytes;

/// `known`: the conversation's compression, as far as known; null: do not decompress.
void read_as(const Buffer& datagram, bool checksum, const Compression* known, Reading& reading,
             Make make = Make::stock) noexcept {
  reading.datagram = datagram;
  Problem problem;
  reading.has_header = read_header(datagram, checksum, reading.header, problem, make);
  if (!reading.has_header) return;
  if (!reading.header.compressed) {
    reading.commands = datagram;
    reading.begin = reading.header.size;
    reading.has_commands = true;
    return;
  }
  // Data cut by the capture cannot be decompressed.
  if (known == nullptr || datagram.captured.size() < datagram.reported) return;
  reading.plain =
      decompress_commands(datagram.captured.subspan(reading.header.size), reading.header, *known, plain_bytes);
  if (reading.plain.compression == Compression::none || !reading.plain.result.good()) return;
  reading.commands = Buffer(std::span(plain_bytes).first(reading.plain.result.size));
  reading.has_commands = true;
}

void read_again(const Buffer& datagram, bool checksum, const Compression* known, Reading& reading) noexcept {
  reading = {};
  read_as(datagram, checksum, known, reading);
}

}  // namespace

Reading read(const Buffer& datagram, const ObservedSettings& settings, bool decompress) noexcept {
  Reading reading;  // returned on every path, so that it is never copied
  const Compression* known = decompress ? &settings.compression : nullptr;
  const Make other = make_of_handshake(datagram);
  const Make make = other != Make::stock ? other : settings.make;
  if (make != Make::stock) {
    read_as(datagram, false, known, reading, make);
    return reading;
  }
  Checksum checksum = preferred_checksum();
  if (checksum == Checksum::automatic) checksum = settings.checksum;
  if (checksum != Checksum::automatic) {
    read_as(datagram, checksum == Checksum::present, known, reading);
    reading.checksum_proved = true;
    return reading;
  }
  read_as(datagram, false, known, reading);
  if (reading.header.compressed) {
    if (!reading.has_header || reading.plain.exact) return reading;
    read_again(datagram, true, known, reading);
    // The buffer holds the last decompressed bytes.
    if (!reading.plain.exact) read_again(datagram, false, known, reading);
    return reading;
  }
  const Observation seen = enet::observe(datagram);
  reading.checksum_proved = seen.strength != Strength::none;
  if (!seen.checksum) return reading;
  read_again(datagram, true, known, reading);
  reading.checksum_proved = true;
  return reading;
}

Observation observe(const Reading& reading, Checksum checksum) noexcept {
  if (!reading.has_commands) return {};
  if (!reading.header.compressed) return enet::observe(reading.datagram, checksum);
  if (!reading.plain.exact) return {};
  Observation seen = observe_commands(reading.commands, reading.header, {.padded = reading.is_padded()});
  seen.checksum = reading.header.has_checksum;
  return seen;
}

}  // namespace godot::enet::dissector
