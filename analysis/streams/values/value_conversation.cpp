// SPDX-License-Identifier: MIT
#include "analysis/streams/values/value_conversation.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace godot::analysis::values {
namespace {

using variant::Candidate;
using variant::CandidateSet;
using variant::Observation;

constexpr const char* by_preference = "preference";
constexpr const char* by_choice = "decode-as";
constexpr const char* by_conversation = "conversation";
constexpr const char* by_bytes = "heuristic";
constexpr const char* ambiguous = "ambiguous";

/// As many payloads that begin like a Variant and are none may be damaged values. More are a format of the game's own.
constexpr std::uint32_t most_damaged = 8;

/// FNV-1a over the payload's beginning: equal payloads have equal fingerprints.
std::uint32_t fingerprint(const Buffer& payload) noexcept {
  constexpr std::size_t enough = 128;
  std::uint32_t hash = 2166136261U ^ payload.reported;
  for (const std::uint8_t byte : payload.captured.first(std::min(payload.captured.size(), enough)))
    hash = (hash ^ byte) * 16777619U;
  return hash;
}

}  // namespace

void learn(Conversation& conversation, std::uint32_t frame, const Observation& seen, const Buffer& payload,
           std::uint32_t against) {
  const bool was_certain = conversation.recognition.certain();
  const bool was_decided = conversation.recognition.decided();
  const std::size_t before = variant::preferred(conversation.recognition.fitting());
  conversation.recognition.add(seen, against, fingerprint(payload));
  if (!was_certain && conversation.recognition.certain()) conversation.certain_in = frame;
  if (!conversation.recognition.decided()) return;
  const std::size_t after = variant::preferred(conversation.recognition.fitting());
  const bool changed = variant::candidates[before].generation != variant::candidates[after].generation;
  if (!was_decided || changed) conversation.decided_in = frame;
}

void learn_further(Conversation& conversation, const Buffer& payload, const Circumstances& where) {
  const Observation seen = conversation.recognition.observe_further(payload, where.readings);
  if (seen.fits != 0) return learn(conversation, where.frame, seen, payload, where.refused);
  const bool is_whole = payload.captured.size() >= payload.reported;
  if (!is_whole || seen.readable != 0) return;
  if (conversation.recognition.certain()) ++conversation.others;
  conversation.recognition.refute();
  if (conversation.recognition.withdrawn() && conversation.withdrawn_in == 0) conversation.withdrawn_in = where.frame;
}

bool is_own_format(const Conversation& conversation, const Buffer& payload, const Circumstances& where) {
  if (conversation.others <= most_damaged || !conversation.recognition.certain()) return false;
  const Observation seen = conversation.recognition.observe_further(payload, where.readings);
  return (seen.fits | seen.readable) == 0;
}

bool is_single_value(const Buffer& payload, const Conversation* conversation, const Circumstances& where) {
  if (!variant::possible(payload) || (conversation != nullptr && conversation->recognition.withdrawn())) return false;
  const Observation seen = variant::observe(payload);
  if (seen.fits == 0) return false;
  if (!seen.numbers_only && seen.points >= variant::points_of_proof) return true;
  const variant::Recognition none;
  return !(conversation != nullptr ? conversation->recognition : none).is_outweighed(where.refused);
}

Verdict judge(const Buffer& payload, const Conversation* conversation, const Choice& choice,
              const Circumstances& where) {
  CandidateSet set = where.readings.among;
  const bool documented = where.readings.documented;
  const char* evidence = nullptr;
  bool is_learned = false;
  if (where.is_preferred) {
    evidence = by_preference;
  } else if (choice.dialect != nullptr) {
    set &= variant::candidates_of(choice.dialect->generation);
    evidence = by_choice;
  } else if (conversation != nullptr && (conversation->recognition.fitting() & set) != 0) {
    set &= conversation->recognition.fitting();
    is_learned = conversation->recognition.decided();
    if (is_learned) evidence = conversation->decided_in == where.frame ? by_bytes : by_conversation;
  }
  if (is_learned && !variant::reads_as(payload, variant::candidates[variant::preferred(set)], documented)) {
    // The payload contradicts the conversation: judge it by itself, unless it may be coincidence.
    const Observation seen = variant::observe(payload, where.readings);
    if (seen.fits != 0 && seen.points >= variant::points_of_proof) {
      const Candidate& own = variant::candidates[variant::preferred(seen.fits)];
      return {&variant::dialect(own.generation), own.precision, by_bytes};
    }
  }
  if ((set & (set - 1)) != 0) {
    // Several dialects are left: the payload may decide.
    const Observation seen = variant::observe(payload, {set, documented});
    const CandidateSet fits = seen.fits != 0 ? seen.fits : seen.readable;
    if (fits != 0) set = fits;
    const Candidate& best = variant::candidates[variant::preferred(set)];
    if (evidence == nullptr) evidence = (set & ~variant::candidates_of(best.generation)) == 0 ? by_bytes : ambiguous;
  }
  const Candidate& best = variant::candidates[variant::preferred(set)];
  return {&variant::dialect(best.generation), best.precision, evidence != nullptr ? evidence : by_bytes};
}

const char* engines_of(const Verdict& verdict) noexcept {
  const std::string_view evidence = verdict.evidence;
  if (evidence != by_conversation && evidence != by_bytes) return nullptr;
  switch (verdict.dialect->generation) {
    case variant::Generation::godot2: return "Godot 2";
    case variant::Generation::godot3: return "Godot 3";
    case variant::Generation::godot4: return "Godot 4";
    case variant::Generation::redot: return "Redot";
    case variant::Generation::redot_docs: break;
  }
  return nullptr;
}

}  // namespace godot::analysis::values
