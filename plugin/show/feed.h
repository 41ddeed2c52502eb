// SPDX-License-Identifier: GPL-2.0-or-later
// Brings the frames of a capture to a question: what dissectors have said of them, where they flow, how long they are.
#pragma once

#include "plugin/analysis/facts/facts.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

/// As long as one exists, facts are collected, once for all. Frames come from the tap `frame`, which is the last of
/// each frame's.
class Feed {
 public:
  /// `texts`: includes the texts of messages, which dissectors make only on demand.
  explicit Feed(bool texts = false);
  ~Feed();
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;

  /// The facts of a frame, called from the tap `frame`; null if it is of no flow. Shared by all feeds.
  [[nodiscard]] facts::Frame* frame(packet_info* pinfo) const;

 private:
  bool texts_;
};

}  // namespace godot::plugin
