// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/analysis/netfox/memory.h"

#include <limits>

namespace godot::plugin {

using netfox::CommandKind;

/// What was registered in front of one group is in front of the next, too.
int NetfoxNumbers::identities_at() const noexcept {
  return knows_identities() ? identities_ : time_begin() + static_cast<int>(CommandKind::identities);
}

CommandKind NetfoxNumbers::kind(std::uint8_t number) const noexcept {
  const int in_time = number - time_begin();
  if (in_time >= 0 && in_time < time_commands) return static_cast<CommandKind>(in_time);
  const int behind = identities_at() - number;
  if (behind < 0 || behind > snapshot_commands) return CommandKind::other;
  return static_cast<CommandKind>(static_cast<int>(CommandKind::identities) - behind);
}

bool NetfoxNumbers::is_learned(std::uint8_t number) const noexcept {
  const CommandKind what = kind(number);
  return what < CommandKind::full_state ? knows_time() : knows_identities();
}

void NetfoxMemory::teach(const Speaker& teacher, std::uint64_t id, std::string_view path, std::uint32_t frame) {
  if (id > std::numeric_limits<std::uint32_t>::max() || path.size() > most_text) return;
  identities_.add(teacher, static_cast<std::uint32_t>(id), {.frame = frame, .path = texts_.keep(path).text});
}

const NetfoxIdentity* NetfoxMemory::identity(const Speaker& receiver, std::uint64_t id, std::uint32_t frame) const {
  if (id > std::numeric_limits<std::uint32_t>::max()) return nullptr;
  return identities_.find(receiver, static_cast<std::uint32_t>(id), frame);
}

NetfoxNumbers NetfoxMemory::numbers(const Speaker& speaker) const {
  const auto found = numbers_.find(game_of(speaker));
  return found != numbers_.end() ? found->second : NetfoxNumbers{};
}

}  // namespace godot::plugin
