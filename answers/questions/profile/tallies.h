// SPDX-License-Identifier: MIT
// What a row of a profile counts: its bytes and messages, and the key by which it is found. Its name is in row_names.h.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/facts/facts.h"
#include "base/number_hash.h"

namespace godot::analysis::profile {

/// The key of a row: up to three names; equal ones have one pointer.
using Key = std::array<const char*, 3>;

/// The facts that distinguish rows: equal texts have one pointer, so that no text is looked up.
struct Origin {
  std::array<const char*, 3> texts = {};
  std::uint64_t number = 0;
  std::uint32_t more = 0;
  [[nodiscard]] bool operator==(const Origin&) const noexcept = default;

  struct Hash {
    std::size_t operator()(const Origin& origin) const noexcept {
      const auto& [first, second, third] = origin.texts;
      return hash_numbers(first, second, third, origin.number, origin.more);
    }
  };
};

/// What is charged within a second.
struct SecondSum {
  std::uint64_t count = 0;
  std::uint64_t own = 0;
  std::uint64_t protocol = 0;
  std::uint64_t share = 0;
  std::uint64_t again = 0;
  std::uint64_t total = 0;

  void add(const facts::Cost& cost, bool is_again) noexcept {
    total += cost.total();
    if (is_again) {
      again += cost.total();
      return;
    }
    own += cost.own;
    protocol += cost.protocol;
    share += cost.share;
  }
};

struct Tally {
  std::uint64_t count = 0;
  std::uint64_t own = 0;
  std::uint64_t protocol = 0;
  std::uint64_t share = 0;
  std::uint64_t again = 0;
  std::uint64_t busiest = 0;         ///< bytes in its busiest second
  std::uint64_t busiest_second = 0;  ///< since the capture's first frame
  std::uint64_t second = 0;          ///< the latest second in which it had bytes
  std::uint64_t in_second = 0;       ///< its bytes in that second

  [[nodiscard]] std::uint64_t total() const noexcept { return own + protocol + share + again; }

  void add(const SecondSum& sum, std::uint64_t at) noexcept {
    count += sum.count;
    own += sum.own;
    protocol += sum.protocol;
    share += sum.share;
    again += sum.again;
    if (at != second) in_second = 0;
    second = at;
    in_second += sum.total;
    if (in_second > busiest) {
      busiest = in_second;
      busiest_second = second;
    }
  }
  void add(const facts::Cost& cost, bool is_again, std::uint64_t at) noexcept {
    SecondSum sum;
    sum.add(cost, is_again);
    add(sum, at);
  }

  /// Adds another row's figures, without its count.
  void take(const Tally& other) noexcept {
    own += other.own;
    protocol += other.protocol;
    share += other.share;
    again += other.again;
    if (other.busiest > busiest) {
      busiest = other.busiest;
      busiest_second = other.busiest_second;
    }
    if (other.second != second) return;
    in_second += other.in_second;
    if (in_second <= busiest) return;
    busiest = in_second;
    busiest_second = second;
  }
};

struct ProfileRow {
  Key key;
  Tally tally = {};
};

class ProfileRows {
 public:
  /// The index of a row, which is created if needed; it never changes.
  std::uint32_t find(const Key& key) {
    const auto [found, is_new] = indexes_.try_emplace(key, static_cast<std::uint32_t>(rows_.size()));
    if (is_new) rows_.push_back({.key = key});
    return found->second;
  }

  [[nodiscard]] Tally& operator[](std::uint32_t index) noexcept { return rows_[index].tally; }
  [[nodiscard]] const std::vector<ProfileRow>& all() const noexcept { return rows_; }

 private:
  struct Hash {
    std::size_t operator()(const Key& key) const noexcept { return hash_numbers(key[0], key[1], key[2]); }
  };

  std::vector<ProfileRow> rows_;
  std::unordered_map<Key, std::uint32_t, Hash> indexes_;
};

}  // namespace godot::analysis::profile
