// SPDX-License-Identifier: GPL-2.0-or-later
// What each synchronizer has sent through each link, state by state: how long after the one before, and whether its
// values are other ones. Filled on the first pass, in the order of the capture, and only asked afterwards.
//
// Full states and changes are told apart: each is compared with the last of its own sort. A state is found again by the
// wire alone (link, end, relay, id), so that nothing that is learned later can hide it.
//
// Cost: constant to add (amortized), logarithmic in the states of a synchronizer to find. Memory: 10 bytes for a state
// (72 at most, where states are seconds or 65,536 frames apart), 8 more where the capture has both sides of the
// connection; the rest of a step is computed when it is asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "plugin/analysis/pointer_list.h"

namespace godot::analysis::sync {

/// The key of a series: a synchronizer, on one route.
struct SeriesKey {
  std::uint32_t link = 0;
  std::int32_t relayed = 0;  ///< the peer that a relay names; 0 = it is no relay
  std::uint32_t id = 0;
  bool by_path = false;     ///< the id is a path's
  bool from_first = false;  ///< which end of the link sends
  bool delta = false;
  [[nodiscard]] bool operator==(const SeriesKey&) const noexcept = default;
};

/// A state in the capture.
struct State {
  std::uint32_t frame = 0;
  std::uint32_t message = 0;  ///< among those of the frame
  std::int64_t time = 0;      ///< nanoseconds
  std::int64_t sent = 0;      ///< when its sender sent it, exactly; 0 = not known
  std::uint64_t digest = 0;   ///< of its values
  std::uint64_t indexes = 0;  ///< delta: which properties these are the values of
  bool has_digest = false;    ///< the capture has its values
};

enum class Change : std::uint8_t { unknown, same, other };

/// How a state follows the one before.
struct Step {
  std::uint32_t previous_in = 0;  ///< frame; 0: none before
  std::int64_t interval = 0;      ///< nanoseconds
  std::int64_t sent_before = 0;   ///< when the newest of those before was sent, exactly; 0: not known
  Change change = Change::unknown;
  std::uint32_t unchanged = 0;     ///< so many states in a row, this one included, have repeated the values before them
  std::int64_t unchanged_for = 0;  ///< nanoseconds since the first state with these values
};

class States {
  static constexpr unsigned message_bits = 14;

 public:
  /// States of later messages of a frame are not kept. A frame of a real game has a few messages.
  static constexpr std::uint32_t last_message = (1U << message_bits) - 1;

  void add(const SeriesKey& key, const State& state);
  [[nodiscard]] Step find(const SeriesKey& key, std::uint32_t frame, std::uint32_t message) const;

 private:
  struct Entry {
    std::uint32_t frame = 0;
    std::uint32_t message = 0;
    std::int64_t time = 0;
    Change change = Change::unknown;
  };
  /// Entries in the order of the capture, in blocks: a vector would be copied while it grows, and has room that stays
  /// empty. An entry has only its distance from the first one of its block, and begins a block where that is too large.
  class Entries {
   public:
    Entries() noexcept = default;
    Entries(const Entries&) = delete;
    Entries& operator=(const Entries&) = delete;
    Entries(Entries&&) noexcept = default;
    Entries& operator=(Entries&&) noexcept = default;
    ~Entries();

    void add(const Entry& entry);
    [[nodiscard]] std::size_t size() const noexcept;
    [[nodiscard]] Entry operator[](std::size_t place) const noexcept;
    /// The place of the first entry of this message or of a later one.
    [[nodiscard]] std::size_t find(std::uint32_t frame, std::uint32_t message) const noexcept;

   private:
    struct Packed;
    struct Block;
    PointerList<Block> blocks_;
  };
  struct Series {
    std::uint64_t digest = 0;  ///< of the newest state, as `indexes` and `has_digest`
    std::uint64_t indexes = 0;
    bool has_digest = false;
    Entries entries;
    /// By place, of the newest so far; null without both sides of a connection.
    std::unique_ptr<std::vector<std::int64_t>> sent;
    std::vector<std::uint32_t> repeated;  ///< the places at which values begin that the next entry repeats
  };
  struct Hash {
    std::size_t operator()(const SeriesKey& key) const noexcept;
  };
  std::unordered_map<SeriesKey, Series, Hash> series_;
};

}  // namespace godot::analysis::sync
