// SPDX-License-Identifier: GPL-2.0-or-later
// The Info column: what each command of a datagram does. The text of a protocol above replaces that of its command.
#pragma once

#include "analysis/enet/shown/datagram_text.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/enet/codec.h"

namespace godot::plugin::enet {

class InfoText final : private analysis::enet::DatagramText {
 public:
  /// Clears the packet's columns, if they are used.
  explicit InfoText(packet_info* pinfo);

  /// False: the column is not shown.
  [[nodiscard]] bool is_shown() const noexcept { return wanted_; }

  /// Adds a command to the line, as DatagramText does.
  void add(const Command& command, const analysis::enet::Finding* finding, const char* problem = nullptr) {
    if (wanted_) DatagramText::add(command, finding, problem);
  }
  void add(std::string_view text) {
    if (wanted_) DatagramText::add(text);
  }

  /// Called before and after a dissector above, which may write to the column: returns true if it did. Its text then
  /// replaces the command's.
  void before_others();
  bool after_others();

  /// Writes what the line still lacks into the column.
  void finish() { flush(); }

 private:
  void write(const char* text) override;

  packet_info* pinfo_;
  bool wanted_;
  std::size_t before_ = 0;  ///< bytes of the column before the dissector above ran
};

}  // namespace godot::plugin::enet
