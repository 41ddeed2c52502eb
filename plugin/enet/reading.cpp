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
Reading read_as(const Buffer& datagram, bool checksum, const Compression* known) noexcept {
  Reading reading;
  reading.datagram = datagram;
  Problem problem;
  reading.has_header = read_header(datagram, checksum, reading.header, problem);
  if (!reading.has_header) return reading;
  if (!reading.header.compressed) {
    reading.commands = datagram;
    reading.begin = reading.header.size;
    reading.has_commands = true;
    return reading;
  }
  // Data cut by the capture cannot be decompressed.
  if (known == nullptr || datagram.captured.size() < datagram.reported) return reading;
  reading.plain =
      decompress_commands(datagram.captured.subspan(reading.header.size), reading.header, *known, plain_bytes);
  if (reading.plain.compression == Compression::none || !reading.plain.result.good()) return reading;
  reading.commands = Buffer(std::span(plain_bytes).first(reading.plain.result.size));
  reading.has_commands = true;
  return reading;
}

}  // namespace

Reading read(const Buffer& datagram, const Habits& habits, bool decompress) noexcept {
  const Compression* known = decompress ? &habits.compression : nullptr;
  Checksum checksum = preferred_checksum();
  if (checksum == Checksum::automatic) checksum = habits.checksum;
  if (checksum != Checksum::automatic) {
    Reading reading = read_as(datagram, checksum == Checksum::present, known);
    reading.checksum_proved = true;
    return reading;
  }
  Reading without = read_as(datagram, false, known);
  if (without.header.compressed) {
    if (!without.has_header || without.plain.exact) return without;
    const Reading with = read_as(datagram, true, known);
    // The buffer holds the last decompressed bytes, those of `with`.
    return with.plain.exact ? with : read_as(datagram, false, known);
  }
  const Observation seen = enet::observe(datagram);
  without.checksum_proved = seen.strength != Strength::none;
  if (!seen.checksum) return without;
  Reading with = read_as(datagram, true, known);
  with.checksum_proved = true;
  return with;
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
