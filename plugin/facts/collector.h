// SPDX-License-Identifier: GPL-2.0-or-later
// Collects the facts of a frame from its dissectors: created by the first that adds one, passed on once, when the frame
// has been dissected: to feeds (plugin/show/feed.h), and to the tap `godot_facts` for flow graphs. Without any of these
// there is no collector, and nothing is done.
// Everything here is in packet scope and has no destructor: epan may leave by longjmp.
#pragma once

#include "analysis/facts/frame_facts.h"
#include "answers/options/request.h"
#include "plugin/core/epan/bridge.h"

namespace godot::plugin {

inline constexpr const char* facts_tap = "godot_facts";

/// True if a reader of this extent exists.
[[nodiscard]] bool facts_are_read(analysis::Extent least) noexcept;

/// While one exists, frames have facts of its extent whenever they are passed to taps.
class FactsReader {
 public:
  explicit FactsReader(analysis::Extent extent) noexcept;
  ~FactsReader();
  FactsReader(const FactsReader&) = delete;
  FactsReader& operator=(const FactsReader&) = delete;

 private:
  analysis::Extent extent_;
};

class Collector : public analysis::facts::Collection {
 public:
  explicit Collector(packet_info* pinfo) noexcept;

  bool with_problems = false;  ///< the messages' problems are needed
  bool with_numbers = false;   ///< the numbers that watches can find are needed
  analysis::plots::NumbersOfFrame numbers = {};

  /// The item whose message a dissector above is dissecting; null: none.
  analysis::facts::Item* current = nullptr;

  /// The current item or, without one, a new one for its whole transport: `own` bytes after `protocol` bytes of
  /// headers.
  analysis::facts::Item& message(const packet_info* pinfo, analysis::facts::Transport transport, std::uint32_t own,
                                 std::uint32_t protocol);
};

/// The frame's collector, created if needed; null if no listener reads facts of this frame, and inside copies quoted by
/// ICMP.
[[nodiscard]] Collector* collector(packet_info* pinfo);

/// The frame's collector, if it exists.
[[nodiscard]] Collector* collected_facts(packet_info* pinfo);

/// Interns a name for facts (facts::InternedNames). Null stays null.
[[nodiscard]] const char* interned(const char* text);

}  // namespace godot::plugin
