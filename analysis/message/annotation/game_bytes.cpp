// SPDX-License-Identifier: MIT
#include "analysis/message/annotation/game_bytes.h"

#include "codec/multiplayer/fields.h"
#include "codec/variant/recognise.h"

namespace godot::analysis::annotation {
namespace {

bool is_one_variant(const multiplayer::UserBytes& bytes, variant::Generation generation) {
  const Buffer payload(bytes.captured, bytes.length);
  const variant::CandidateSet candidates =
      variant::candidates_of(generation) & variant::candidates_of(variant::Precision::single_);
  return variant::is_one_value(payload, candidates) && bytes.captured.size() == bytes.length;
}

}  // namespace

const char* name_of(const multiplayer::UserBytes& bytes) noexcept {
  switch (bytes.field) {
    case field::godot_raw_data: return "raw";
    case field::godot_packet_data: return "packet";
    default: return "authenticate";
  }
}

bool annotate(Annotations& notes, const multiplayer::UserBytes& bytes) {
  const bool authenticates = bytes.field == field::godot_auth_data;
  const char* what = name_of(bytes);
  if (!notes.context.has_library && is_one_variant(bytes, notes.context.generation)) {
    notes.summary.text = notes.arena().joined({what, " ", notes.show.variant(bytes)});
    return true;
  }
  const bool is_whole = bytes.captured.size() == bytes.length;
  if (!authenticates && !notes.context.has_library && is_whole) notes.remark(MultiplayerExpert::godot_raw_opaque);
  notes.summary.text = notes.arena().text("%s %u byte%s", what, bytes.length, bytes.length == 1 ? "" : "s");
  return false;
}

}  // namespace godot::analysis::annotation
