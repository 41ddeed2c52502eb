// SPDX-License-Identifier: MIT
// The states of each synchronizer on each link: the interval since the previous one, and whether the values differ.
// Filled on the first pass, in capture order, and only read afterwards.
//
// Full states and changes are separate: each is compared with the last one of its kind. A state is looked up by data on
// the wire only (link, end, relay, id), so that state learned later cannot change the key.
//
// Cost: constant to add (amortized), logarithmic in the states of a synchronizer to find. Memory: 3 bytes for a state
// (48 at most, if there are 16,384 messages with states between two), 12 for a message with states (state_messages.h),
// 8 more for a state if the capture has both sides of the connection; the rest of a step is computed on request.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "analysis/game/memory/authorities.h"
#include "analysis/game/memory/differing_states.h"
#include "analysis/game/memory/state_messages.h"
#include "analysis/game/memory/sync_clocks.h"
#include "base/hash_table.h"
#include "base/pointer_list.h"

namespace godot::analysis::sync {

/// The key of a series: a synchronizer, on one route.
struct SeriesKey {
  std::uint32_t link = 0;
  std::int32_t relayed = 0;  ///< the peer that a relay names; 0 = not relayed
  std::uint32_t id = 0;
  bool by_path = false;     ///< the id is a path's
  bool from_first = false;  ///< the end of the link that sends
  bool delta = false;
  [[nodiscard]] bool operator==(const SeriesKey&) const noexcept = default;
};

/// A state in the capture.
struct State {
  std::uint32_t frame = 0;
  std::uint32_t message = 0;   ///< among those of the frame
  std::int64_t time = 0;       ///< when its frame was captured, in nanoseconds
  std::int64_t sent = 0;       ///< when its sender sent it, exactly; 0 = unknown
  std::uint64_t digest = 0;    ///< equal for states with equal values
  std::uint64_t indexes = 0;   ///< delta: which properties these are the values of
  std::uint32_t values = 0;    ///< how many there are; 0: not known
  bool is_announced = false;   ///< the capture has the announcement of its synchronizer
  bool has_digest = false;     ///< the capture has its values
  bool has_object_id = false;  ///< a value has an object that is sent as its id
};

/// Properties that are sent on change and more than the bits of a mask, as the changes show it.
struct BeyondMask {
  bool is_seen = false;          ///< a change had more values than bits
  std::uint32_t properties = 0;  ///< how many there are; 0: not known
};

/// The first state of a synchronizer that has another number of values than the one before: its list of properties has
/// changed.
struct ListChange {
  std::uint32_t frame = 0;  ///< of that state; 0: there is none
  std::uint32_t message = 0;
  std::uint32_t before = 0;  ///< how many values the state before has
  std::uint32_t after = 0;
};

/// A state, by the place of its message.
struct StatePlace {
  std::uint32_t frame = 0;  ///< 0: there is none
  std::uint32_t message = 0;
};

/// `begins`: of a node that was spawned again; its receiver has no previous state.
enum class Change : std::uint8_t { unknown, same, other, begins };

/// Fewer states with the same values are no problem.
inline constexpr std::uint32_t least_unchanged = 64;

/// The relation of a state to the previous one.
struct Step {
  std::uint32_t previous_in = 0;  ///< frame; 0: none before
  std::int64_t interval = 0;      ///< nanoseconds since the previous state; 0: unknown
  std::int64_t sent_before = 0;   ///< when the newest earlier one was sent, exactly; 0: unknown
  Change change = Change::unknown;
  std::uint32_t unchanged = 0;     ///< number of states in a row, this one included, that repeated the previous values
  std::int64_t unchanged_for = 0;  ///< nanoseconds since the first state with these values
};

class States {
 public:
  /// Later messages of a frame are not stored. A frame of a real game has a few messages.
  static constexpr std::uint32_t last_message = (1U << 14U) - 1;

  /// What is kept of the states of a synchronizer on one route.
  class Series;
  [[nodiscard]] Series& of(const SeriesKey& key);

  void add(Series& series, const State& state);
  /// The synchronizer's node is spawned: states from before are of another node, or the receiver had lost it.
  void begin_again(const SeriesKey& key);
  [[nodiscard]] Step find(const SeriesKey& key, std::uint32_t frame, std::uint32_t message) const;

