// SPDX-License-Identifier: GPL-2.0-or-later
// Prepares a datagram for parsing: detects its checksum, and decompresses its commands.
#pragma once

#include "codec/enet/recognise.h"
#include "plugin/enet/conversation.h"
#include "plugin/enet/decompression.h"

namespace godot::enet::dissector {

/// Points into the datagram, or into a buffer that is valid until the next call.
struct Reading {
  Buffer datagram;
  Header header;
  bool has_header = false;       ///< the whole datagram
  Plain plain;                   ///< of compressed commands
  Buffer commands;               ///< has the commands: the datagram, or the decompressed bytes
  Offset begin = 0;              ///< of the commands, in `commands`
  bool has_commands = false;     ///< false: compressed in an unknown way
  bool checksum_proved = false;  ///< the checksum has been verified

  [[nodiscard]] CommandReader reader() const noexcept { return {commands, header, begin}; }
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

/// `decompress`: false reads only the header of a compressed datagram; recognition needs true.
[[nodiscard]] Reading read(const Buffer& datagram, const ObservedSettings& settings, bool decompress = true) noexcept;

/// Rates the datagram as ENet; a compressed one by its decompressed bytes.
[[nodiscard]] Observation observe(const Reading& reading, Checksum checksum) noexcept;

}  // namespace godot::enet::dissector
