// SPDX-License-Identifier: MIT
#include "analysis/game/memory/states.h"

#include <algorithm>
#include <bit>
#include <new>
#include <span>
#include <utility>

#include "analysis/facts/digest.h"
#include "base/number_hash.h"

namespace godot::analysis::sync {
namespace {

/// Timestamps of a damaged capture may be anything: the difference wraps around.
constexpr std::int64_t difference(std::int64_t later, std::int64_t earlier) noexcept {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(later) - static_cast<std::uint64_t>(earlier));
}

}  // namespace

std::size_t States::Hash::operator()(const SeriesKey& key) const noexcept {
  return hash_numbers(key.link, key.id, key.relayed, key.by_path, key.from_first, key.delta);
}

/// Its entries follow in memory: each has the distance of its message, and its change. It begins with room for a few,
/// since most series are short, and moves to a larger one until it has the greatest size.
struct States::Entries::Block {
  // With these, a block is as long as what malloc() gives.
  static constexpr std::uint32_t first_room = 6;
  static constexpr std::uint32_t most_room = 30;
  static constexpr unsigned change_bits = 2;
  static constexpr std::uint32_t farthest = UINT16_MAX >> change_bits;

  std::uint32_t message;
  std::uint32_t place;  ///< of the first entry
  std::uint16_t count;
  std::uint16_t room;

  [[nodiscard]] static Block* make(std::uint32_t room) {
    auto* block = new (::operator new(sizeof(Block) + room * sizeof(std::uint16_t))) Block{};
    block->room = static_cast<std::uint16_t>(room);
    return block;
  }
  static void drop(Block* block) noexcept { ::operator delete(block); }

  [[nodiscard]] std::uint16_t* entries() noexcept { return reinterpret_cast<std::uint16_t*>(this + 1); }
  [[nodiscard]] const std::uint16_t* entries() const noexcept {
    return reinterpret_cast<const std::uint16_t*>(this + 1);
  }

  [[nodiscard]] std::uint32_t message_of(std::size_t index) const noexcept {
    return message + (entries()[index] >> change_bits);
  }
  [[nodiscard]] Entry at(std::size_t index) const noexcept {
    return {.message = message_of(index), .change = static_cast<Change>(entries()[index] & 3U)};
  }

  /// Whether the entry's distance can be stored, and the block is not of the greatest size and full.
  [[nodiscard]] bool takes(const Entry& entry) const noexcept {
    return count != most_room && entry.message - message <= farthest;
  }

  /// There must be room.
  void add(const Entry& entry) noexcept {
    new (entries() + count++) auto(static_cast<std::uint16_t>((entry.message - message) << change_bits |
                                                              (static_cast<unsigned>(entry.change) & 3U)));
  }

  /// A copy with more than twice the room.
  [[nodiscard]] Block* larger() const {
    Block* block = make(2U * room + 2U);
    const std::uint16_t more = block->room;
    *block = *this;
    block->room = more;
    std::uninitialized_copy_n(entries(), count, block->entries());
    return block;
  }
};

States::Entries::~Entries() {
  for (Block* block : blocks_.all()) Block::drop(block);
}

void States::Entries::add(const Entry& entry) {
  Block* block = blocks_.back();
  if (block == nullptr || !block->takes(entry)) {
    const auto place = static_cast<std::uint32_t>(size());
    block = Block::make(Block::first_room);
    block->message = entry.message;
    block->place = place;
    blocks_.push_back(block);
  } else if (block->count == block->room) {
    Block* larger = block->larger();
    blocks_.replace_back(larger);
    Block::drop(block);
    block = larger;
  }
  block->add(entry);
}

std::size_t States::Entries::size() const noexcept {
  const Block* last = blocks_.back();
  return last == nullptr ? 0 : std::size_t{last->place} + last->count;
}

States::Entries::Entry States::Entries::operator[](std::size_t place) const noexcept {
  if (const Block& last = *blocks_.back(); place >= last.place) return last.at(place - last.place);
  const auto is_behind = [](std::size_t wanted, const Block* block) { return wanted < block->place; };
  const std::span<Block* const> blocks = blocks_.all();
  const Block& block = **(std::upper_bound(blocks.begin(), blocks.end(), place, is_behind) - 1);
  return block.at(place - block.place);
}

template <class IsBefore>
States::Entries::Pair States::Entries::find(IsBefore is_before, std::uint32_t& near) const noexcept {
  const std::span<Block* const> blocks = blocks_.all();
  const auto ends_before = [&](const Block* block) { return is_before(block->message_of(block->count - 1U)); };
  std::size_t at = near;
  const bool is_behind = at >= blocks.size() || (at != 0 && !ends_before(blocks[at - 1]));
  if (!is_behind && ends_before(blocks[at])) ++at;
  if (is_behind || (at != blocks.size() && ends_before(blocks[at])))
    at = static_cast<std::size_t>(std::partition_point(blocks.begin(), blocks.end(), ends_before) - blocks.begin());
  if (at == blocks.size()) return {};
  near = static_cast<std::uint32_t>(at);
  const Block& block = *blocks[at];
  std::size_t index = 0;
  for (std::size_t end = block.count - 1U; index != end;) {
    const std::size_t middle = (index + end) / 2;
    if (is_before(block.message_of(middle))) index = middle + 1;
    else end = middle;
  }
  if (at == 0 && index == 0) return {};
  const Block& other = index != 0 ? block : *blocks[at - 1];
  return {.place = block.place + index,
          .entry = block.at(index),
          .before = other.at(index != 0 ? index - 1 : other.count - 1U)};
}

