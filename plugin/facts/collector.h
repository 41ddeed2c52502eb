// SPDX-License-Identifier: GPL-2.0-or-later
// Collects the facts of a frame from its dissectors: created by the first that adds one, passed to the tap
// `godot_facts` once, when the frame has been dissected. Without a listener there is no collector, and nothing is done.
// Everything here is in packet scope and has no destructor: epan may leave by longjmp.
#pragma once

#include "analysis/facts/collection.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

inline constexpr const char* facts_tap = "godot_facts";
/// Has listeners while the messages' problems are needed, too, which are found when a message is displayed. Passes
/// nothing.
inline constexpr const char* problems_tap = "godot_facts_problems";
/// The same frames as `godot_facts`, for listeners that need problems and the messages' texts.
inline constexpr const char* texts_tap = "godot_facts_text";

class Collector : public analysis::facts::Collection {
 public:
  explicit Collector(packet_info* pinfo) noexcept;

  bool has_listener = false;   ///< a listener gets this frame
  bool with_problems = false;  ///< ... and needs the messages' problems

  /// The item whose message a dissector above is dissecting; null: none.
  analysis::facts::Item* current = nullptr;

  /// The current item or, without one, a new one for its whole transport: `own` bytes after `protocol` bytes of
  /// headers.
  analysis::facts::Item& message(const packet_info* pinfo, analysis::facts::Transport transport, std::uint32_t own,
                                 std::uint32_t protocol);
};

/// The frame's collector, created if needed; null without listeners, unless a filter names rows of problems, and inside
/// copies quoted by ICMP.
[[nodiscard]] Collector* collector(packet_info* pinfo);

/// The frame's collector, if it exists.
[[nodiscard]] Collector* collected_facts(packet_info* pinfo);

/// The time of capture in the form of facts.
[[nodiscard]] analysis::facts::Time capture_time(const packet_info* pinfo) noexcept;

/// True if a listener of this frame needs facts::Texts.
[[nodiscard]] bool facts_texts_wanted(packet_info* pinfo);

/// Adds a property's value to an item of the frame, as Collection::add_value(); null: facts are not needed.
void add_value(packet_info* pinfo, analysis::facts::Item* item, const analysis::facts::Value& value);

/// Interns a name for facts (facts::Names). Null stays null.
[[nodiscard]] const char* interned(const char* text);

}  // namespace godot::plugin
