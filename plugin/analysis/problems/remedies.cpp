// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/problems/remedies.h"

namespace godot::problems {
namespace {

struct Remedy {
  std::string_view of;
  const char* text;
};

constexpr Remedy by_cause[] = {
    {"other arguments than the method takes",
     "Run the same version of the project at both ends, or call the method as it is declared."},
    {"called before it was spawned there",
     "Call the node later (await ready), or let it ask for what it needs in its own _ready()."},
    {"called after it was despawned",
     "Normal if rare: the call was on its way. Else stop calling before the node is freed."},
    {"its receiver had left",
     "Normal if rare: the message was on its way. Do not call a peer after peer_disconnected."},
    {"its caller had left, as the receiver was told",
     "Let a player who leaves wait for an answer before it closes the connection."},
    {"two versions of the game: other remote methods", "Give both ends the same version of the game."},
    {"two generations of the engine", "Build both ends with the same generation of Godot."},
    {"ignored: the sender is not authenticated yet",
     "Wait for peer_connected before anything is sent; both ends need an auth_callback."},
    {"states that need more than one message", "Synchronize less with one synchronizer, or divide it."},
    {"the same state again and again", "Synchronize on change, or less often (replication_interval)."},
    {"unreliable, and longer than a datagram",
     "Send it reliably, or in smaller parts: one lost fragment loses all of it."},
    {"the window is full: another reliable message has to wait",
     "Send less reliably: states that the next one replaces may be unreliable."},
    {"unreliable messages that their sender's throttle has dropped", "Send reliably what must arrive, or send less."},
    {"came after a later one: the receiver drops it",
     "Send it unreliable, not unreliable_ordered, if each one counts by itself."},
    {"the connection request is not answered", "Is the server running, reachable, and not full (max_clients)?"},
    {"accepted, but the client does not react",
     "Give both ends the same compression (compress()); or nothing gets back to the client."},
    {"accepted, then nothing else is sent", "Is refuse_new_connections set at the server?"},
    {"channels that the other end does not have", "Give create_client() a higher channel_count, or none."},
};

constexpr Remedy by_kind[] = {
    {"not_allowed",
     "Declare the method @rpc(\"any_peer\"), or give the node to the caller with set_multiplayer_authority() on every "
     "peer."},
    {"declared_otherwise", "Run the same version of the project at both ends."},
    {"node_missing", "Add the node on both sides under the same name, or let a MultiplayerSpawner make it."},
    {"never_delivered",
     "Send reliably what must arrive; if nothing is acknowledged, the receiver is gone or does not poll."},
    {"held", "Give what must not wait a channel of its own, or send it unreliably."},
    {"not_connected", "Look at the connection's first packets: who answers, and who does not."},
    {"views_differ", "Look at visibility filters, and at what was lost on the way to this player."},
    {"too_much", "Send less, or less often."},
    {"two_senders", "Let one peer alone send the states of a node: set_multiplayer_authority() alike on every peer."},
    {"not_polling",
     "Keep the main loop of that end running: loading, a breakpoint or a long frame stops the network, too."},
};

}  // namespace

const char* remedy_of(std::string_view kind, std::string_view cause) noexcept {
  for (const Remedy& remedy : by_cause) {
    if (remedy.of == cause) return remedy.text;
  }
  for (const Remedy& remedy : by_kind) {
    if (remedy.of == kind) return remedy.text;
  }
  return nullptr;
}

}  // namespace godot::problems
