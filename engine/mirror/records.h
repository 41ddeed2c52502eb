// SPDX-License-Identifier: MIT
// The steps of a record of a mirrored game, and of a message in an exported file.
#pragma once

#include "analysis/mirror/links.h"
#include "engine/message/messages.h"

namespace godot::engine {

class MirrorRecords {
 public:
  MirrorRecords(Game& game, Messages& messages) noexcept : game_(game), messages_(messages) {}

  /// `record`: the bytes of one record. Gives the packet the peers as addresses have no place.
  void take(Packet& packet, const Buffer& record);

 private:
  void hand_on(Packet& packet, analysis::Message message, const Buffer& bytes);

  Game& game_;
  Messages& messages_;
  analysis::MirrorLinks links_;
};

}  // namespace godot::engine
