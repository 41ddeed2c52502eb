// SPDX-License-Identifier: MIT
#include "analysis/account/checks/checks.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace godot::analysis::account {
namespace {

/// The different checks of one part, in the order of their rows. They are told apart by name: with
/// -fsanitize=undefined, GCC compares addresses of functions only when the program runs.
template <class Part>
class Checks {
 public:
  constexpr void add(std::string_view name, Check<Part>* check) noexcept {
    if (std::find(names_.begin(), names_.end(), name) != names_.end()) return;
    names_[count_] = name;
    checks_[count_++] = check;
  }
  template <class Other>
  constexpr void add(std::string_view, Check<Other>*) noexcept {}

  [[nodiscard]] constexpr auto begin() const noexcept { return checks_.begin(); }
  [[nodiscard]] constexpr auto end() const noexcept { return checks_.begin() + count_; }

 private:
  static constexpr std::size_t most = static_cast<std::size_t>(Problem::count_);

  std::array<std::string_view, most> names_ = {};
  std::array<Check<Part>*, most> checks_ = {};
  std::ptrdiff_t count_ = 0;
};

template <class Part>
constexpr Checks<Part> checks_of() {
  Checks<Part> checks;
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
  static constexpr Checks<Part> checks = checks_of<Part>();
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
