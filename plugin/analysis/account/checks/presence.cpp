// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/account/checks/checks.h"
#include "plugin/analysis/account/checks/moment.h"

namespace godot::account {
namespace {

using namespace plugin;

/// To the spawn and the despawn that a call came too early for, or too late.
void add_links(Finding& finding, const Memory::Presence& presence) {
  for (const std::uint32_t frame : {presence.spawned_in, presence.comes_in}) finding.link(FrameLink::To::spawn, frame);
  finding.link(FrameLink::To::despawn, presence.despawned_in);
}

void check_crossing(const Subject& subject, const char* path, Findings& found) {
  const Memory::Presence later = subject.memory().presence(subject.route.target, path, UINT32_MAX);
  if (later.despawned_in <= subject.frame || until(subject, later.time) > soon) return;
  found
      .add(Problem::call_crossing,
           found.arena.text("The receiver despawns this node in frame %u, %.0f ms later: if it had decided so before "
                            "the call came, the call found no node",
                            later.despawned_in, until(subject, later.time)))
      .link(FrameLink::To::despawn, later.despawned_in);
}

/// Why a call comes before the spawn of its node, and what to do. `comes_late`: the spawn was sent before, and lost or
/// overtaken.
const char* why_early(const Message& message, bool comes_late) {
  const bool in_order =
      message.link->transport != Transport::enet || (message.delivery == Delivery::reliable && message.channel == 0);
  if (in_order)
    return "a spawn goes out when the node is ready, what is called in its _ready() or before goes first. Call it "
           "afterwards (await ready), or let the node ask for it in its _ready() over there";
  if (comes_late)
    return "it has overtaken the spawn: what goes unreliably or on another channel is not in order with that. Send it "
           "reliably on channel 0, or later";
  return "sent unreliably or on another channel, it is not in order with the spawn; or it was called before that went "
         "out. Send it reliably on channel 0, after the node is ready";
}

}  // namespace

bool check_presence(const Subject& subject, const char* path, const TaughtPath* known, Findings& found) {
  using Kind = Memory::Fate::Kind;
  if (subject.message.repeated || subject.route.relayed || path == nullptr) return false;
  const Memory::Fate fate =
      subject.memory().fate(subject.route.source, subject.route.target, path, known, subject.frame);
  const Memory::Presence& presence = fate.presence;
  switch (fate.kind) {
    case Kind::found: check_crossing(subject, path, found); return presence.known();
    case Kind::too_early:
      // ENet's receiver hands it on after the spawn that it waits for.
      if (subject.message.held_until >= presence.comes_in) return true;
      add_links(
          found.add(Problem::called_early,
                    found.arena.text("The receiver gets this node in frame %u, %.0f ms later: %s", presence.comes_in,
                                     until(subject, presence.time), why_early(subject.message, presence.comes_late))),
          presence);
      break;
    case Kind::too_late:
      add_links(
          found.add(Problem::called_late,
                    found.arena.text("The receiver was told in frame %u that this node goes", presence.despawned_in)),
          presence);
      break;
    case Kind::gone_at_receiver:
      add_links(
          found.add(Problem::called_late,
                    found.arena.text("The receiver had despawned this node in frame %u, when the call was on its way: "
                                     "it finds no node, unless it has only hidden it from the caller",
                                     presence.despawned_in)),
          presence);
      break;
  }
  return true;
}

void check_despawn(const Subject& subject, Findings& found) {
  const std::uint32_t gone_in = subject.memory().refused(subject.frame, subject.message.index);
  if (gone_in == 0 || subject.message.repeated) return;
  found.add(Problem::despawn_refused,
            found.arena.text("The receiver refuses this: the node went in frame %u, with one above it", gone_in));
}

}  // namespace godot::account
