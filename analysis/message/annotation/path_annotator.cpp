// SPDX-License-Identifier: MIT
#include "analysis/message/annotation/path_annotator.h"

namespace godot::analysis::annotation {

void annotate(Annotations& notes, const multiplayer::AnnouncedPath& path) {
  const account::Path& announced = notes.account().path();
  notes.node = announced.node;
  const ByteRange range = {path.path_begin, path.path_length};
  if (announced.known != nullptr) notes.add_frame(MultiplayerField::path_confirmed_in, range, announced.confirmed_in);
  notes.add_script(range, names::script(notes.node));
  notes.summary.node = announced.text;
  if (notes.context.reads_texts) notes.summary.text = notes.arena().text("path #%u is %s", path.id, announced.text);
  notes.show_findings();
}

void annotate(Annotations& notes, const multiplayer::ConfirmedPath& path) {
  const ByteRange range = {path.begin, path.length};
  const account::Path& confirmed = notes.account().path();
  const AnnouncedPath* known = confirmed.known;
  if (path.by_id && known != nullptr) notes.add_text(MultiplayerField::path_name, range, confirmed.text);
  else if (path.by_id) notes.remark(MultiplayerExpert::godot_path_unknown);
  if (known != nullptr) notes.add_frame(MultiplayerField::path_announced_in, range, confirmed.announced_in);
  notes.summary.node = confirmed.text;
  if (notes.context.reads_texts)
    notes.summary.text =
        notes.arena().joined({"confirm ", confirmed.text, path.methods_match ? "" : ", whose methods differ"});
  notes.show_findings();
}

}  // namespace godot::analysis::annotation
