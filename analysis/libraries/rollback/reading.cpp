// SPDX-License-Identifier: MIT
#include "analysis/libraries/rollback/reading.h"

#include <cinttypes>
#include <span>

#include "analysis/libraries/rollback/inputs_before.h"

namespace godot::analysis {

void RollbackReading::input(const rollback::Input& input) {
  const RollbackMatch::Place here{mine_.frame, mine_.index};
  const auto first = match_ != nullptr ? match_->first_sent(mine_, input.tick) : here;
  const bool is_again = first.frame != 0 && first != here;
  line_.input(input.tick, is_again);
  const char* value = value_;
  value_ = nullptr;
  if (!items_.are_shown()) return;
  if (is_again) items_.add(Field::again, {input.begin, 0}, first.frame);
  if (items_.has_labels()) {
    const Arena& arena = message_.host.arena;
    const char* bytes = input.by_node ? " bytes, no input" : " bytes";
    items_.set_label({arena.text("Inputs of tick %" PRIu32, input.tick), is_again ? ", again: " : ": ",
                      value != nullptr ? value : arena.text("%" PRIu32 "%s", input.length, bytes)});
  }
  const RollbackArrival* arrival = match_ != nullptr ? match_->arrival(mine_, input.tick) : nullptr;
  if (arrival == nullptr) return;
  items_.add(Field::behind, {input.begin, 0}, arrival->behind);
  items_.add(Field::confirmed_in, {input.begin, 0}, arrival->frame);
}

void RollbackReading::hash(const rollback::StateHash& hash) {
  const Arena& arena = message_.host.arena;
  const bool has_labels = items_.has_labels();
  if (has_labels) items_.set_label({arena.text("State hash of tick %" PRIu32 ": %" PRIu32, hash.tick, hash.hash)});
  bool differs = false;
  const std::span others = match_ != nullptr ? match_->hashes(hash.tick) : std::span<const RollbackPeerHash>();
  for (const RollbackPeerHash& other : others) {
    if (other.peer == mine_.source || other.hash == hash.hash) continue;
    items_.add(Field::diverged_from, {hash.begin, sizeof hash.hash}, other.frame);
    if (has_labels) {
      items_.append_label(
          {differs ? ", " : ", differs from ", names_.name(other.peer), arena.text(" (%" PRIu32 ")", other.hash)});
    }
    differs = true;
  }
  line_.hash(hash.tick, differs);
}

/// The peers' inputs of the last ticks, side by side.
void RollbackReading::show_inputs_before(std::uint32_t tick) {
  if (!items_.are_shown()) return;
  const Arena& arena = message_.host.arena;
  const std::uint32_t shown = rollback_shown_ticks;
  for (std::uint32_t number = tick > shown ? tick - shown + 1 : 1; number <= tick; ++number) {
    for (const RollbackPeerInput& input : match_->inputs(number)) {
      const char* arrivals = rollback_arrivals(*match_, number, input.peer, names_, arena);
      const char* text = arena.joined({arena.text("tick %" PRIu32 ", ", number), names_.name(input.peer), ": ",
                                       rollback_contents(input, mine_.dialect, arena), "; ",
                                       rollback_sameness(input, arena), *arrivals != '\0' ? "; " : "", arrivals});
      items_.add(Field::inputs_before, {}, text);
    }
  }
}

const char* RollbackReading::judge_all() {
  if (message_.message.repeated) return nullptr;
  RollbackFindings findings(message_.host.arena);
  judge({.message = mine_, .match = match_, .names = names_}, findings);
  const char* first = items_.found(findings, 0);
  for (const auto* finding = findings.first(); finding != nullptr; finding = finding->next) {
    if (finding->problem == problems::Rollback::diverged) show_inputs_before(match_->shown_by(mine_)->tick);
  }
  return first;
}

}  // namespace godot::analysis
