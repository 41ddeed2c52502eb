// SPDX-License-Identifier: MIT
#include "analysis/rollback/standstill.h"

#include <algorithm>

namespace godot::analysis {
namespace {

/// The ticks by which a blocked engine catches up in a frame, and a little more; and what two such frames make.
constexpr std::uint32_t most_steps = 10;
constexpr std::uint32_t most_in_two_frames = 20;

/// "server went on by 20 ticks, red by 0"
const char* others_of(const RollbackStandstill& stood, const RollbackNames& names, const Arena& arena) {
  const char* text = "";
  for (std::size_t i = 0; i != stood.other_count; ++i) {
    const RollbackOther& other = stood.others[i];
    text = arena.text("%s%s%s %s by %u ticks", text, i != 0 ? ", " : "", names.name(other.peer),
                      i != 0 ? "" : "went on", other.ticks);
  }
  return stood.other_count != 0 ? text : "nothing is known of the others";
}

}  // namespace

RollbackStop rollback_stop(const RollbackStandstill& stood) noexcept {
  if (stood.messages > 1)
    return stood.missing != 0 && stood.behind > rollback_usual_buffer / 2 ? RollbackStop::waits
                                                                          : RollbackStop::lets_catch_up;
  constexpr std::uint32_t least_known = 4;
  const bool is_known = stood.played >= least_known;
  if (is_known && stood.next - stood.tick > std::max(stood.played / 2, 1U)) return RollbackStop::not_captured;
  if (stood.played <= most_steps) return RollbackStop::silent;
  if (stood.caught_up <= most_steps) return RollbackStop::stood_still;
  return stood.caught_up <= most_in_two_frames ? RollbackStop::silent : RollbackStop::held_up;
}

const char* text_of(RollbackStop stop) noexcept {
  constexpr const char* texts[] = {"stood still",  "sent nothing", "held up",
                                   "not captured", "waited",       "let others catch up"};
  return texts[static_cast<std::size_t>(stop)];
}

problems::Verdict rollback_verdict(const RollbackStandstill& stood, const RollbackNames& names, const Arena& arena) {
  const char* name = names.name(stood.peer);
  constexpr double seconds = 1e-9;
  problems::Verdict verdict(arena.text("%s stood still at tick %u for %.3f s (%s)", name, stood.tick,
                                       static_cast<double>(stood.length) * seconds, others_of(stood, names, arena)));
  constexpr const char* blocked = "its process stood still";
  constexpr const char* blocked_remedy =
      "Look at what the game does at that time: loading, a breakpoint, a window that is dragged, a busy machine";
  constexpr const char* held = "what it sent was held up on the way";
  constexpr const char* held_remedy = "Look at the link: a stall of the wireless network, a full queue";
  switch (rollback_stop(stood)) {
    case RollbackStop::stood_still:
      verdict.proven(blocked, blocked_remedy,
                     {arena.text("it sent nothing, and went on with tick %u; of the %u ticks of that time it did not "
                                 "send more than %u at once",
                                 stood.next, stood.played, stood.caught_up),
                      stood.frame});
      verdict.excluded(held, {});
      break;
    case RollbackStop::held_up:
      verdict.proven(held, held_remedy,
                     {arena.text("%u ticks came at once, more than a blocked engine catches up with", stood.caught_up),
                      stood.frame});
      verdict.excluded(blocked, {});
      break;
    case RollbackStop::silent:
      verdict.possible(blocked, blocked_remedy, {.text = "it sent nothing", .frame = stood.frame});
      verdict.possible(held, held_remedy);
      break;
    case RollbackStop::not_captured:
      verdict.proven("it played on, and its messages did not come to where was captured",
                     "Look for lost packets between it and the capture",
                     {arena.text("the next message has tick %u", stood.next), stood.frame});
      break;
    case RollbackStop::waits:
      verdict.proven(arena.joined({"it waits for inputs of ", names.name(stood.missing)}),
                     "Look at that peer's messages at this time: it stood still, or its link loses them",
                     {arena.text("it sent its inputs %u times, and those it has of that peer are %u ticks behind: the "
                                 "library stops when network/rollback/max_buffer_size (%u) are missing",
                                 stood.messages, stood.behind, rollback_usual_buffer),
                      stood.frame});
      break;
    case RollbackStop::lets_catch_up:
      verdict.proven(
          "it skips ticks, so that the others catch up", "None needed, unless it happens often",
          {arena.text("it sent its inputs %u times, and has those of the others", stood.messages), stood.frame});
      break;
  }
  return verdict;
}

}  // namespace godot::analysis
