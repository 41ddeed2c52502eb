// SPDX-License-Identifier: MIT
#include "analysis/account/checks/checks.h"

#include <cstddef>

namespace godot::analysis::account {
namespace {

template <class Part>
using ChecksOf = problems::Checks<Check<Part>, static_cast<std::size_t>(Problem::count_)>;

template <class Part>
constexpr ChecksOf<Part> checks_of() {
  ChecksOf<Part> checks;
#define GODOT_PROBLEM(id, part, check, ...) checks.add(#check, static_cast<Check<part>*>(&check));
#define GODOT_REMARK GODOT_PROBLEM
#include "analysis/problems/multiplayer.def"
  return checks;
}

}  // namespace

const char* Subject::peer(PeerId id, const Arena& arena, bool begins) const {
  if (const char* name = state.peer_names.find(link.peers, id, frame, peer_names)) return arena.joined({name});
  if (id == multiplayer::server) return begins ? "The server" : "the server";
  return arena.text("%s %d", begins ? "Peer" : "peer", id);
}

template <class Part>
void judge(const Subject& subject, const Part& part, Findings& found) {
  static constexpr ChecksOf<Part> checks = checks_of<Part>();
  for (Check<Part>* check : checks) check(subject, part, found);
}

template void judge(const Subject& subject, const Addressed& part, Findings& found);
template void judge(const Subject& subject, const Confirmation& part, Findings& found);
template void judge(const Subject& subject, const Despawned& part, Findings& found);
template void judge(const Subject& subject, const Made& part, Findings& found);
template void judge(const Subject& subject, const SyncBegin& part, Findings& found);
template void judge(const Subject& subject, const SyncEnd& part, Findings& found);
template void judge(const Subject& subject, const Arguments& part, Findings& found);
template void judge(const Subject& subject, const ReceivedCall& part, Findings& found);
template void judge(const Subject& subject, const ReceivedSet& part, Findings& found);
template void judge(const Subject& subject, const SentCall& part, Findings& found);
template void judge(const Subject& subject, const CommandEnd& part, Findings& found);

}  // namespace godot::analysis::account
