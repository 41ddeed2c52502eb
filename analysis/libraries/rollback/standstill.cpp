// SPDX-License-Identifier: MIT
#include "analysis/libraries/rollback/standstill.h"

#include <algorithm>

#include "base/duration.h"
#include "base/plural.h"
#include "base/time.h"

namespace godot::analysis {
namespace {

/// The ticks by which a blocked engine catches up in a frame, and a little more; and what two such frames make.
constexpr std::uint32_t most_steps = 10;
constexpr std::uint32_t most_in_two_frames = 20;
/// The library lets the others catch up by at most half of the ticks that a peer may be ahead of them.
constexpr std::uint32_t most_skipped = rollback_usual_buffer / 2 + 2;

/// The least ticks that it would have sent, had it played on.
std::uint32_t least_if_played_on(const RollbackStandstill& stood) {
  const std::uint32_t skipped = stood.behind / 2;
  const std::uint32_t until_it_waits = rollback_usual_buffer + 1 - std::min(stood.behind, rollback_usual_buffer + 1);
  return std::min(stood.played - std::min(skipped, stood.played), until_it_waits);
}

/// "server went on by 20 ticks, red by 0"
const char* others_of(const RollbackStandstill& stood, const RollbackNames& names, const Arena& arena) {
  const char* text = "";
  for (std::size_t i = 0; i != stood.other_count; ++i) {
    const RollbackOther& other = stood.others[i];
    text = arena.text("%s%s%s %s by %u %s", text, i != 0 ? ", " : "", names.name(other.peer), i != 0 ? "" : "went on",
                      other.ticks, plural(other.ticks, "tick", "ticks"));
  }
  return stood.other_count != 0 ? text : "nothing is known of the others";
}

}  // namespace

RollbackStop rollback_stop(const RollbackStandstill& stood) noexcept {
  const bool was_heard = stood.messages > 1 && stood.quiet < stood.length / 2;
  if (was_heard) {
    const bool must_wait = stood.missing != 0 && stood.behind > rollback_usual_buffer;
    return must_wait || stood.messages > most_skipped + 1 ? RollbackStop::waits : RollbackStop::skips;
  }
  if (stood.at_once > most_in_two_frames) return RollbackStop::held_up;
  // A blocked engine's first messages may have been lost: more are missing than it catches up with.
  constexpr std::uint32_t least_known = 4;
  if (stood.played >= least_known && stood.next - stood.tick > most_steps) return RollbackStop::not_captured;
  // It was skipping ticks already, so it need not have been blocked.
  if (stood.messages > 1) return RollbackStop::sent_little;
  constexpr std::uint32_t may_be_lost = 2;  // of the newest inputs, so many may be lost
  const bool is_blocked = stood.played > most_steps && stood.caught_up + may_be_lost < least_if_played_on(stood);
  return is_blocked ? RollbackStop::stood_still : RollbackStop::silent;
}

const char* text_of(RollbackStop stop) noexcept {
  constexpr const char* texts[] = {"stood still",  "sent nothing", "sent little",  "held up",
                                   "not captured", "waited",       "skipped ticks"};
  return texts[static_cast<std::size_t>(stop)];
}

// The causes of a standstill, and what to do about each.
namespace causes {
constexpr const char* blocked = "its process stood still";
constexpr const char* blocked_remedy =
    "Look at what the game does at that time: loading, a breakpoint, a window that is dragged, a busy machine";
constexpr const char* held = "what it sent was held up on the way";
constexpr const char* held_remedy = "Look at the link: a stall of the wireless network, a full queue";
constexpr const char* lost =
    "it played on, and its messages did not come to where was captured, or the capture lacks them";
constexpr const char* lost_remedy = "Look for lost packets between it and the capture";
constexpr const char* waits_remedy =
    "Look at that peer's messages at this time: it stood still, or its link loses them";
constexpr const char* skips = "it skips ticks, so that the others catch up";
constexpr const char* skips_remedy = "None needed, unless it happens often";
}  // namespace causes

problems::Verdict rollback_verdict(const RollbackStandstill& stood, const RollbackNames& names, const Arena& arena) {
  const char* name = names.name(stood.peer);
  problems::Verdict verdict(arena.text("No inputs of %s after tick %u for %.3f s (%s)", name, stood.tick,
                                       in_seconds(stood.length), others_of(stood, names, arena)));
  const char* waits =
      stood.missing != 0 ? arena.joined({"it waits for inputs of ", names.name(stood.missing)}) : "it waits for inputs";
  const char* sent_again =
      arena.text("it sent its inputs %u %s, and those it had of %s were %u %s behind", stood.messages,
                 plural(stood.messages, "time", "times"), stood.missing != 0 ? names.name(stood.missing) : "others",
                 stood.behind, plural(stood.behind, "tick", "ticks"));
  switch (rollback_stop(stood)) {
    case RollbackStop::stood_still:
      verdict.proven(causes::blocked, causes::blocked_remedy,
                     {arena.text("it went on with tick %u, and by %u %s in 100 ms; playing on, it would have made %u, "
                                 "as the library stops when network/rollback/max_buffer_size (%u) are missing",
                                 stood.next, stood.caught_up, plural(stood.caught_up, "tick", "ticks"),
                                 least_if_played_on(stood), rollback_usual_buffer),
                      stood.frame});
      verdict.excluded(causes::held, {});
      verdict.excluded(causes::lost, {});
      break;
    case RollbackStop::held_up:
      verdict.proven(causes::held, causes::held_remedy,
                     {arena.text("%u %s with newer and newer inputs came at once, more than a blocked engine "
                                 "catches up with",
                                 stood.at_once, plural(stood.at_once, "message", "messages")),
                      stood.frame});
      verdict.excluded(causes::blocked, {});
      break;
    case RollbackStop::silent:
    case RollbackStop::sent_little:
      verdict.possible(causes::blocked, causes::blocked_remedy,
                       {.text = stood.messages > 1 ? sent_again : "it sent nothing", .frame = stood.frame});
      verdict.possible(causes::held, causes::held_remedy);
      verdict.possible(causes::lost, causes::lost_remedy);
      if (stood.messages > 1) verdict.possible(waits, causes::waits_remedy);
      break;
    case RollbackStop::not_captured:
      verdict.proven(causes::lost, causes::lost_remedy,
                     {arena.text("the next message has tick %u", stood.next), stood.frame});
      break;
    case RollbackStop::waits:
      verdict.proven(waits, causes::waits_remedy,
                     {arena.text("%s: the library stops when network/rollback/max_buffer_size (%u) are missing, and "
                                 "then until few are",
                                 sent_again, rollback_usual_buffer),
                      stood.frame});
      break;
    case RollbackStop::skips:
      verdict.possible(causes::skips, causes::skips_remedy, {sent_again, stood.frame});
      verdict.possible(waits, causes::waits_remedy);
      break;
  }
  return verdict;
}

}  // namespace godot::analysis
