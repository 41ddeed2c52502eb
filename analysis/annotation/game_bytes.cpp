// SPDX-License-Identifier: MIT
#include "analysis/annotation/game_bytes.h"

#include "codec/multiplayer/fields.h"
#include "codec/variant/recognise.h"

namespace godot::analysis::annotation {
namespace {

bool is_one_variant(const multiplayer::UserBytes& bytes, variant::Generation generation) {
  const Buffer payload(bytes.captured, bytes.length);
  const variant::CandidateSet candidates =
      variant::candidates_of(generation) & variant::candidates_of(variant::Precision::single_);
  return variant::possible(payload) && variant::observe(payload, candidates).fits != 0 &&
         bytes.captured.size() == bytes.length;
}

}  // namespace

bool annotate(Annotations& notes, const multiplayer::UserBytes& bytes) {
  const bool is_raw = bytes.field == field::godot_raw_data;
  const char* what = is_raw ? "raw" : "authenticate";
  if (!notes.context.has_library && is_one_variant(bytes, notes.context.generation)) {
    notes.summary.text = notes.arena().joined({what, " ", notes.show.variant(bytes)});
    return true;
  }
  const bool is_whole = bytes.captured.size() == bytes.length;
  if (is_raw && !notes.context.has_library && is_whole) notes.remark(Remark::raw_opaque);
  notes.summary.text = notes.arena().text("%s %u byte%s", what, bytes.length, bytes.length == 1 ? "" : "s");
  return false;
}

}  // namespace godot::analysis::annotation
