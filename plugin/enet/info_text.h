// SPDX-License-Identifier: GPL-2.0-or-later
// The Info column: what each command of a datagram does, several joined. What the protocols above say of a message
// takes the place of its command.
#pragma once

#include <array>
#include <string_view>

#include "codec/enet/protocol.h"
#include "plugin/analysis/enet/analysis.h"
#include "plugin/core/bridge.h"

namespace godot::enet::dissector {

class InfoText {
 public:
  /// Begins the packet's columns anew, if anybody reads them.
  explicit InfoText(packet_info* pinfo);

  /// Says a command; `finding` may be null.
  void add(const Command& command, const Finding* finding);

  /// Says something.
  void add(std::string_view text);

  /// Around a dissector above, which may write to the column: returns true if it did. Then its text stands for the
  /// command that it was given.
  void before_others();
  bool after_others();

  /// Writes what is left.
  void finish() { flush(); }

 private:
  struct Acknowledged {
    std::uint8_t channel;
    std::uint16_t first;
    std::uint16_t last;
    const Finding* finding;
  };

  void separate();
  void put(std::string_view text);
  void put(std::uint64_t number);
  void put_time(Nanoseconds time);
  void put_acknowledged();
  void flush();

  packet_info* pinfo_;
  bool wanted_;
  bool any_ = false;           ///< something was said
  bool acknowledged_ = false;  ///< `acks_` is not said yet
  Acknowledged acks_{};
  std::size_t size_ = 0;
  std::size_t before_ = 0;        ///< bytes of the column before others wrote
  std::array<char, 512> buffer_;  // written before read
};

}  // namespace godot::enet::dissector
