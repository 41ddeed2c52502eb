// SPDX-License-Identifier: GPL-2.0-or-later
// The messages of a datagram: each command contains one, is a fragment of one, or completes it. Passes them to the
// dissectors above, with their ENet context, and adds them to the Info column.
#pragma once

#include "analysis/enet/delivery/message.h"
#include "plugin/enet/around.h"
#include "plugin/enet/command_items.h"
#include "plugin/enet/info_text.h"
#include "plugin/facts/collector.h"

namespace godot::plugin::enet {

using analysis::enet::DatagramFacts;
using analysis::enet::KnownCommand;

class Messages {
 public:
  /// `tvb`: the buffer of the commands. `collector`: null: facts are not needed.
  Messages(const View& view, const AroundDatagram& around, tvbuff_t* tvb, DatagramFacts& facts,
           plugin::Collector* collector, InfoText& info);

  /// Handles the next command; call it for all, in order. `node`: null: without items. True: its payload was shown.
  bool take(const KnownCommand& known, const CommandNode* node);

 private:
  bool take_payload(const KnownCommand& known, const CommandNode* node);
  bool take_fragment(const KnownCommand& known, const CommandNode* node, const FragmentPart& part);
  bool hand_over(tvbuff_t* tvb, const KnownCommand& known, const CommandNode* node, const Fragmented* whole);
  void guess_server() const;
  [[nodiscard]] analysis::Transit transit_of(const KnownCommand& known, const CommandNode* node) const;
  [[nodiscard]] const char* problem_of_command(const KnownCommand& known) const;
  [[nodiscard]] const char* problem_of_window(const KnownCommand& known);
  analysis::Message message_of(const KnownCommand& known, const CommandNode* node, const Fragmented* whole);

  const View& view_;
  const AroundDatagram& around_;
  tvbuff_t* tvb_;
  DatagramFacts& facts_;
  plugin::Collector* collector_;
  InfoText& info_;
  FragmentPart* part_;              // of the next fragment
  std::uint16_t command_ = 0;       // number of earlier commands
  std::uint32_t messages_ = 0;      // number of messages passed on
  bool window_marked_ = false;      // the datagram fills the window, and a message of it says so
  const char* last_way_ = nullptr;  // direction of the last one, as the Info column shows it
};

}  // namespace godot::plugin::enet
