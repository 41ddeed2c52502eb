// SPDX-License-Identifier: MIT
#include "analysis/streams/debugger/debugger_conversation.h"

#include <algorithm>
#include <bit>
#include <iterator>

namespace godot::analysis {

using debugger::Direction;
using debugger::Era;
using debugger::Proof;

void DebugConversation::learn(const Buffer& message, const Proof& proof, std::uint32_t frame) noexcept {
  if (is_proof(proof)) {
    if (!proven_) era_ = proof.era;
    proven_ = true;
    const bool is_redot = proof.era == Era::redot && era_ == Era::godot4_2;
    if (proof.era_certain && (is_redot || !era_certain_)) {
      era_ = proof.era;
      era_certain_ = true;
      era_in_ = frame;
    }
  }
  Era shown = era_;
  if (era_certain_ || !debugger::info(shown).units || !debugger::shows_era(message, shown)) return;
  era_ = shown;
  era_certain_ = true;
  era_in_ = frame;
}

Era DebugConversation::era_of(const Proof& proof, const variant::Dialect* preferred) const noexcept {
  const auto prefers = [preferred](variant::Generation generation) {
    return preferred != nullptr && preferred->generation == generation;
  };
  if (era_ == Era::godot4_2 && prefers(variant::Generation::redot)) return Era::redot;
  if (era_certain_) return era_;
  if (proof.look >= Proof::Look::named && proof.era_certain) return proof.era;
  if (prefers(variant::Generation::godot2)) return Era::godot2;
  return proven_ ? era_ : proof.era;
}

const char* DebugConversation::evidence(const Proof& proof, bool is_preferred, std::uint32_t frame) const noexcept {
  if (!debugger::info(era_).units || era_certain_) return era_in_ == frame ? "heuristic" : "conversation";
  if (is_preferred) return "preference";
  return proof.era_certain ? "heuristic" : "ambiguous";
}

void DebugConversation::learn_meaning(debugger::Numbered kind, std::int64_t id, std::string_view text,
                                      std::uint32_t frame) {
  std::vector<DebugMeaning>& all = meanings_[static_cast<std::size_t>(kind)][id];
  const char* kept = texts_.keep(text).text;
  // Many announcements repeat earlier ones, as a scene tree every second.
  if (!all.empty() && all.back().text == kept) return;
  if (!all.empty() && all.back().frame == frame) all.back().text = kept;
  else all.push_back({kept, frame});
}

const DebugMeaning* DebugConversation::meaning(debugger::Numbered kind, std::int64_t id, std::uint32_t frame) const {
  const auto& known = meanings_[static_cast<std::size_t>(kind)];
  const auto found = known.find(id);
  if (found == known.end()) return nullptr;
  const std::vector<DebugMeaning>& all = found->second;
  const auto later =
      std::upper_bound(all.begin(), all.end(), frame,
                       [](std::uint32_t wanted, const DebugMeaning& meaning) { return wanted < meaning.frame; });
  return later != all.begin() ? &*std::prev(later) : nullptr;
}

debugger::Run DebugConversation::run_at(const DebugPlace& place, Direction direction) {
  if (!place.is_first_pass) {
    const auto kept = runs_at_.find(place.key());
    return kept != runs_at_.end() ? kept->second : debugger::Run{};
  }
  const debugger::Run& run = runs_[static_cast<std::size_t>(direction)];
  if (run.pending) runs_at_.try_emplace(place.key(), run);
  return run;
}

void DebugConversation::keep_run(const DebugPlace& place, Direction direction, const debugger::Run& run) {
  if (place.is_first_pass) runs_[static_cast<std::size_t>(direction)] = run;
}

DebugExchange* DebugConversation::request(debugger::Questions question) {
  const auto number = static_cast<std::uint32_t>(exchanges_.size());
  DebugExchange& exchange = exchanges_.emplace_back();
  exchange.number = number;
  exchange.question = static_cast<unsigned>(std::countr_zero(question));
  Queue& queue = waiting_[exchange.question];
  (queue.first == nullptr ? queue.first : queue.last->next) = &exchange;
  queue.last = &exchange;
  return &exchange;
}

/// Finds the oldest request that waits for this answer. Each question has a queue, so nothing is searched. Requests for
/// other objects were made before, and are not answered.
DebugExchange* DebugConversation::reply(debugger::Questions questions, std::int64_t object) noexcept {
  Queue* oldest = nullptr;
  for (; questions != 0; questions &= questions - 1) {
    Queue& queue = waiting_[static_cast<std::size_t>(std::countr_zero(questions))];
    while (object != 0 && queue.first != nullptr && queue.first->object != object) queue.first = queue.first->next;
    if (queue.first == nullptr) continue;
    if (oldest == nullptr || queue.first->number < oldest->first->number) oldest = &queue;
  }
  if (oldest == nullptr) return nullptr;
  DebugExchange* exchange = oldest->first;
  oldest->first = exchange->next;
  return exchange;
}

/// Drops the waiting requests of these kinds: they are never answered.
void DebugConversation::forget(debugger::Questions questions) noexcept {
  for (; questions != 0; questions &= questions - 1)
    waiting_[static_cast<std::size_t>(std::countr_zero(questions))] = {};
}

void DebugConversation::learn_state(std::string_view message) noexcept {
  if (debugger::is_stopping(message)) {
    // It ran until now, as far as the capture shows.
    if (!knows_state_) forget(debugger::ignored_by_running_game());
    ++stopped_;
  } else if (debugger::is_going_on(message)) {
    if (stopped_ != 0) --stopped_;
  } else {
    return;
  }
  knows_state_ = true;
}

/// A request that is never answered: it must not be taken for one that is answered later.
bool DebugConversation::is_ignored(debugger::Questions question) const noexcept {
  if (!knows_state_) return false;
  const debugger::Questions ignored =
      stopped_ == 0 ? debugger::ignored_by_running_game() : debugger::unanswered_by_stopped_game();
  return (question & ignored) != 0;
}

const DebugExchange* DebugConversation::exchange(const DebugPlace& place, std::string_view message, Direction direction,
                                                 std::int64_t time, std::int64_t object) {
  if (!place.is_first_pass) {
    const auto kept = exchange_of_.find(place.key());
    return kept != exchange_of_.end() ? kept->second : nullptr;
  }
  if (!debugger::is_about_one_object(message)) object = 0;
  DebugExchange* found = nullptr;
  if (direction == Direction::to_game) {
    const debugger::Questions question = debugger::question(message);
    if (question == 0 || is_ignored(question)) return nullptr;
    found = request(question);
    found->request_frame = place.frame;
    found->request_time = time;
    found->object = object;
  } else {
    found = reply(debugger::answered_by(message), object);
    if (debugger::is_going_on(message)) forget(debugger::questions_to_stopped_game());
    learn_state(message);
    if (found == nullptr) return nullptr;
    found->reply_frame = place.frame;
    found->reply_time = time;
  }
  exchange_of_.try_emplace(place.key(), found);
  return found;
}

std::uint32_t DebugConversation::custom_monitors(std::uint32_t frame) const {
  const auto later = std::upper_bound(custom_monitors_.begin(), custom_monitors_.end(), frame,
                                      [](std::uint32_t wanted, const auto& kept) { return wanted < kept.first; });
  return later != custom_monitors_.begin() ? std::prev(later)->second : 0;
}

void DebugConversation::keep_custom_monitors(const DebugPlace& place, std::uint32_t count) {
  if (!place.is_first_pass || count == 0 || custom_monitors(place.frame) == count) return;
  if (!custom_monitors_.empty() && custom_monitors_.back().first == place.frame) custom_monitors_.back().second = count;
  else custom_monitors_.emplace_back(place.frame, count);
}

const char* debug_engines(Era era, std::string_view evidence) noexcept {
  if (evidence == "preference") return nullptr;
  if (evidence == "ambiguous") return "Godot 2 or 3";
  switch (era) {
    case Era::godot2: return "Godot 2";
    case Era::godot3: return "Godot 3";
    case Era::godot4_0: return "Godot 4.0 or 4.1";
    case Era::godot4_2: return "Godot 4.2 or later";
    case Era::redot: return "Redot";
  }
  return nullptr;
}

const char* debug_line(const debugger::Result& result, const Arena& arena) {
  if (result.stray) return result.complete ? "stray unit" : "stray unit (goes on)";
  return arena.joined({result.line, result.complete ? "" : " (goes on)"});
}

}  // namespace godot::analysis
