// SPDX-License-Identifier: MIT
// The numbers that a mirrored game gives its records: a gap means that the recording lacks some, a number that was
// there before that a record is a copy. Exported messages have no such numbers: half of their game's number is 0, where
// the addon draws all of it at random (docs/wire/mirror.md). In: the first pass, in the order of the frames. Memory:
// some 30 bytes for each record.
#pragma once

#include <cstdint>
#include <map>

#include "analysis/link/completeness.h"
#include "base/hash_table.h"
#include "base/number_hash.h"
#include "codec/mirror/protocol.h"

namespace godot::analysis {

class RecordNumbers {
 public:
  struct Added {
    std::uint32_t earlier = 0;    ///< the frame of the record of which it is a copy; 0: it is none
    bool begins_to_lack = false;  ///< the first records that its game's recording lacks are those before it
  };
  Added add(const mirror::Head& head, std::uint32_t frame) {
    if (!is_numbered(head)) return {};
    const auto [earlier, is_new] = first_in_.try_emplace({head.game, head.sequence}, frame);
    if (!is_new) return {.earlier = *earlier};
    const auto [place, begins] = games_.try_emplace(head.game, Game{.highest = head.sequence});
    if (begins) return {};
    Game& game = place->second;
    if (head.sequence < game.highest) {
      if (game.capture.disordered_in == 0) game.capture.disordered_in = frame;
      return {};
    }
    const bool begins_to_lack = head.sequence - game.highest > 1 && game.capture.lacks_in == 0;
    if (begins_to_lack) game.capture.lacks_in = frame;
    game.highest = head.sequence;
    return {.begins_to_lack = begins_to_lack};
  }

  /// Of this game; null: its records have no numbers. Valid until forget().
  [[nodiscard]] const Completeness* of(std::uint64_t game) const {
    const auto found = games_.find(game);
    return found != games_.end() ? &found->second.capture : nullptr;
  }

  void forget() {
    first_in_.clear();
    games_.clear();
  }

 private:
  struct Game {
    std::uint32_t highest = 0;
    Completeness capture = {};
  };
  struct Key {
    std::uint64_t game;
    std::uint32_t number;
    [[nodiscard]] bool operator==(const Key&) const noexcept = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const noexcept { return hash_numbers(key.game, key.number); }
  };

  /// Messages have numbers, and what the game describes; not what is said of the recording itself.
  [[nodiscard]] static bool is_numbered(const mirror::Head& head) noexcept {
    using mirror::Kind;
    constexpr unsigned half = 32;
    const bool is_of_game = head.kind >= Kind::message && head.kind <= Kind::event;
    return is_of_game && head.game >> half != 0 && static_cast<std::uint32_t>(head.game) != 0;
  }

  HashTable<Key, std::uint32_t, Hash> first_in_;  ///< the frame of each number
  std::map<std::uint64_t, Game> games_;
};

}  // namespace godot::analysis
