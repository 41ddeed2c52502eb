// SPDX-License-Identifier: MIT
#include "analysis/rollback/memory.h"

namespace godot::analysis {

void RollbackMemory::learn(const RollbackMessage& message) {
  RollbackMessage mine = message;
  mine.match = sessions_.match_of(mine);
  records_[{mine.frame, mine.index}] = {
      .game = mine.game, .source = mine.source, .target = mine.target, .match = mine.match};
  matches_[{mine.game, mine.match}].add(mine);
}

bool RollbackMemory::recall(RollbackMessage& message) const {
  const auto found = records_.find({message.frame, message.index});
  if (found == records_.end()) return false;
  message.game = found->second.game;
  message.source = found->second.source;
  message.target = found->second.target;
  message.match = found->second.match;
  return true;
}

const RollbackMatch& RollbackMemory::match(const RollbackMessage& message) const {
  static const RollbackMatch none;
  const auto found = matches_.find({message.game, message.match});
  return found != matches_.end() ? found->second : none;
}

}  // namespace godot::analysis
