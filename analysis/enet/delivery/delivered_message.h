// SPDX-License-Identifier: MIT
// A message of ENet as the protocol above it gets it: from a command, or from the fragment that completes it.
#pragma once

#include "analysis/enet/connections/datagram_record.h"
#include "analysis/enet/delivery/delivery.h"
#include "analysis/enet/problems/enet_problems.h"
#include "analysis/link/link.h"

namespace godot::analysis::enet {

/// A command of a connection, and what is known of it.
struct KnownCommand {
  const Command& command;
  const Finding* finding = nullptr;  ///< null: the analysis has none of it
  facts::Cost cost = {};             ///< zeros: the cost is unknown

  [[nodiscard]] bool has(Event event) const noexcept { return finding != nullptr && finding->has(event); }
  /// Bytes before compression, with the header.
  [[nodiscard]] std::uint32_t size() const noexcept {
    return command.payload_begin - command.begin + command.payload_length;
  }
};

/// Its message, or the one that it completes (`whole`; null: it has the message). The datagram has a connection. Not
/// set: index, problem, transit, and what the reader stores.
[[nodiscard]] Message message_of(const Record& record, const Sender& sender, const KnownCommand& known,
                                 const Fragmented* whole);

/// The packet list's word for the message's problem: the kind that judge() reports; null: none.
[[nodiscard]] const char* problem_of_message(const Sender& sender, std::uint32_t frame, const KnownCommand& known,
                                             const CommandContext& context, Nanoseconds held_limit);

/// The kind of a full window, of which a reliable message tells; null: the datagram does not fill it.
[[nodiscard]] const char* problem_of_window(const Sender& sender, const Record& record, const Command& command);

/// Adds a fragment's cost to its message; first pass.
void charge(const KnownCommand& fragment, const FragmentPart& part);

/// What the numbers of its peers tell of the ends of a connection without a handshake.
void learn_ends(Stream& stream) noexcept;

/// How a receiver orders the command's message; a fragment has the place of its message.
[[nodiscard]] enet::Delivery::Message delivery_message_of(const Command& command) noexcept;

}  // namespace godot::analysis::enet
