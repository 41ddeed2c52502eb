// SPDX-License-Identifier: MIT
#include "analysis/libraries/rollback/sessions.h"

#include <algorithm>

namespace godot::analysis {

/// The host calls each peer: only the first call after a match begins another.
void RollbackSessions::start(std::uint64_t game) {
  Game& mine = games_[game];
  if (!mine.played) return;
  ++mine.match;
  mine.played = false;
}

std::uint32_t RollbackSessions::match_of(const RollbackMessage& message) {
  Game& game = games_[message.game];
  Sender& sender = senders_[{message.game, message.source}];
  if (message.inputs.empty()) {
    // A spectator has no ticks of its own.
    if (sender.match == 0 || sender.newest == 0) sender.match = game.match;
    return sender.match;
  }
  const std::uint32_t first = message.inputs.front().tick;
  const std::uint32_t newest = message.inputs.back().tick;
  if (sender.match == 0) {
    sender = {.match = game.match, .newest = newest};
  } else if (sender.match != game.match) {
    // What it still sends of the last match goes on where it was.
    if (newest < sender.newest && first <= first_ticks) sender = {.match = game.match, .newest = newest};
  } else if (newest < sender.newest && sender.newest - newest > most_behind) {
    ++game.match;
    sender = {.match = game.match, .newest = newest};
  }
  sender.newest = std::max(sender.newest, newest);
  game.played = game.played || sender.match == game.match;
  return sender.match;
}

std::uint32_t RollbackSessions::match_now(std::uint64_t game) const {
  const auto found = games_.find(game);
  return found != games_.end() ? found->second.match : 1;
}

}  // namespace godot::analysis
