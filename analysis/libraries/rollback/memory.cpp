// SPDX-License-Identifier: MIT
#include "analysis/libraries/rollback/memory.h"

namespace godot::analysis {

void RollbackMemory::learn(const RollbackMessage& message) {
  RollbackMessage mine = message;
  mine.match = sessions_.match_of(mine);
  records_[{mine.frame, mine.index}] = {
      .game = mine.game, .source = mine.source, .target = mine.target, .match = mine.match};
  matches_[{mine.game, mine.match}].add(mine);
}

void RollbackMemory::learn_ping(const RollbackMessage& message) {
  Record& record = records_[{message.frame, message.index}];
  record = {.game = message.game,
            .source = message.source,
            .target = message.target,
            .match = sessions_.match_now(message.game)};
  if (message.what == RollbackMessage::What::ping) {
    pings_[{message.source, message.target, message.link, message.ping_time}] = {{message.frame, message.index},
                                                                                 message.time};
    return;
  }
  const auto ping = pings_.find({message.target, message.source, message.link, message.ping_time});
  if (ping == pings_.end()) return;
  record.round_trip = message.time - ping->second.time;
  record.other_frame = ping->second.place.frame;
  records_[ping->second.place].other_frame = message.frame;
  pings_.erase(ping);
}

bool RollbackMemory::recall(RollbackMessage& message) const {
  const auto found = records_.find({message.frame, message.index});
  if (found == records_.end()) return false;
  message.game = found->second.game;
  message.source = found->second.source;
  message.target = found->second.target;
  message.match = found->second.match;
  message.round_trip = found->second.round_trip;
  message.other_frame = found->second.other_frame;
  return true;
}

const RollbackMatch& RollbackMemory::match(const RollbackMessage& message) const {
  static const RollbackMatch none;
  const auto found = matches_.find({message.game, message.match});
  return found != matches_.end() ? found->second : none;
}

}  // namespace godot::analysis
