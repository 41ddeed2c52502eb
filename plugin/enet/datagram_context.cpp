// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/datagram_context.h"

#include "plugin/core/epan/longjmp.h"
#include "plugin/enet/message_protocol.h"
#include "plugin/facts/collector.h"

namespace godot::plugin::enet {

LEFT_BY_LONGJMP(DatagramContext, analysis::enet::Handshake);

analysis::enet::Handshake DatagramContext::handshake() const {
  const Direction direction = view_.record->direction;
  analysis::enet::Handshake handshake = analysis::enet::handshake_of(
      *view_.stream(), view_.conversation.ends[direction], view_.conversation.ends[opposite(direction)]);
  handshake.is_games = message_protocol().is_recognised(view_.stream()->link);
  return handshake;
}
OtherSide DatagramContext::other_side() const { return enet::other_side(*view_.record, view_.pinfo); }
bool DatagramContext::is_judged_on_other_side() const {
  return analysis::enet::is_reported_on_other_side(*view_.stream(), view_.record->direction);
}
bool DatagramContext::has_other_side() const { return view_.stream()->other_side != nullptr; }
bool DatagramContext::is_authenticating() const { return message_protocol().is_authenticating(view_.stream()->link); }
analysis::enet::ChannelUse DatagramContext::highest_channel() const {
  return message_protocol().highest_channel(view_.stream()->link);
}

bool DatagramContext::is_mesh() const { return message_protocol().is_mesh(view_.stream()->link); }
analysis::facts::Route DatagramContext::route() const {
  return message_protocol().route(view_.pinfo, view_.stream()->link, view_.from_client());
}
void DatagramContext::name_ends(analysis::facts::Texts& texts) const {
  const plugin::Ends ends = message_protocol().ends(view_.pinfo, view_.stream()->link, view_.from_client());
  texts.from = ends.from;
  texts.to = ends.to;
  texts.of_game = ends.stream >= 0;
}
void DatagramContext::add_left(analysis::facts::Item& item) const {
  message_protocol().add_left(view_.stream()->link, *plugin::collected_facts(view_.pinfo), item);
}

}  // namespace godot::plugin::enet
