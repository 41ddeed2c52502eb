// SPDX-License-Identifier: MIT
#include "analysis/libraries/rollback/checks.h"

#include "analysis/libraries/rollback/inputs_before.h"
#include "analysis/libraries/rollback/standstill.h"
#include "analysis/libraries/rollback/verdict.h"
#include "base/plural.h"

namespace godot::analysis {

void check_rollback_divergence(const RollbackSubject& subject, const RollbackDivergence& divergence,
                               RollbackFindings& found) {
  const Arena& arena = found.arena;
  const char* hashes = "";
  for (const RollbackPeerHash& each : divergence.hashes)
    hashes = arena.joined(
        {hashes, *hashes != '\0' ? ", " : "", subject.names.name(each.peer), arena.text(" has %u", each.hash)});
  const char* healed = divergence.healed == 0 ? "" : arena.text("; tick %u is equal again", divergence.healed);
  const char* after = divergence.agreed == 0 ? "the first one that is compared"
                                             : arena.text("the first one that differs after %u equal %s",
                                                          divergence.agreed, plural(divergence.agreed, "one", "ones"));
  const char* symptom =
      arena.text("The peers computed different states for tick %u (%s), %s%s", divergence.tick, hashes, after, healed);
  if (divergence.hashes.size() > 2)
    symptom = arena.joined({symptom, "; ", rollback_agreement(divergence, subject.names, arena)});
  auto& finding = found.add(problems::Rollback::diverged, rollback_verdict(divergence, symptom, arena));
  for (const RollbackPeerHash& each : divergence.hashes) {
    if (each.frame != subject.message.frame) finding.basis.add(each.frame);
  }
}

void check_rollback_standstill(const RollbackSubject& subject, const RollbackStandstill& stood,
                               RollbackFindings& found) {
  constexpr facts::Time least = 500'000'000;
  if (stood.length < least) return;
  found.add(problems::Rollback::stood_still, rollback_verdict(stood, subject.names, found.arena));
}

void check_rollback_unread(const RollbackSubject&, const RollbackUnread&, RollbackFindings& found) {
  constexpr auto problem = problems::Rollback::another_serializer;
  found.add(problem, problems::row(problem).summary);
}

void judge(const RollbackSubject& subject, RollbackFindings& found) {
  if (subject.match == nullptr) return;
  if (const RollbackDivergence* divergence = subject.match->shown_by(subject.message))
    RollbackChecks::judge(subject, *divergence, found);
  if (const RollbackStandstill* stood = subject.match->ended_by(subject.message))
    RollbackChecks::judge(subject, *stood, found);
}

void judge(const RollbackSubject& subject, const RollbackUnread& unread, RollbackFindings& found) {
  RollbackChecks::judge(subject, unread, found);
}

}  // namespace godot::analysis
