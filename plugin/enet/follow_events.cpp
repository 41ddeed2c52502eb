// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/follow_events.h"

#include "analysis/enet/command_facts.h"
#include "plugin/core/follow.h"
#include "plugin/core/longjmp.h"

namespace godot::enet::dissector {
namespace {

LEFT_BY_LONGJMP(plugin::follow::Event);

analysis::enet::Delivery::Kind kind_of(const Command& command) {
  switch (analysis::enet::delivery_of(command.type)) {
    case analysis::Delivery::reliable: return analysis::enet::Delivery::Kind::reliable;
    case analysis::Delivery::unreliable: return analysis::enet::Delivery::Kind::unreliable;
    case analysis::Delivery::unsequenced: break;
  }
  return analysis::enet::Delivery::Kind::unsequenced;
}

/// The position of a command in its channel's order; a fragment has that of its message.
analysis::enet::Delivery::Message message_of(const Command& command) {
  analysis::enet::Delivery::Message message = {
      .channel = command.channel, .reliable = command.reliable_sequence, .unreliable = command.sequence};
  message.kind = kind_of(command);
  if (!command.is_fragment()) return message;
  const Fragment body = fragment(command);
  const auto start = static_cast<std::uint16_t>(body.start_sequence);
  if (message.kind == analysis::enet::Delivery::Kind::reliable) {
    message.reliable = start;
    message.numbers = static_cast<std::uint16_t>(body.count);
  } else {
    message.unreliable = start;
  }
  return message;
}

}  // namespace

void follow_message(const View& view, const Command& command, tvbuff_t* tvb, const char* line) {
  if (!plugin::follow::listened() || view.stream() == nullptr) return;
  plugin::follow::queue(view.pinfo, {.link = &view.stream()->link,
                                     .from_client = view.from_client(),
                                     .message = message_of(command),
                                     .bytes = tvb,
                                     .line = line});
}

void follow_acknowledgement(const View& view, const Command& command, const analysis::enet::Finding* finding) {
  if (!plugin::follow::listened() || view.stream() == nullptr) return;
  if (finding == nullptr || !finding->has(analysis::enet::Event::ack_unseen) || command.channel == connection_channel)
    return;
  plugin::follow::queue(
      view.pinfo, {.link = &view.stream()->link,
                   .from_client = !view.from_client(),
                   .missed = true,
                   .message = {.channel = command.channel, .reliable = acknowledgement(command).reliable_sequence}});
}

}  // namespace godot::enet::dissector
