// SPDX-License-Identifier: MIT
#include "analysis/libraries/rollback/verdict.h"

#include "base/plural.h"

namespace godot::analysis {

const char* rollback_cause(const RollbackInputsBefore& inputs) noexcept {
  if (inputs.different != 0) return "other inputs";
  const bool packed = inputs.packed != 0;
  if (inputs.hidden_change != 0) return packed ? "hidden key, serializer or simulation" : "hidden key or simulation";
  if (inputs.predicted != 0 && !inputs.without_rollback)
    return packed ? "rollback, serializer or simulation" : "rollback or simulation";
  return packed ? "serializer or simulation" : "simulation";
}

problems::Verdict rollback_verdict(const RollbackDivergence& divergence, const char* symptom, const Arena& arena) {
  const RollbackInputsBefore& inputs = divergence.inputs;
  problems::Verdict verdict(symptom);
  constexpr const char* others = "a peer was sent other inputs than another";
  if (inputs.different != 0)
    verdict.proven(others, "Look at what serialize_input() and _get_local_input() of the sender depend on",
                   {.text = arena.text("%u inputs of the %u ticks before were sent with different bytes",
                                       inputs.different, inputs.ticks)});
  else verdict.excluded(others, {.text = "each peer sent all others the same bytes"});
  if (inputs.hidden_change != 0)
    verdict.possible(
        "a wrong prediction was not corrected, because the hash of the inputs leaves out the key that "
        "changed",
        "Use keys that are not negative and do not begin with _", {.text = "late inputs changed, but not their hash"});
  constexpr const char* rollback = "the rollback restored the state incompletely";
  if (inputs.predicted == 0) verdict.excluded(rollback, {.text = "no late input made peers simulate this tick again"});
  else if (inputs.without_rollback) verdict.excluded(rollback, {.text = "peers differ that had no late inputs"});
  else
    verdict.possible(
        rollback, "Put all that a tick depends on into _save_state() and _load_state()",
        {.text = arena.text("%u %s came up to %u %s late, and %s simulated again", inputs.predicted,
                            plural(inputs.predicted, "input", "inputs"), inputs.most_behind - rollback_usual_delay,
                            plural(inputs.most_behind - rollback_usual_delay, "tick", "ticks"),
                            plural(inputs.predicted, "its tick was", "their ticks were"))});
  if (inputs.packed != 0)
    verdict.possible("the sender plays with other inputs than the others read",
                     "Check that serialize_input() neither rounds nor leaves anything out: "
                     "network/rollback/debug/check_message_serializer_roundtrip",
                     {.text = "the game packs its inputs its own way"});
  verdict.possible("the simulation gives other results",
                   "Look for floats of different machines, random numbers without a common seed, the order of nodes, "
                   "physics of the engine, the clock, what changes the state outside of _network_process(), and "
                   "members that _save_state() leaves out, which an earlier rollback may have changed");
  return verdict;
}

}  // namespace godot::analysis