States::Series& States::of(const SeriesKey& key) {
  // All that are remembered are those of the table.
  if (const Series* known = following(key)) return const_cast<Series&>(*known);
  Series& series = series_[key];
  series.key_ = key;
  reached(series);
  return series;
}

/// A full state has a value of each property.
void States::follow_list(Series& series, const State& state) {
  if (state.values == 0) return;
  const bool is_other = series.values_ != 0 && series.values_ != state.values;
  if (is_other && series.list_change_.frame == 0) {
    series.list_change_ = {
        .frame = state.frame, .message = state.message, .before = series.values_, .after = state.values};
    has_list_change_ = true;
  }
  series.values_ = state.values;
}

void States::add(Series& series, const State& state) {
  if (state.message > last_message) return;
  Entries& entries = series.entries_;
  const std::size_t place = entries.size();
  if (state.has_object_id && series.first_object_id_.frame == 0)
    series.first_object_id_ = {.frame = state.frame, .message = state.message};
  if (state.indexes == 0) {
    follow_list(series, state);
  } else if (state.values > static_cast<std::uint32_t>(std::popcount(state.indexes))) {
    const bool has_all = place == 0 && state.is_announced && ~state.indexes == 0;
    if (has_all || state.values > series.beyond_.properties) series.beyond_.properties = has_all ? state.values : 0;
    series.beyond_.is_seen = true;
  }
  const std::uint64_t digest = state.has_digest ? facts::mixed(state.digest ^ facts::mixed(state.indexes)) : 0;
  auto change = series.begins_ ? Change::begins : Change::unknown;
  if (place != 0 && !series.begins_ && series.digest_ != 0 && digest != 0)
    change = series.digest_ == digest ? Change::same : Change::other;
  if (change == Change::same && entries[place - 1].change != Change::same)
    series.repeated_.push_back(static_cast<std::uint32_t>(place - 1));
  if (change == Change::same && place - series.repeated_.back() >= least_unchanged)
    series.is_unchanged_ = has_unchanged_ = true;
  entries.add({.message = messages_.add({.frame = state.frame, .number = state.message, .time = state.time}),
               .change = change});
  if (state.sent != 0 || series.sent_ != nullptr) {
    if (series.sent_ == nullptr) series.sent_ = std::make_unique<std::vector<std::int64_t>>();
    std::vector<std::int64_t>& sent = *series.sent_;
    const std::int64_t newest = sent.empty() ? 0 : sent.back();
    sent.resize(place, 0);
    sent.push_back(std::max(newest, state.sent));
  }
  series.digest_ = digest;
  series.begins_ = false;
}

void States::begin_again(const SeriesKey& key) {
  Series* series = series_.find(key);
  if (series != nullptr) series->begins_ = series->entries_.size() != 0;
}

const States::Series* States::found(const SeriesKey& key) const {
  if (const Series* series = following(key)) return series;
  const Series* series = series_.find(key);
  return series != nullptr ? reached(*series) : nullptr;
}

bool States::is_unchanged_for_long(const SeriesKey& key) const {
  const Series* series = found(key);
  return series != nullptr && series->is_unchanged_;
}

BeyondMask States::beyond_mask(const SeriesKey& key) const {
  const Series* series = found(key);
  return series != nullptr ? series->beyond_ : BeyondMask{};
}

ListChange States::list_change(const SeriesKey& key) const {
  if (!has_list_change_) return {};
  const Series* series = found(key);
  return series != nullptr ? series->list_change_ : ListChange{};
}

StatePlace States::first_object_id(const SeriesKey& key) const {
  const Series* series = found(key);
  return series != nullptr ? series->first_object_id_ : StatePlace{};
}

Step States::find(const SeriesKey& key, std::uint32_t frame, std::uint32_t message) const {
  const Series* known = found(key);
  if (known == nullptr) return {};
  const Series& series = *known;
  const std::uint32_t wanted = messages_.near(frame, message);
  const auto is_before = [&](std::uint32_t place) {
    if (wanted != StateMessages::unknown) return place < wanted;
    const StateMessage other = messages_[place];
    return other.frame != frame ? other.frame < frame : other.number < message;
  };
  const auto [place, entry, entry_before] = series.entries_.find(is_before, series.near_);
  if (place == 0) return {};
  const StateMessage own = messages_[entry.message];
  if (own.frame != frame || own.number != message) return {};
  messages_.reached(entry.message);
  if (entry.change == Change::begins) return {.change = Change::begins};
  const StateMessage before = messages_[entry_before.message];
  Step step = {.previous_in = before.frame, .interval = difference(own.time, before.time), .change = entry.change};
  if (const auto& sent = series.sent_; sent != nullptr && place <= sent->size()) step.sent_before = (*sent)[place - 1];
  if (step.change != Change::same) return step;
  const std::vector<std::uint32_t>& repeated = series.repeated_;
  const std::uint32_t first = *(std::upper_bound(repeated.begin(), repeated.end(), place) - 1);
  step.unchanged = static_cast<std::uint32_t>(place - first);
  step.unchanged_for = difference(own.time, messages_[series.entries_[first].message].time);
  return step;
}

}  // namespace godot::analysis::sync
