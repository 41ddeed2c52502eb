// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/around.h"

#include "plugin/core/epan/longjmp.h"
#include "plugin/enet/upper.h"
#include "plugin/facts/collector.h"

namespace godot::plugin::enet {

LEFT_BY_LONGJMP(AroundDatagram, analysis::enet::Handshake);

analysis::enet::Handshake AroundDatagram::handshake() const {
  const Direction direction = view_.record->direction;
  analysis::enet::Handshake handshake = analysis::enet::handshake_of(
      *view_.stream(), view_.conversation.ends[direction], view_.conversation.ends[opposite(direction)]);
  handshake.is_games = upper().is_recognised(view_.stream()->link);
  return handshake;
}
OtherSide AroundDatagram::other_side() const { return enet::other_side(*view_.record, view_.pinfo); }
bool AroundDatagram::is_judged_on_other_side() const {
  return analysis::enet::is_reported_on_other_side(*view_.stream(), view_.record->direction);
}
bool AroundDatagram::has_other_side() const { return view_.stream()->other_side != nullptr; }
bool AroundDatagram::is_authenticating() const { return upper().is_authenticating(view_.stream()->link); }
analysis::enet::ChannelUse AroundDatagram::highest_channel() const {
  return upper().highest_channel(view_.stream()->link);
}

bool AroundDatagram::is_mesh() const { return upper().is_mesh(view_.stream()->link); }
analysis::facts::Route AroundDatagram::route() const {
  return upper().route(view_.pinfo, view_.stream()->link, view_.from_client());
}
void AroundDatagram::name_ends(analysis::facts::Texts& texts) const {
  const plugin::Ends ends = upper().ends(view_.pinfo, view_.stream()->link, view_.from_client());
  texts.from = ends.from;
  texts.to = ends.to;
  texts.of_game = ends.stream >= 0;
}
void AroundDatagram::add_left(analysis::facts::Item& item) const {
  upper().add_left(view_.stream()->link, *plugin::collected_facts(view_.pinfo), item);
}

}  // namespace godot::plugin::enet