  /// Whether a series has `least_unchanged` states in a row with the same values, as far as the capture was read.
  [[nodiscard]] bool is_unchanged_for_long(const SeriesKey& key) const;
  /// Whether any series has.
  [[nodiscard]] bool has_unchanged() const noexcept { return has_unchanged_; }

  /// The first change for a receiver has all properties. (MultiplayerSynchronizer::get_delta_state, Godot 4.1 to 4.6)
  [[nodiscard]] BeyondMask beyond_mask(const SeriesKey& key) const;

  /// Whether any list of full states has changed, as far as the capture was read.
  [[nodiscard]] bool has_list_change() const noexcept { return has_list_change_; }
  /// The first change of the list of a series' full states.
  [[nodiscard]] ListChange list_change(const SeriesKey& key) const;
  /// The first state or change of a series with an object that is sent as its id.
  [[nodiscard]] StatePlace first_object_id(const SeriesKey& key) const;

 private:
  /// Entries in capture order, in blocks: a vector would be copied while it grows, and has unused room. An entry has
  /// the distance of its message from that of the first one of its block, and begins a block if that is too large.
  class Entries {
   public:
    struct Entry {
      std::uint32_t message = 0;  ///< its place among the messages with states
      Change change = Change::unknown;
    };

    Entries() noexcept = default;
    Entries(const Entries&) = delete;
    Entries& operator=(const Entries&) = delete;
    Entries(Entries&&) noexcept = default;
    Entries& operator=(Entries&&) noexcept = default;
    ~Entries();

    void add(const Entry& entry);
    [[nodiscard]] std::size_t size() const noexcept;
    [[nodiscard]] Entry operator[](std::size_t place) const noexcept;
    /// The first entry that is not before a message, and the one before it; place 0: it has none, or is the first.
    struct Pair {
      std::size_t place = 0;
      Entry entry = {};
      Entry before = {};
    };
    /// `is_before(message)`: whether this place among the messages is before the wanted one. `near`: the block of the
    /// last answer; questions in the order of the capture take constant time.
    template <class IsBefore>
    [[nodiscard]] Pair find(IsBefore is_before, std::uint32_t& near) const noexcept;

   private:
    struct Block;
    PointerList<Block> blocks_;
  };

 public:
  class Series {
   public:
    // Where other tables have the entries of its synchronizer: each state needs them.
    Authorities::Entries::Place authority;
    SyncClocks::Clocks::Place clock;
    Synchronizers::Place synchronizer;

   private:
    friend class States;
    SeriesKey key_;
    mutable const Series* next_ = nullptr;  ///< the series that was asked for after it the last time; null: none was
    std::uint64_t digest_ = 0;  ///< of the newest state: its values, and which properties they are of; 0: not known
    Entries entries_;
    mutable std::uint32_t near_ = 0;  ///< the block of the last state that was asked for
    /// By place, of the newest so far; null without both sides of a connection.
    std::unique_ptr<std::vector<std::int64_t>> sent_;
    BeyondMask beyond_;
    std::uint32_t values_ = 0;  ///< of its last full state; 0: not known
    ListChange list_change_;
    StatePlace first_object_id_;
    bool begins_ = false;                  ///< its node was spawned again since its newest state
    bool is_unchanged_ = false;            ///< `least_unchanged` in a row have the same values
    std::vector<std::uint32_t> repeated_;  ///< the indexes at which values begin that the next entry repeats
  };

 private:
  void follow_list(Series& series, const State& state);

  struct Hash {
    std::size_t operator()(const SeriesKey& key) const noexcept;
  };
  /// Null: there is none.
  [[nodiscard]] const Series* found(const SeriesKey& key) const;
  /// The series of this key, if it follows the last one as it did before; else null.
  [[nodiscard]] const Series* following(const SeriesKey& key) const noexcept {
    if (last_ == nullptr || last_->key_ == key) return last_;
    const Series* next = last_->next_;
    if (next == nullptr || !(next->key_ == key)) return nullptr;
    return last_ = next;
  }
  const Series* reached(const Series& series) const noexcept {
    if (last_ != nullptr) last_->next_ = &series;
    return last_ = &series;
  }

  HashTable<SeriesKey, Series, Hash> series_;
  StateMessages messages_;
  bool has_list_change_ = false;
  bool has_unchanged_ = false;
  /// The series of the last state: it is asked for several times. States mostly come in the same order.
  mutable const Series* last_ = nullptr;
};

}  // namespace godot::analysis::sync
