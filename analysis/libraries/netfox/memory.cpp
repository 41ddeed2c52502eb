// SPDX-License-Identifier: MIT
#include "analysis/libraries/netfox/memory.h"

#include <algorithm>
#include <limits>

namespace godot::analysis {

using netfox::CommandKind;

/// Commands registered before one group are before the next one, too.
int NetfoxNumbers::identities_at() const noexcept {
  return are_identities_known() ? identities_ : time_begin() + static_cast<int>(CommandKind::identities);
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
  return what < CommandKind::full_state ? is_time_known() : are_identities_known();
}

void NetfoxMemory::announce(const Speaker& speaker, std::uint64_t id, std::string_view path, std::uint32_t frame) {
  if (id > std::numeric_limits<std::uint32_t>::max() || path.size() > most_text) return;
  identities_.add(speaker, static_cast<std::uint32_t>(id), {.frame = frame, .path = texts_.keep(path).text});
}

const NetfoxIdentity* NetfoxMemory::identity(const Speaker& receiver, std::uint64_t id, std::uint32_t frame) const {
  if (id > std::numeric_limits<std::uint32_t>::max()) return nullptr;
  return identities_.find(receiver, static_cast<std::uint32_t>(id), frame);
}

void NetfoxTicks::sent(std::uint32_t tick, std::uint32_t frame) {
  const bool is_newest = steps_.empty() || tick > steps_.back().tick || steps_.back().tick - tick > most_history;
  if (is_newest) steps_.push_back({.frame = frame, .tick = tick});
}

std::optional<std::uint32_t> NetfoxTicks::newest(std::uint32_t frame) const {
  const auto after = std::upper_bound(steps_.begin(), steps_.end(), frame,
                                      [](std::uint32_t wanted, const Step& step) { return wanted < step.frame; });
  if (after == steps_.begin()) return std::nullopt;
  return (after - 1)->tick;
}

std::optional<std::int64_t> NetfoxMemory::age(const Speaker& receiver, std::uint32_t tick, std::uint32_t frame) const {
  const auto found = ticks_.find(key_of(receiver));
  const auto newest = found != ticks_.end() ? found->second.newest(frame) : std::nullopt;
  if (!newest) return std::nullopt;
  return std::int64_t{*newest} - tick;
}

void NetfoxMemory::answered(const Speaker& speaker, std::string_view path, std::int64_t time, std::uint32_t frame) {
  if (path.size() > most_text) return;
  answers_.try_emplace(IdKey::of_link(speaker, texts_.keep(path).number), Answer{.time = time, .frame = frame});
}

NetfoxMemory::Lack NetfoxMemory::lacks(const Speaker& receiver, std::string_view path, std::int64_t time) const {
  if (cut_.contains(key_of(receiver))) return {};
  const std::uint32_t number = texts_.find(path).number;
  const auto answer = number != 0 ? answers_.find(IdKey::of_link(receiver, number)) : answers_.end();
  if (answer != answers_.end())
    return {.lacks = answer->second.time - time > patience, .answered_in = answer->second.frame};
  const auto last = last_sent_.find(key_of(receiver));
  return {.lacks = last != last_sent_.end() && last->second - time > patience};
}

void NetfoxMemory::shared(const Speaker& speaker, std::uint32_t bytes) {
  std::uint32_t& most = shared_[game_of(speaker)];
  most = std::max(most, bytes);
}

std::uint32_t NetfoxMemory::most_shared(const Speaker& speaker) const {
  const auto found = shared_.find(game_of(speaker));
  return found != shared_.end() ? found->second : 0;
}

NetfoxNumbers NetfoxMemory::numbers(const Speaker& speaker) const {
  const auto found = numbers_.find(game_of(speaker));
  return found != numbers_.end() ? found->second : NetfoxNumbers{};
}

}  // namespace godot::analysis
