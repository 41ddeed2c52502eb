// SPDX-License-Identifier: MIT
// What states of synchronizers could save: On Change instead of Always, and a longer interval.
//
// On Change: a value that equals the one in the state before would not be sent. A changed one would be sent reliably,
// in a message of its own with its acknowledgement, each alone in its datagram, which is the most that this costs. If
// all properties of the synchronizer go, so do its states, with their headers.
//
// An interval of 50 ms: of states that come every T ms, 1 - T / 50 would not be sent.
//
// Headers that a datagram has once are saved only where it has nothing else. So a saving is what is saved at least.
//
// Source of the sizes: scene_replication_interface.cpp of Godot 4, send_delta: a byte for the message; for each
// synchronizer 4 for its number, 8 for the mask, 4 for the size. enet/protocol.h: a header of 4 bytes with the time
// that a reliable command needs, one of 2 without; 6 for a reliable command, 8 for an acknowledgement.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "answers/questions/advice/savings.h"
#include "answers/tables/spread.h"
#include "base/number_hash.h"

namespace godot::analysis::advice {

class States {
 public:
  /// By group and property.
  using Members = std::set<std::pair<std::uint32_t, std::string_view>>;

  explicit States(Groups& groups) : groups_(groups) {}

  /// A message of states, all parts of it; its costs are set. `alone`: the group whose states alone are in the frame;
  /// Groups::none: there is something else.
  void add(const facts::Frame& frame, const facts::Envelope& envelope, const facts::Item& item, std::uint32_t alone);

  /// Appends what can be saved. Returns the properties that should be On Change.
  Members append(std::vector<Saving>& savings) const;

  [[nodiscard]] std::uint64_t left_out() const noexcept { return left_out_; }

 private:
  /// A synchronizer's states for one receiver, on one hop.
  struct Key {
    std::uint32_t link;
    bool from_client;
    std::int32_t source;
    std::int32_t target;
    std::uint32_t number;
    const char* node;
    [[nodiscard]] bool operator==(const Key&) const = default;
    struct Hash {
      std::size_t operator()(const Key& key) const noexcept {
        return hash_numbers(key.link, key.from_client, key.source, key.target, key.number, key.node);
      }
    };
  };
  struct Tracked {
    facts::Time last = 0;
    std::vector<std::uint64_t> digests = {};  ///< of the latest values; empty: none yet
  };
  struct Member {
    std::uint64_t sent = 0;
    std::uint64_t changed = 0;
    std::uint64_t own = 0;
    double changes = 0;  ///< bytes that changes would cost, if it alone were On Change

    [[nodiscard]] double saved() const noexcept { return static_cast<double>(own) - changes; }
    [[nodiscard]] bool is_still() const noexcept { return changed * most_changes <= sent; }
  };
  struct Group {
    std::uint64_t states = 0;
    std::uint64_t changed = 0;     ///< states with a value that differs from the one before
    double bytes = 0;              ///< bytes that all states have cost
    double changes = 0;            ///< bytes that changes would cost, if all properties were On Change
    report::Spread interval = {};  ///< the time between two states, in milliseconds
    std::map<std::string_view, Member> members = {};
  };

  static constexpr std::size_t most_tracked = 1U << 15U;
  static constexpr std::size_t most_values = 1U << 19U;
  static constexpr std::size_t most_members = 1U << 14U;
  static constexpr std::uint64_t most_changes = 4;  ///< one of so many values may have changed
  static constexpr std::uint64_t least_states = 20;
  static constexpr double usual_interval = 50;  ///< the interval in milliseconds of 20 states a second
  static constexpr double short_interval = 40;

  [[nodiscard]] Tracked* tracked(const Key& key, std::size_t values);
  /// The states of one synchronizer: from `first` until `end`.
  void add_state(const facts::Frame& frame, const facts::Envelope& envelope, const facts::Item& item,
                 const facts::Part* first, const facts::Part* end, std::uint32_t alone);
  [[nodiscard]] Saving on_change(std::uint32_t number, const Group& group, Members& moved) const;
  [[nodiscard]] Saving interval(std::uint32_t number, const Group& group) const;

  Groups& groups_;
  std::map<std::uint32_t, Group> of_groups_;
  std::unordered_map<Key, Tracked, Key::Hash> tracked_;
  std::size_t values_ = 0;   ///< how many values tracked_ has
  std::size_t members_ = 0;  ///< how many members of_groups_ has
  std::uint64_t left_out_ = 0;
};

/// A filter for the states of a group.
[[nodiscard]] std::string filter_of_group(std::string_view shown);

}  // namespace godot::analysis::advice
