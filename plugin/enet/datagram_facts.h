// SPDX-License-Identifier: GPL-2.0-or-later
// What a datagram and its commands tell those who listen to facts. Without a listener nothing is done.
#pragma once

#include "plugin/enet/view.h"
#include "plugin/facts/collector.h"

namespace godot::enet::dissector {

class DatagramFacts {
 public:
  /// Begins the datagram, if anybody listens.
  explicit DatagramFacts(const View& view);

  [[nodiscard]] bool wanted() const noexcept { return collector_ != nullptr; }

  /// The next command; `finding` may be null.
  void add(const Command& command, const Finding* finding);

  /// ... which is this fragment: its message will pay for it, when it is known.
  void add_fragment(const FragmentPart& part);

  /// What the fragments make, which is no part of the datagram itself.
  void add_whole(const FragmentPart& part);

  /// Of the command, or of the message that it completes; null: nobody listens.
  [[nodiscard]] facts::Item* item() const noexcept { return item_; }

  /// Around the dissectors above, which say more of that item's message.
  void before_others(std::uint32_t index_of_message) const;
  void after_others() const;

  /// Bytes that are no commands. `plain`: all of them after decompression, 0 if they were not compressed; `padded`:
  /// there may be zeros that are not on the wire.
  void finish(Offset plain, bool padded);

 private:
  void tell_ends() const;

  const View& view_;
  plugin::Collector* collector_;
  facts::Envelope* envelope_ = nullptr;
  facts::Item* item_ = nullptr;
  std::uint32_t arrives_in_ = 0;  ///< the frame at the receiver's side, if the capture has both
  bool lost_ = false;             ///< the datagram never arrives there
  std::uint32_t told_ = 0;        ///< bytes of the commands that have an item
};

}  // namespace godot::enet::dissector
