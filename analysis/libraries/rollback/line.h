// SPDX-License-Identifier: MIT
// A message of godot-rollback-netcode on one line: "inputs 120–124 (4 again), hash 98, wants 119 and hash 97".
#pragma once

#include <cstdint>

#include "base/arena.h"
#include "codec/libraries/rollback/walk.h"

namespace godot::analysis {

class RollbackLine final {
 public:
  void wants_input(const rollback::Requested& requested) noexcept { wants_input_ = requested.next_tick; }
  void wants_hash(const rollback::Requested& requested) noexcept { wants_hash_ = requested.next_tick; }
  /// `again`: they were sent before.
  void input(std::uint32_t tick, bool again) noexcept {
    inputs_.add(tick);
    again_ += again ? 1 : 0;
  }
  /// `differs`: another peer has another hash.
  void hash(std::uint32_t tick, bool differs) noexcept {
    hashes_.add(tick);
    differs_ += differs ? 1 : 0;
  }

  [[nodiscard]] const char* text(const Arena& arena) const;

 private:
  struct Ticks {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint32_t count = 0;

    void add(std::uint32_t tick) noexcept {
      if (count++ == 0) first = tick;
      last = tick;
    }
    [[nodiscard]] const char* text(const char* one, const char* several, const Arena& arena) const;
  };

  Ticks inputs_;
  Ticks hashes_;
  std::uint32_t again_ = 0;
  std::uint32_t differs_ = 0;
  std::uint32_t wants_input_ = 0;
  std::uint32_t wants_hash_ = 0;
};

}  // namespace godot::analysis
