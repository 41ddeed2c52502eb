// SPDX-License-Identifier: MIT
// What a tree shows of a packet that a relay has passed or dropped.
#pragma once

#include "analysis/derived/derived_items.h"
#include "analysis/relay/derived.h"
#include "analysis/relay/relayed.h"

namespace godot::analysis {

using RelayedItems = DerivedItems<RelayField, static_cast<std::size_t>(RelayField::count_)>;

[[nodiscard]] inline RelayedItems items_of(const Relayed& relayed) {
  constexpr std::uint64_t microsecond = 1000;
  const relay::Fate& fate = relayed.fate;
  RelayedItems items;
  items.add(RelayField::relay_player, fate.player);
  items.add(RelayField::relay_to_server, fate.to_server);
  items.add(RelayField::relay_number, fate.number);
  items.add(RelayField::relay_fate, static_cast<std::uint32_t>(fate.outcome));
  if (!relayed.is_sent()) items.add(RelayField::relay_dropped, relay::is_dropped(fate.outcome));
  if (fate.outcome == relay::Outcome::passed) {
    items.add(RelayField::relay_delay_ms, fate.delay * microsecond);
    items.add_any(RelayField::relay_queued_ms, fate.queued * microsecond);
    items.add_any(RelayField::relay_held_back_ms, fate.held_back * microsecond);
    items.add_any(RelayField::relay_twice_ms, fate.twice * microsecond);
  }
  if (fate.copy > 1) items.add(RelayField::relay_copy, fate.copy);
  items.add_any(RelayField::relay_other_in, relayed.other_in());
  if (!relayed.is_sent()) items.add_any(RelayField::relay_copy_in, relayed.copy_in);
  return items;
}

/// Behind the protocol's name, which is the first word of a fate's text; in `text`.
[[nodiscard]] inline std::string_view label_of(const Relayed& relayed, relay::FateText& text) noexcept {
  constexpr std::size_t protocol = sizeof "godot link" - 1;
  return relay::write_fate(relayed.fate, text).substr(protocol);
}

}  // namespace godot::analysis
