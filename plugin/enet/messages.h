// SPDX-License-Identifier: GPL-2.0-or-later
// The messages of a datagram: each command contains one, is a fragment of one, or completes it. Passes them to the
// dissectors above, with their ENet context, and adds them to the Info column.
#pragma once

#include "analysis/enet/problems.h"
#include "analysis/link/link.h"
#include "plugin/enet/command_items.h"
#include "plugin/enet/datagram_facts.h"
#include "plugin/enet/info_text.h"

namespace godot::enet::dissector {

/// A command and its context.
struct KnownCommand {
  const Command& command;
  const analysis::enet::Finding* finding;  ///< null: none
  analysis::facts::Cost cost;              ///< zeros: unknown
  const CommandNode* node;                 ///< null: without items
};

class Messages {
 public:
  /// `tvb`: the buffer of the commands.
  Messages(const View& view, tvbuff_t* tvb, DatagramFacts& facts, InfoText& info);

  /// Handles the next command; call it for all, in order. True: its payload was shown.
  bool take(const KnownCommand& known);

 private:
  bool take_payload(const KnownCommand& known);
  bool take_fragment(const KnownCommand& known, const FragmentPart& part);
  bool hand_over(tvbuff_t* tvb, const KnownCommand& known, const Fragmented* whole);
  [[nodiscard]] analysis::enet::Sender sender() const noexcept;
  [[nodiscard]] analysis::Turn turn_of(const KnownCommand& known) const;
  void guess_server() const;
  [[nodiscard]] bool needs_transit(const KnownCommand& known) const;
  [[nodiscard]] analysis::Transit transit_of(const KnownCommand& known) const;
  [[nodiscard]] const char* problem_of_command(const KnownCommand& known) const;
  [[nodiscard]] const char* problem_of(const KnownCommand& known) const;
  [[nodiscard]] const char* problem_of_window(const KnownCommand& known);
  analysis::Message message_of(const KnownCommand& known, const Fragmented* whole);

  const View& view_;
  tvbuff_t* tvb_;
  DatagramFacts& facts_;
  InfoText& info_;
  FragmentPart* part_;              // of the next fragment
  std::uint16_t command_ = 0;       // number of earlier commands
  std::uint32_t messages_ = 0;      // number of messages passed on
  bool window_marked_ = false;      // the datagram fills the window, and a message of it says so
  const char* last_way_ = nullptr;  // direction of the last one, as the Info column shows it
};

}  // namespace godot::enet::dissector
