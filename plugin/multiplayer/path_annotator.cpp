// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/path_annotator.h"

#include "codec/multiplayer/fields.h"
#include "plugin/core/fields.h"
#include "plugin/multiplayer/findings.h"

namespace godot::plugin {

void PathAnnotator::announced(const multiplayer::AnnouncedPath& path) {
  const analysis::account::Path& announced = notes_.account().path();
  notes_.node = announced.node;
  const ByteRange range = {path.path_begin, path.path_length};
  const analysis::AnnouncedPath* known = announced.known;
  if (known != nullptr) notes_.add_frame(MultiplayerField::godot_path_confirmed_in, range, known->confirmed_in);
  notes_.add_script(range, analysis::names::script(notes_.node));
  notes_.summary.node = announced.text;
  notes_.summary.text = wmem_strdup_printf(notes_.pool(), "path #%u is %s", path.id, announced.text);
  show_findings(notes_, notes_.account().findings());
}

void PathAnnotator::confirmed(const multiplayer::ConfirmedPath& path) {
  const ByteRange range = {path.begin, path.length};
  const analysis::account::Path& confirmed = notes_.account().path();
  const analysis::AnnouncedPath* known = confirmed.known;
  const char* text = confirmed.text;
  if (path.by_id && known != nullptr) notes_.add_text(notes_.tree(), header_field(field::godot_path_name), range, text);
  else if (path.by_id) notes_.note(MultiplayerExpert::godot_path_unknown);
  if (known != nullptr) notes_.add_frame(MultiplayerField::godot_path_announced_in, range, known->frame);
  notes_.summary.node = text;
  notes_.summary.text =
      wmem_strdup_printf(notes_.pool(), "confirm %s%s", text, path.methods_match ? "" : ", whose methods differ");
  show_findings(notes_, notes_.account().findings());
}

}  // namespace godot::plugin
