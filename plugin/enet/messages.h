// SPDX-License-Identifier: GPL-2.0-or-later
// The messages of a datagram: each command holds one, is a fragment of one, or completes it. Handed to the dissectors
// above, with what ENet knows of each, and said in the Info column.
#pragma once

#include "plugin/analysis/links/link.h"
#include "plugin/enet/command_items.h"
#include "plugin/enet/datagram_facts.h"
#include "plugin/enet/info_text.h"

namespace godot::enet::dissector {

/// A command, and what is known of it.
struct KnownCommand {
  const Command& command;
  const Finding* finding;   ///< null: nothing
  facts::Cost cost;         ///< zeros: not known
  const CommandNode* node;  ///< null: no items are made
};

class Messages {
 public:
  /// Commands lie in `tvb`.
  Messages(const View& view, tvbuff_t* tvb, DatagramFacts& facts, InfoText& info);

  /// Every command, in their order. True: its payload is shown.
  bool take(const KnownCommand& known);

 private:
  bool take_payload(const KnownCommand& known);
  bool take_fragment(const KnownCommand& known, const FragmentPart& part);
  bool hand_over(tvbuff_t* tvb, const KnownCommand& known, const Fragmented* whole);
  [[nodiscard]] bool waits(const KnownCommand& known) const;
  void guess_server() const;
  [[nodiscard]] [[nodiscard]] const char* problem_of(const KnownCommand& known) const;
  plugin::Message message_of(const KnownCommand& known, const Fragmented* whole);

  const View& view_;
  tvbuff_t* tvb_;
  DatagramFacts& facts_;
  InfoText& info_;
  FragmentPart* part_;          // the next one
  std::uint16_t command_ = 0;   // how many came before
  std::uint32_t messages_ = 0;  // how many were handed over
};

}  // namespace godot::enet::dissector
