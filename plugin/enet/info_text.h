// SPDX-License-Identifier: GPL-2.0-or-later
// The Info column: what each command of a datagram does, several joined. The text of a protocol above replaces that of
// its command.
#pragma once

#include <array>
#include <string_view>

#include "analysis/enet/analysis.h"
#include "codec/enet/protocol.h"
#include "plugin/core/bridge.h"

namespace godot::enet::dissector {

class InfoText {
 public:
  /// Clears the packet's columns, if they are used.
  explicit InfoText(packet_info* pinfo);

  /// False: nobody shows the column.
  [[nodiscard]] bool is_shown() const noexcept { return wanted_; }

  /// Adds a command; `finding` may be null. `problem`: the word for its problem; null: none.
  void add(const Command& command, const analysis::enet::Finding* finding, const char* problem = nullptr);

  /// Adds a text.
  void add(std::string_view text);

  /// Called before and after a dissector above, which may write to the column: returns true if it did. Its text then
  /// replaces the command's.
  void before_others();
  bool after_others();

  /// Writes the rest.
  void finish() { flush(); }

 private:
  struct Acknowledged {
    std::uint8_t channel;
    std::uint16_t first;
    std::uint16_t last;
    const analysis::enet::Finding* finding;
    const char* problem;  ///< of the first one
  };

  void separate();
  void put(std::string_view text);
  void put(std::uint64_t number);
  void put_problem(const char* word);
  void put_time(analysis::Nanoseconds time);
  void put_acknowledged();
  bool flush();  ///< true: text was written

  packet_info* pinfo_;
  bool wanted_;
  bool any_ = false;           ///< a text was added
  bool acknowledged_ = false;  ///< `acks_` has yet to be added
  Acknowledged acks_{};
  std::size_t size_ = 0;
  std::size_t before_ = 0;  ///< bytes of the column before the dissector above ran
  static constexpr std::size_t room = 512;
  std::array<char, room + 1> buffer_;  // written before read; a NUL follows the text
};

}  // namespace godot::enet::dissector
