// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/follow_events.h"

#include "analysis/enet/delivery/message.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/flows/follow.h"

namespace godot::plugin::enet {
LEFT_BY_LONGJMP(plugin::follow::Event);

void follow_message(const View& view, const Command& command, tvbuff_t* tvb, const char* line) {
  if (!plugin::follow::listened() || view.stream() == nullptr) return;
  plugin::follow::queue(view.pinfo, {.link = &view.stream()->link,
                                     .from_client = view.from_client(),
                                     .message = analysis::enet::delivery_message_of(command),
                                     .bytes = tvb,
                                     .line = line});
}

void follow_acknowledgement(const View& view, const Command& command, const analysis::enet::Finding* finding) {
  if (!plugin::follow::listened() || view.stream() == nullptr || finding == nullptr) return;
  if (!finding->has(analysis::enet::Event::ack_unseen) || command.channel == connection_channel) return;
  plugin::follow::queue(
      view.pinfo, {.link = &view.stream()->link,
                   .from_client = !view.from_client(),
                   .missed = true,
                   .message = {.channel = command.channel, .reliable = acknowledgement(command).reliable_sequence}});
}

}  // namespace godot::plugin::enet
