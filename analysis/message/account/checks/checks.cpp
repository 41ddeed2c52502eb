// SPDX-License-Identifier: MIT
#include "analysis/message/account/checks/checks.h"

namespace godot::analysis::account {

const char* Subject::peer(PeerId id, const Arena& arena, bool begins) const {
  if (const char* name = state.peer_names.find(link.peers, id, frame, peer_names)) return arena.joined({name});
  if (id == multiplayer::server) return begins ? "The server" : "the server";
  return arena.text("%s %d", begins ? "Peer" : "peer", id);
}

template <class Part>
void judge(const Subject& subject, const Part& part, Findings& found) {
  Checks::judge(subject, part, found);
}

template void judge(const Subject& subject, const Addressed& part, Findings& found);
template void judge(const Subject& subject, const Confirmation& part, Findings& found);
template void judge(const Subject& subject, const Despawned& part, Findings& found);
template void judge(const Subject& subject, const NewNode& part, Findings& found);
template void judge(const Subject& subject, const SyncBegin& part, Findings& found);
template void judge(const Subject& subject, const SyncEnd& part, Findings& found);
template void judge(const Subject& subject, const Arguments& part, Findings& found);
template void judge(const Subject& subject, const ReceivedCall& part, Findings& found);
template void judge(const Subject& subject, const ReachedMethod& part, Findings& found);
template void judge(const Subject& subject, const ReceivedSet& part, Findings& found);
template void judge(const Subject& subject, const SentCall& part, Findings& found);
template void judge(const Subject& subject, const CommandEnd& part, Findings& found);

}  // namespace godot::analysis::account
