// SPDX-License-Identifier: MIT
#include "analysis/libraries/rollback/line.h"

namespace godot::analysis {

/// "input 120", "inputs 120–124", ""
const char* RollbackLine::Ticks::text(const char* one, const char* several, const Arena& arena) const {
  if (count == 0) return "";
  if (count == 1) return arena.text("%s %u", one, first);
  return arena.text("%s %u\u2013%u", several, first, last);
}

const char* RollbackLine::text(const Arena& arena) const {
  const char* again = "";
  if (again_ != 0 && again_ == inputs_.count) again = again_ == 1 ? " (again)" : " (all again)";
  else if (again_ != 0) again = arena.text(" (%u again)", again_);
  const char* differ = differs_ == 0 ? "" : arena.text(" (%u differ%s)", differs_, differs_ == 1 ? "s" : "");
  const char* wants = arena.text("wants %u", wants_input_);
  if (wants_hash_ != 0) wants = arena.text("%s and hash %u", wants, wants_hash_);
  return arena.joined({inputs_.text("input", "inputs", arena), again,
                       inputs_.count != 0 && hashes_.count != 0 ? ", " : "", hashes_.text("hash", "hashes", arena),
                       differ, inputs_.count != 0 || hashes_.count != 0 ? ", " : "", wants});
}

}  // namespace godot::analysis
