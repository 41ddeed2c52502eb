// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/variant/verdict.h"

#include "codec/variant/recognise.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/preferences.h"

namespace godot::plugin {

LEFT_BY_LONGJMP(Choice, Verdict);

using variant::Candidate;
using variant::CandidateSet;
using variant::Observation;

Verdict judge(packet_info* pinfo, const Buffer& payload, const Conversation* conversation, const Choice& choice) {
  CandidateSet set = allowed_candidates();
  const char* evidence = nullptr;
  if (preferred_dialect() != nullptr) {
    evidence = "preference";
  } else if (choice.dialect != nullptr) {
    set &= variant::candidates_of(choice.dialect->generation);
    evidence = "decode-as";
  } else if (conversation != nullptr && (conversation->recognition.fitting() & set) != 0) {
    set &= conversation->recognition.fitting();
    if (conversation->recognition.decided())
      evidence = conversation->decided_in == pinfo->num ? "heuristic" : "conversation";
  }
  const bool is_learned = evidence != nullptr && choice.dialect == nullptr && preferred_dialect() == nullptr;
  if (is_learned && !variant::reads_as(payload, variant::candidates[variant::preferred(set)], reads_documents())) {
    // The payload contradicts the conversation: judge it by itself, unless it may be coincidence.
    const Observation seen = variant::observe(payload, allowed_readings());
    if (seen.fits != 0 && seen.points >= variant::points_of_proof) {
      const Candidate& own = variant::candidates[variant::preferred(seen.fits)];
      return {&variant::dialect(own.generation), own.precision, "heuristic"};
    }
  }
  if ((set & (set - 1)) != 0) {
    // Several dialects are left: the payload may decide.
    const Observation seen = variant::observe(payload, {set, reads_documents()});
    const CandidateSet fits = seen.fits != 0 ? seen.fits : seen.readable;
    if (fits != 0) set = fits;
    const Candidate& best = variant::candidates[variant::preferred(set)];
    if (evidence == nullptr)
      evidence = (set & ~variant::candidates_of(best.generation)) == 0 ? "heuristic" : "ambiguous";
  }
  const Candidate& best = variant::candidates[variant::preferred(set)];
  return {&variant::dialect(best.generation), best.precision, evidence != nullptr ? evidence : "heuristic"};
}

}  // namespace godot::plugin
