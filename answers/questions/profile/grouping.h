// SPDX-License-Identifier: MIT
// One profile: by what it groups, the rows to which the ledger charges what a frame has, and their table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "answers/questions/profile/row_names.h"
#include "answers/tables/report.h"
#include "base/recent.h"

namespace godot::analysis::profile {

class RowFilter;

/// What is charged, and where it is.
struct Charged {
  const facts::Frame& frame;
  const facts::Envelope* envelope;  ///< null: it is a whole frame, or bytes between messages
  const facts::Item& item;
  std::uint64_t second = 0;     ///< in which its bytes count
  bool counts = false;          ///< false: only its bytes are charged
  bool waits_for_more = false;  ///< later fragments of its message will be charged to the same rows
};

class Grouping {
 public:
  explicit Grouping(const Options& options) : options_(options), namer_(options) {}

  /// Whether a message's parts may belong to different rows.
  [[nodiscard]] bool by_part() const noexcept { return namer_.by_part(); }

  /// Gives what ENet's own commands cost to the peers at the ends of their connection, as soon as these are known.
  void learn_ends(const facts::Envelope& envelope, const facts::Item& item) {
    if (options_.by == By::peers && envelope.transport == facts::Transport::enet) learn_peers(envelope, item);
  }

  /// Charges a frame, or bytes, without a message.
  void charge_alone(const Charged& charged, const facts::Cost& cost, std::uint64_t count);
  /// Charges an item as a whole.
  void charge_item(const Charged& charged, const facts::Cost& cost);
  /// Charges a part of an item whose fragments may follow, one after another. `subject`: a number that all parts with
  /// its names have, and no others; `part` null: the item has none.
  void charge_part(const Charged& charged, const facts::Part* part, const facts::Part* last, std::uint32_t subject,
                   const facts::Cost& cost) {
    const std::uint32_t row = remembered(subject, charged, part);
    const bool same = last != nullptr && last->synchronizer == part->synchronizer && last_row_ == row;
    last_row_ = row;
    charge(row, charged, cost, charged.counts && !same, part != nullptr ? part->own + part->protocol : 1);
  }
  /// The same in three steps, for a part of a whole message: its row is found before what is charged to its subject
  /// within a second is added at once.
  void know(const Charged& charged, const facts::Part* part, std::uint32_t subject) {
    static_cast<void>(remembered(subject, charged, part));
  }
  /// Counts the message in the row of a known subject, if that of the part before is another one.
  void count_unless_same(std::uint32_t subject, std::uint32_t before) {
    if (remembered_[subject] != remembered_[before]) ++rows_[remembered_[subject] - 1].count;
  }
  void add(std::uint32_t subject, const SecondSum& sum, std::uint64_t second) {
    rows_[remembered_[subject] - 1].add(sum, second);
  }
  /// Charges a fragment, or those that came again, to the rows of its message.
  void charge_fragment(const facts::Item& item, const facts::Cost& cost, bool again, std::uint64_t at);

  /// What is charged at the end, to a copy of the rows.
  struct Rest {
    facts::Kind kind;
    facts::Frame frame;
    facts::Envelope envelope;  ///< without items; of bytes without a link, an empty one
    facts::Cost cost;
    std::uint64_t again;
  };
  [[nodiscard]] report::Report answer(const std::vector<Rest>& rest, double seconds) const;

 private:
  /// A row that waits for bytes of a message, and the share of them that it gets.
  struct PendingShare {
    std::uint32_t row;
    std::uint64_t weight;
  };
  /// The rows of a message in fragments, and what came again of it.
  struct Pending {
    std::vector<PendingShare> shares;         ///< in wire order; neighbours have different rows
    std::uint64_t weights = 0;                ///< the sum of the shares' weights
    std::uint64_t fragments = 0;              ///< fragments that were charged, or that wait
    std::array<facts::Cost, 2> waiting = {};  ///< not divided yet; the second of them again
    std::uint64_t at = 0;                     ///< the second of the last of them
  };

  [[nodiscard]] std::uint32_t row_of(const Charged& charged, const facts::Part* part);
  [[nodiscard]] std::uint32_t row_of_item(const Charged& charged);
  /// The row that is remembered under a number, which stands for no other.
  [[nodiscard]] std::uint32_t remembered(std::size_t number, const Charged& charged, const facts::Part* part) {
    const std::uint32_t known = number < remembered_.size() ? remembered_[number] : 0;
    return known != 0 ? known - 1 : remember(number, charged, part);
  }
  std::uint32_t remember(std::size_t number, const Charged& charged, const facts::Part* part);
  void learn_peers(const facts::Envelope& envelope, const facts::Item& item);
  void charge(std::uint32_t row, const Charged& charged, const facts::Cost& cost, bool counts, std::uint32_t weight) {
    Tally& tally = rows_[row];
    tally.count += counts ? 1 : 0;
    tally.add(cost, charged.item.again, charged.second);
    if (charged.waits_for_more) wait_for_more(row, charged.item, weight);
  }
  void wait_for_more(std::uint32_t row, const facts::Item& item, std::uint32_t weight);
  static void divide(ProfileRows& rows, const Pending& pending);

  [[nodiscard]] report::Report table(const ProfileRows& rows, double seconds) const;
  [[nodiscard]] std::vector<std::vector<std::string>> names_of_rows(const ProfileRows& rows) const;
  [[nodiscard]] std::string filter(const Key& shown, const std::vector<std::string>& names, const RowFilter& filters,
                                   bool is_empty) const;
  [[nodiscard]] Key shown(const ProfileRow& row) const;
  [[nodiscard]] bool before(const ProfileRow& one, const ProfileRow& other) const;

  Options options_;
  mutable Namer namer_;  // it also stores the names in an answer
  ProfileRows rows_;
  std::unordered_map<Origin, std::uint32_t, Origin::Hash> known_;
  Recent<Origin, const std::uint32_t> recent_;  ///< those that were asked for last
  std::vector<std::uint32_t> remembered_;       ///< rows, from 1; 0: not known yet
  std::optional<facts::Time> second_;           ///< the second of the latest charge
  std::uint32_t row_of_second_ = 0;
  std::uint32_t last_row_ = 0;                          ///< of the item's last part
  std::unordered_map<std::uint32_t, Pending> pending_;  ///< by the number of the message
};

}  // namespace godot::analysis::profile
