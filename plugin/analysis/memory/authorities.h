// SPDX-License-Identifier: GPL-2.0-or-later
// The peers that send the states of a node, by its path: its authorities (authority.h).
#pragma once

#include <cstdint>
#include <string_view>

#include "plugin/analysis/memory/authority.h"
#include "plugin/analysis/memory/spawned_nodes.h"
#include "plugin/analysis/memory/two_senders.h"
#include "plugin/analysis/memory/views.h"

namespace godot::analysis {

class Authorities {
 public:
  Authorities(TextPool& texts, const Paths& paths, const SpawnedNodes& nodes) noexcept
      : texts_(texts), paths_(paths), nodes_(nodes) {}

  /// Stores the sender of a synchronizer's state: `id` is the number of its path, or its own.
  void add_state(const Speaker& speaker, std::uint32_t id, bool by_path, std::uint32_t frame);

  /// The same on the link of its own sender: whether other peers send it, too.
  void add_own_state(const Speaker& speaker, std::uint32_t path, const Views::Position& position);

  /// The peers that have sent the states of the node with this path so far.
  [[nodiscard]] Senders senders(const Speaker& speaker, std::string_view path) const;

  TwoSenders two_senders;

 private:
  TextPool& texts_;
  const Paths& paths_;
  const SpawnedNodes& nodes_;
  Authority authority_;
};

}  // namespace godot::analysis
