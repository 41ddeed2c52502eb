// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/raw_annotator.h"

#include "codec/multiplayer/fields.h"
#include "codec/variant/recognise.h"
#include "plugin/core/fields.h"
#include "plugin/core/items.h"
#include "plugin/core/preferences.h"

namespace godot::plugin {
namespace {

bool is_one_variant(const multiplayer::UserBytes& bytes, const variant::Dialect& dialect) {
  const Buffer payload(bytes.captured, bytes.length);
  const variant::CandidateSet candidates =
      variant::candidates_of(dialect.generation) & variant::candidates_of(variant::Precision::single_);
  return variant::possible(payload) && variant::observe(payload, candidates).fits != 0 &&
         bytes.captured.size() == bytes.length;
}

}  // namespace

bool annotate_bytes(Annotations& notes, const multiplayer::UserBytes& bytes) {
  const MessageContext& context = notes.context;
  const bool is_raw = bytes.field == field::godot_raw_data;
  const char* what = is_raw ? "raw" : "authenticate";
  if (context.has_upper || !is_one_variant(bytes, context.dialect)) {
    if (is_raw && !context.has_upper && bytes.captured.size() == bytes.length)
      notes.note(MultiplayerExpert::godot_raw_opaque);
    notes.summary.text =
        wmem_strdup_printf(notes.pool(), "%s %u byte%s", what, bytes.length, bytes.length == 1 ? "" : "s");
    return false;
  }
  proto_item* item = nullptr;
  proto_tree* below = nullptr;
  if (notes.tree() != nullptr) {
    item = add_item(notes.tree(), bytes.field, context.tvb, static_cast<int>(bytes.begin),
                    static_cast<int>(bytes.length), {}, context.pinfo);
    below = proto_item_add_subtree(item, subtree(bytes.field));
  }
  expert_add_info(context.pinfo, item, expert(MultiplayerExpert::godot_raw_guess));
  TreeSink sink(context.tvb, static_cast<int>(bytes.begin), bytes.captured.size(), context.pinfo, below, display(),
                context.dialect, "heuristic");
  variant::walk(Buffer(bytes.captured, bytes.length), {.dialect = &context.dialect}, sink);
  notes.summary.text = wmem_strdup_printf(notes.pool(), "%s %s", what, sink.text());
  return true;
}

}  // namespace godot::plugin
