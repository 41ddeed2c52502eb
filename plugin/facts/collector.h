// SPDX-License-Identifier: GPL-2.0-or-later
// Where dissectors say what they have read: the facts of a frame, begun by the first who says something, handed to the
// tap `godot_facts` once, when the frame is dissected. Without a listener there is no collector, and nothing is done.
// Everything here is in packet scope and needs no destructor: epan may leave by longjmp.
#pragma once

#include "plugin/analysis/facts/facts.h"
#include "plugin/core/bridge.h"

namespace godot::plugin {

inline constexpr const char* facts_tap = "godot_facts";
/// The same frames, for those who need the messages' texts as well.
inline constexpr const char* texts_tap = "godot_facts_text";

class Collector {
 public:
  explicit Collector(packet_info* pinfo) noexcept;

  [[nodiscard]] facts::Frame& frame() noexcept { return frame_; }

  facts::Envelope& begin(facts::Transport transport);

  /// In the envelope that was begun last.
  facts::Item& add(facts::Kind kind);

  /// Another part of the item; parts of one item are added before those of the next.
  facts::Part& part(facts::Item& item);

  /// The item's command, its synchronizers' part, its texts: made when they are first asked for.
  facts::Command& command(facts::Item& item);
  facts::Sync& sync(facts::Item& item);
  facts::Texts* texts(facts::Item& item);  ///< null: nobody wants texts

  bool is_heard = false;    ///< somebody listens, and hears of this frame
  bool with_texts = false;  ///< ... who wants facts::Texts

  /// The item whose message is being dissected by somebody above; null: nobody has begun one.
  facts::Item* current = nullptr;

  /// The current item; without one, a new one that is all of its transport's: `own` bytes behind `protocol` of headers.
  facts::Item& message(const packet_info* pinfo, facts::Transport transport, std::uint32_t own, std::uint32_t protocol);

 private:
  packet_info* pinfo_;
  facts::Frame frame_;
  facts::Envelope** next_envelope_ = &frame_.envelopes;
  facts::Item** next_item_ = nullptr;
  facts::Item* last_item_ = nullptr;
  facts::Part* last_part_ = nullptr;  // of last_item_
};

/// The frame's, begun if need be; null where nobody hears of it, and inside of copies that ICMP quotes.
[[nodiscard]] Collector* collector(packet_info* pinfo);

/// The frame's, if anybody has begun it.
[[nodiscard]] Collector* collected_facts(packet_info* pinfo);

/// When a frame was captured, as facts tell it.
[[nodiscard]] facts::Time capture_time(const packet_info* pinfo) noexcept;

/// True if somebody hears of this frame who wants facts::Texts.
[[nodiscard]] bool facts_texts_wanted(packet_info* pinfo);

/// A name as facts carry it: equal texts are one pointer, until the capture is closed. Null stays null.
[[nodiscard]] const char* interned(const char* text);

/// The same for the name of something that lives as long as the capture: made once. Null: not made yet.
[[nodiscard]] const char* interned_for(const void* thing);
const char* intern_for(const void* thing, const char* text);

void register_facts();

}  // namespace godot::plugin
