// SPDX-License-Identifier: GPL-2.0-or-later
// The path cache: numbers for paths, announced and confirmed.
#pragma once

#include "codec/multiplayer/walk.h"
#include "plugin/multiplayer/annotations.h"

namespace godot::plugin {

class PathAnnotator {
 public:
  explicit PathAnnotator(Annotations& notes) noexcept : notes_(notes) {}

  void announced(const multiplayer::AnnouncedPath& path);
  void confirmed(const multiplayer::ConfirmedPath& path);

 private:
  Annotations& notes_;
};

}  // namespace godot::plugin
