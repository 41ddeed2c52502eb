// SPDX-License-Identifier: MIT
#include "codec/enet/datagram_reading.h"

#include "codec/enet/fastlz.h"
#include "codec/enet/walk.h"

namespace godot::enet {

Reading DatagramReader::read_quote(const Buffer& quote, const ObservedSettings& known, Checksum checksum,
                                   bool decompresses) noexcept {
  const Reading whole = read(quote, known, checksum, decompresses);
  CommandReader reader = whole.reader();
  for (Command command; reader.next(command);) {
  }
  if (whole.has_commands && !reader.problem()) return whole;
  constexpr std::size_t most = 65536;
  const auto longer = static_cast<Offset>(quote.captured.size() + most);
  return read(Buffer(quote.captured, longer), known, checksum, decompresses);
}

Decompressed DatagramReader::decompress(Compression compression, std::span<const std::uint8_t> input,
                                        std::span<std::uint8_t> output) noexcept {
  const auto by = [&](Decompressors::Function library) {
    return library != nullptr ? library(input, output) : Decompressed{.error = DecompressionError::not_built};
  };
  switch (compression) {
    case Compression::range_coder: return decompress_range_coder(input, output, scratch_);
    case Compression::fastlz: return decompress_fastlz(input, output);
    case Compression::zlib: return by(decompressors_.zlib);
    case Compression::zstd: return by(decompressors_.zstd);
    case Compression::none: break;
  }
  return {.error = DecompressionError::empty};
}

/// Decompresses the commands after `header`: first as `known`, then by every other algorithm that their first bytes
/// allow, until the output parses. If none does, the result is that of `known`.
Plain DatagramReader::decompress_commands(std::span<const std::uint8_t> input, const Header& header,
                                          Compression known) noexcept {
  const auto room = std::span(plain_).first(most_decompressed(header.size));
  const auto attempt = [&](Compression compression) {
    Plain plain{.compression = compression, .result = decompress(compression, input, room)};
    if (plain.result.good()) {
      const Buffer commands(room.first(plain.result.size));
      const Options options{.padded = compression == Compression::fastlz};
      plain.exact = validate_commands(commands, header, options).exact(commands);
    }
    return plain;
  };
  if (known != Compression::none) {
    const Plain plain = attempt(known);
    if (plain.exact) return plain;
  }
  const CompressionSet possible = possible_compressions(input);
  for (unsigned i = compression_count - 1; i != 0; --i) {
    const auto compression = static_cast<Compression>(i);
    if ((possible >> i & 1U) == 0 || compression == known) continue;
    const Plain plain = attempt(compression);
    if (plain.exact) return plain;
  }
  return known != Compression::none ? attempt(known) : Plain{};
}

/// `known`: the conversation's compression, as far as known; null: do not decompress.
void DatagramReader::read_as(const Buffer& datagram, bool checksum, const Compression* known, Reading& reading,
                             Make make) noexcept {
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
  reading.plain = decompress_commands(datagram.captured.subspan(reading.header.size), reading.header, *known);
  if (reading.plain.compression == Compression::none || !reading.plain.result.good()) return;
  reading.commands = Buffer(std::span(plain_).first(reading.plain.result.size));
  reading.has_commands = true;
}

void DatagramReader::read_again(const Buffer& datagram, bool checksum, const Compression* known,
                                Reading& reading) noexcept {
  reading = {};
  read_as(datagram, checksum, known, reading);
}

Reading DatagramReader::read(const Buffer& datagram, const ObservedSettings& known, Checksum checksum,
                             bool decompresses) noexcept {
  Reading reading = none_;  // returned on every path, so that it is never copied
  const Compression* compression = decompresses ? &known.compression : nullptr;
  const Make other = make_of_handshake(datagram);
  const Make make = other != Make::stock ? other : known.make;
  if (make != Make::stock) {
    read_as(datagram, false, compression, reading, make);
    return reading;
  }
  if (checksum == Checksum::automatic) checksum = known.checksum;
  if (checksum != Checksum::automatic) {
    read_as(datagram, checksum == Checksum::present, compression, reading);
    reading.checksum_proved = true;
    return reading;
  }
  read_as(datagram, false, compression, reading);
  if (reading.header.compressed) {
    if (!reading.has_header || reading.plain.exact) return reading;
    read_again(datagram, true, compression, reading);
    // The buffer holds the last decompressed bytes.
    if (!reading.plain.exact) read_again(datagram, false, compression, reading);
    return reading;
  }
  const Observation seen = observe(datagram);
  reading.checksum_proved = seen.strength != Strength::none;
  if (!seen.checksum) return reading;
  read_again(datagram, true, compression, reading);
  reading.checksum_proved = true;
  return reading;
}

Observation observe(const Reading& reading, Checksum checksum) noexcept {
  if (!reading.has_commands) return {};
  if (!reading.header.compressed) return observe(reading.datagram, checksum);
  if (!reading.plain.exact) return {};
  Observation seen = observe_commands(reading.commands, reading.header, {.padded = reading.is_padded()});
  seen.checksum = reading.header.has_checksum;
  return seen;
}

}  // namespace godot::enet
