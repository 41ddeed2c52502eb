// SPDX-License-Identifier: GPL-2.0-or-later
// Facts of a datagram and its commands. Does nothing without listeners.
#pragma once

#include "plugin/enet/view.h"
#include "plugin/facts/collector.h"

namespace godot::enet::dissector {

class DatagramFacts {
 public:
  /// Begins the datagram's fact, if there are listeners.
  explicit DatagramFacts(const View& view);

  [[nodiscard]] bool wanted() const noexcept { return collector_ != nullptr; }

  /// Adds the next command; `finding` may be null.
  void add(const Command& command, const analysis::enet::Finding* finding);

  /// ... which is this fragment: its cost goes to its message, once complete.
  void add_fragment(const FragmentPart& part);

  /// Adds the reassembled message, which is not part of the datagram itself.
  void add_whole(const FragmentPart& part);

  /// The fact of the command, or of the message that it completes; null: no listeners.
  [[nodiscard]] analysis::facts::Item* item() const noexcept { return item_; }

  /// The peers at the ends of the datagram, for its problems; null: no listeners, or no connection.
  [[nodiscard]] const analysis::facts::Route* route();

  /// Called before and after the dissectors above, which add to the fact of that item's message.
  void before_others(std::uint32_t index_of_message) const;
  void after_others() const;

  /// Adds the bytes that belong to no command. `plain`: size after decompression, 0 if not compressed; `padded`: there
  /// may be zeros that were not on the wire.
  void finish(Offset plain, bool padded);

 private:
  void add_ends_text() const;

  const View& view_;
  plugin::Collector* collector_;
  analysis::facts::Envelope* envelope_ = nullptr;
  analysis::facts::Item* item_ = nullptr;
  const analysis::facts::Route* route_ = nullptr;  ///< made when needed
  std::uint32_t arrives_in_ = 0;                   ///< its frame on the receiver's side, if the capture has both sides
  bool lost_ = false;                              ///< the datagram never arrives there
  std::uint32_t counted_ = 0;                      ///< bytes of the commands with an item
};

}  // namespace godot::enet::dissector
