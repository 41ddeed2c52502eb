// SPDX-License-Identifier: MIT
// Which hop of a message counts. A server relays messages of its clients: a capture of several links has such a message
// once for each hop, and counts it once.
#pragma once

#include <cstdint>

#include "analysis/facts/facts.h"
#include "base/hash_table.h"
#include "base/number_hash.h"

namespace godot::analysis::facts {

/// Sees the messages in capture order. One entry for each peer whose own link is in the capture.
class CountedHops {
 public:
  /// False if the server relays the message, and the capture has the link of its original sender.
  bool is_news(const Route& route) {
    if (route.source == 0) return true;
    if (!route.is_first_hop()) return senders_.find(route.source) == nullptr;
    (void)senders_.try_emplace(route.source);
    return true;
  }

 private:
  struct Seen {};
  HashTable<std::int32_t, Seen, NumberHash> senders_;
};

}  // namespace godot::analysis::facts
