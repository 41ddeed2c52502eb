// SPDX-License-Identifier: MIT
// Wireshark's toolbar for the relay: its controls, and what a user's change of one means. Without pipes.
#pragma once

#include <optional>
#include <string>

#include "extcap/relay/link_changes.h"
#include "extcap/toolbar/controls.h"

namespace godotdump {

/// What a user wants.
struct ToolbarOrder {
  bool is_quit = false;
  const relay::Preset* preset = nullptr;
  std::optional<relay::Change> change;
};

/// The controls of the toolbar, and what the user has set in them.
class Controls {
 public:
  /// What --extcap-interfaces prints for them.
  static std::string sentences();

  /// Empty: nothing is to be done; with a sentence in `error`, because of it.
  std::optional<ToolbarOrder> apply(const ControlMessage& message, std::string& error);

 private:
  unsigned player_ = 0;  // whom the fields are about
  std::optional<relay::Way> way_;
};

/// Messages to the toolbar.
void append_log(Bytes& out, std::string_view text);
void append_player(Bytes& out, unsigned player);
void append_complaint(Bytes& out, std::string_view text);

}  // namespace godotdump
