// SPDX-License-Identifier: GPL-2.0-or-later
// A datagram made ready to be read: whether it has a checksum, and its commands, decompressed if they were compressed.
#pragma once

#include "codec/enet/recognise.h"
#include "plugin/enet/conversation.h"
#include "plugin/enet/decompression.h"

namespace godot::enet::dissector {

/// Points into the datagram, or into a buffer that lasts until the next one is read.
struct Reading {
  Buffer datagram;
  Header header;
  bool has_header = false;       ///< all of it
  Plain plain;                   ///< of compressed commands
  Buffer commands;               ///< where the commands are: the datagram, or what was decompressed
  Offset begin = 0;              ///< of the commands in `commands`
  bool has_commands = false;     ///< false: compressed, and nobody knows how
  bool checksum_proved = false;  ///< what was found out about the checksum is certain

  [[nodiscard]] CommandReader reader() const noexcept { return {commands, header, begin}; }
  [[nodiscard]] std::span<const std::uint8_t> command_bytes() const noexcept {
    return commands.captured.subspan(begin);
  }
  [[nodiscard]] bool is_padded() const noexcept { return plain.compression == Compression::fastlz; }
};

/// How datagrams of the same conversation were.
struct Habits {
  Checksum checksum = Checksum::automatic;
  Compression compression = Compression::none;
};

/// `decompress`: or only the header of a compressed one. Recognition needs it, whatever is shown.
[[nodiscard]] Reading read(const Buffer& datagram, const Habits& habits, bool decompress = true) noexcept;

/// Judges it; compressed ones by what came out.
[[nodiscard]] Observation observe(const Reading& reading, Checksum checksum) noexcept;

}  // namespace godot::enet::dissector
