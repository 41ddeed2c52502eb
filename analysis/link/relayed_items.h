// SPDX-License-Identifier: MIT
// What a tree shows of a packet that a relay has passed or dropped.
#pragma once

#include "analysis/derived/derived_items.h"
#include "analysis/link/derived.h"
#include "analysis/link/relayed.h"

namespace godot::analysis {

using RelayedItems = DerivedItems<LinkField, static_cast<std::size_t>(LinkField::count_)>;

[[nodiscard]] inline RelayedItems items_of(const Relayed& relayed) {
  constexpr std::uint64_t microsecond = 1000;
  const link::Fate& fate = relayed.fate;
  RelayedItems items;
  items.add(LinkField::link_player, fate.player);
  items.add(LinkField::link_to_server, fate.to_server);
  items.add(LinkField::link_number, fate.number);
  items.add(LinkField::link_fate, static_cast<std::uint32_t>(fate.outcome));
  if (!relayed.is_sent()) items.add(LinkField::link_dropped, link::is_dropped(fate.outcome));
  if (fate.outcome == link::Outcome::passed) {
    items.add(LinkField::link_delay_ms, fate.delay * microsecond);
    items.add_any(LinkField::link_queued_ms, fate.queued * microsecond);
    items.add_any(LinkField::link_held_back_ms, fate.held_back * microsecond);
    items.add_any(LinkField::link_twice_ms, fate.twice * microsecond);
  }
  if (fate.copy > 1) items.add(LinkField::link_copy, fate.copy);
  items.add_any(LinkField::link_other_in, relayed.other_in());
  if (!relayed.is_sent()) items.add_any(LinkField::link_copy_in, relayed.copy_in);
  return items;
}

/// Behind the protocol's name, which is the first word of a fate's text; in `text`.
[[nodiscard]] inline std::string_view label_of(const Relayed& relayed, link::FateText& text) noexcept {
  constexpr std::size_t protocol = sizeof "godot link" - 1;
  return link::write_fate(relayed.fate, text).substr(protocol);
}

}  // namespace godot::analysis
