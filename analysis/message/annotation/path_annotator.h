// SPDX-License-Identifier: MIT
// The path cache: numbers for paths, announced and confirmed.
#pragma once

#include "analysis/message/annotation/annotations.h"
#include "codec/multiplayer/protocol.h"

namespace godot::analysis::annotation {

void annotate(Annotations& notes, const multiplayer::AnnouncedPath& path);
void annotate(Annotations& notes, const multiplayer::ConfirmedPath& path);

}  // namespace godot::analysis::annotation
