// SPDX-License-Identifier: GPL-2.0-or-later
// Passes the frames of a capture to a statistics table: the facts from dissectors, the flow, the length.
#pragma once

#include "answers/options/request.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/facts/collector.h"

namespace godot::plugin {

/// While one exists, facts are collected, once for all feeds. Its user listens to the tap `frame`, which is called last
/// for each frame.
class Feed {
 public:
  explicit Feed(analysis::Extent extent);
  ~Feed();
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;

  /// The facts of a frame, to be called from the tap `frame`; null if it belongs to no flow. Shared by all feeds.
  [[nodiscard]] analysis::facts::Frame* frame(packet_info* pinfo) const;

 private:
  FactsReader reader_;
};

}  // namespace godot::plugin
