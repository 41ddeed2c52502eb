// SPDX-License-Identifier: MIT
// Prepares a datagram for parsing: detects its checksum, and decompresses its commands.
//
// A datagram does not name its compression; the output of the right one parses as commands up to its end. The range
// coder and FastLZ are the codec's; zlib and zstd are those of the caller's libraries.
//
//   static DatagramReader reader({.zlib = inflate_zlib});   // 70 KB
//   const Reading reading = reader.read(datagram, known, Checksum::automatic);
//   if (reading.has_commands) for (CommandReader commands = reading.reader(); commands.next(command);) ...
#pragma once

#include <array>
#include <span>

#include "codec/enet/decompress.h"
#include "codec/enet/range_coder.h"
#include "codec/enet/recognise.h"

namespace godot::enet {

/// Decompressors of other libraries; null: there is none.
struct Decompressors {
  using Function = Decompressed (*)(std::span<const std::uint8_t> input, std::span<std::uint8_t> output);
  Function zlib = nullptr;
  Function zstd = nullptr;
};

struct Plain {
  Compression compression = Compression::none;  ///< none: no algorithm fits
  Decompressed result;
  bool exact = false;  ///< the output parses as commands up to its end
};

/// Points into the datagram, or into the reader's buffer, which is valid until its next call.
struct Reading {
  Buffer datagram;
  Header header;
  bool has_header = false;       ///< the whole header of the datagram was captured
  Plain plain;                   ///< the decompressed bytes, if the commands were compressed
  Buffer commands;               ///< has the commands: the datagram, or the decompressed bytes
  Offset begin = 0;              ///< of the commands, in `commands`
  bool has_commands = false;     ///< false: compressed in an unknown way
  bool checksum_proved = false;  ///< the checksum has been verified

  [[nodiscard]] CommandReader reader() const noexcept { return reader_in(commands); }
  /// The same in a copy of `commands`, which stays valid.
  [[nodiscard]] CommandReader reader_in(const Buffer& copy) const noexcept {
    return {copy, header, begin, is_padded()};
  }
  [[nodiscard]] std::span<const std::uint8_t> command_bytes() const noexcept {
    return commands.captured.subspan(begin);
  }
  [[nodiscard]] bool is_padded() const noexcept { return plain.compression == Compression::fastlz; }
};

/// Known properties of the conversation's datagrams.
struct ObservedSettings {
  Checksum checksum = Checksum::automatic;
  Compression compression = Compression::none;
  Make make = Make::stock;
};

class DatagramReader {
 public:
  explicit DatagramReader(const Decompressors& decompressors) noexcept : decompressors_(decompressors) {}

  /// `checksum`: as the user says; automatic: as observed, else detected. `decompresses`: false reads only the header
  /// of a compressed datagram; recognition needs true.
  [[nodiscard]] Reading read(const Buffer& datagram, const ObservedSettings& known, Checksum checksum,
                             bool decompresses = true) noexcept;

  /// The same of a quote, as in an ICMP error: it has the beginning of a datagram, and does not say how long that was.
  [[nodiscard]] Reading read_quote(const Buffer& quote, const ObservedSettings& known, Checksum checksum,
                                   bool decompresses = true) noexcept;

  [[nodiscard]] Decompressed decompress(Compression compression, std::span<const std::uint8_t> input,
                                        std::span<std::uint8_t> output) noexcept;

 private:
  void read_as(const Buffer& datagram, bool checksum, const Compression* known, Reading& reading,
               Make make = Make::stock) noexcept;
  void read_again(const Buffer& datagram, bool checksum, const Compression* known, Reading& reading) noexcept;
  [[nodiscard]] Plain decompress_commands(std::span<const std::uint8_t> input, const Header& header,
                                          Compression known) noexcept;

  Decompressors decompressors_;
  const Reading none_ = {};  ///< copied in fewer steps than a reading is cleared
  std::array<std::uint8_t, max_datagram> plain_;
  RangeCoderScratch scratch_;
};

/// Rates the datagram as ENet; a compressed one by its decompressed bytes.
[[nodiscard]] Observation observe(const Reading& reading, Checksum checksum) noexcept;

}  // namespace godot::enet
