// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/path_annotator.h"

#include "codec/multiplayer/fields.h"
#include "plugin/core/fields.h"
#include "plugin/core/items.h"
#include "plugin/core/labels.h"
#include "plugin/multiplayer/findings.h"

namespace godot::plugin {

void PathAnnotator::taught(const multiplayer::TaughtPath& path) {
  const char* text = utf8_text(notes_.context.pinfo, path.path);
  notes_.node = {.path = text};
  const ByteRange range = {path.path_begin, path.path_length};
  const TaughtPath* known = notes_.memory().announced(notes_.route.source, path.id, notes_.frame());
  if (known != nullptr) {
    notes_.know_methods(known->md5);
    notes_.add_frame(MultiplayerField::godot_path_confirmed_in, range, known->confirmed_in);
  }
  notes_.add_script(range);
  notes_.summary.node = text;
  notes_.summary.text = wmem_strdup_printf(notes_.pool(), "path #%u is %s", path.id, text);
  account::Findings found(notes_.arena());
  const account::Subject subject = subject_of(notes_);
  const bool was_spawned = check_presence(subject, text, known, found);
  if (known != nullptr && !was_spawned) check_path(subject, *known, found);
  show_findings(notes_, found);
}

void PathAnnotator::confirmed(const multiplayer::ConfirmedPath& path) {
  const Memory& memory = notes_.memory();
  const Speaker& announcer = notes_.route.target;
  const ByteRange range = {path.begin, path.length};
  const TaughtPath* known = path.by_id ? memory.path(announcer, path.id, notes_.frame())
                                       : memory.announced(announcer, path.path, notes_.frame());
  const char* text = nullptr;
  if (!path.by_id) {
    text = utf8_text(notes_.context.pinfo, path.path);
  } else if (known != nullptr) {
    text = notes_.path_text(known->path);
    notes_.add_text(notes_.tree(), header_field(field::godot_path_name), range, text);
  } else {
    text = notes_.number_text(path.id);
    notes_.note(MultiplayerExpert::godot_path_unknown);
  }
  if (known != nullptr) notes_.add_frame(MultiplayerField::godot_path_announced_in, range, known->frame);
  notes_.summary.node = text;
  notes_.summary.text =
      wmem_strdup_printf(notes_.pool(), "confirm %s%s", text, path.methods_match ? "" : ", whose methods differ");
  if (path.methods_match) return;
  account::Findings found(notes_.arena());
  check_version(subject_of(notes_), found);
  show_findings(notes_, found);
}

}  // namespace godot::plugin
