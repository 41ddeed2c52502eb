// SPDX-License-Identifier: MIT
#include "answers/questions/states/synchronizers.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/facts/attribution.h"
#include "answers/tables/filters.h"
#include "answers/tables/percentiles.h"
#include "answers/tables/spread.h"
#include "base/hash_table.h"
#include "base/number_hash.h"
#include "base/repeating_table.h"
#include "base/time.h"

namespace godot::analysis::sync {
namespace {

using facts::Item;
using facts::Part;
using report::Cell;
using report::Column;
using report::Report;
using report::Spread;

constexpr double milliseconds = 1e-6;

struct ReceiverKey {
  std::int32_t source;
  std::int32_t receiver;
  std::uint32_t link;
  bool to_relay;  ///< on the hop from the sender to the server, which passes it on to the receiver
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a 0 in it
  [[nodiscard]] auto operator<=>(const ReceiverKey&) const = default;

  struct Hash {
    std::size_t operator()(const ReceiverKey& key) const noexcept {
      return hash_numbers(key.source, key.receiver, key.link, key.to_relay);
    }
  };
};

/// The counter of a sender for a receiver.
struct Receiver {
  bool begun = false;
  std::uint16_t clock = 0;     ///< the number of its latest state
  std::uint64_t missed = 0;    ///< numbers that no message has shown, so far
  const char* from = nullptr;  ///< the latest names; null: none but the ids
  const char* to = nullptr;
  facts::Transport transport = facts::Transport::enet;
  bool has_link = false;
};

/// The owner of states: the engine's synchronizer, or one of the lists of a library of games.
enum class Origin : std::uint8_t { engine, state, input, sync };

Origin origin_of(const facts::Snapshot* snapshot) {
  if (snapshot == nullptr) return Origin::engine;
  switch (snapshot->list) {
    case facts::Snapshot::List::state: return Origin::state;
    case facts::Snapshot::List::input: return Origin::input;
    case facts::Snapshot::List::sync: break;
  }
  return Origin::sync;
}

/// The ticks received, for the last 64: a library's inputs arrive late and more than once.
class ReceivedTicks {
 public:
  void add(std::uint32_t tick) {
    if (count_ == 0) first_ = newest_ = tick;
    if (count_ == 0 || tick > newest_) {
      const std::uint32_t step = tick - newest_;
      recent_ = step < kept ? recent_ << step : 0;
      newest_ = tick;
    }
    const std::uint32_t behind = newest_ - tick;
    if (tick < first_ || behind >= kept || (recent_ >> behind & 1) != 0) return;
    recent_ |= std::uint64_t{1} << behind;
    ++count_;
  }
  /// Between the first tick and the newest.
  [[nodiscard]] std::uint64_t missing() const {
    const std::uint64_t all = count_ != 0 ? std::uint64_t{newest_} - first_ + 1 : 0;
    return all - std::min(all, count_);
  }

 private:
  static constexpr std::uint32_t kept = 64;
  std::uint64_t recent_ = 0;  ///< bit n: the tick n before the newest
  std::uint64_t count_ = 0;
  std::uint32_t first_ = 0;
  std::uint32_t newest_ = 0;
};

struct RowKey {
  ReceiverKey receiver;
  Origin origin;
  bool by_path;
  std::uint32_t net_id;
  const char* node;  ///< as the facts have it: equal texts are one pointer
  [[nodiscard]] bool operator==(const RowKey&) const = default;

  struct Hash {
    std::size_t operator()(const RowKey& key) const noexcept {
      return hash_numbers(key.receiver.source, key.receiver.receiver, key.receiver.link, key.receiver.to_relay,
                          static_cast<std::uint32_t>(key.origin), key.by_path, key.net_id, key.node);
    }
  };
};

struct Property {
  const char* name = nullptr;  ///< as the facts have it
  Property* next = nullptr;    ///< the one behind it in the last state; null: none yet
  bool begun = false;
  std::uint64_t digest = 0;
  std::uint64_t sent = 0;
  std::uint64_t changed = 0;
  std::uint64_t own = 0;
};

/// The ticks without a state, at least, of those at which one was due. A synchronizer with an interval is due at the
/// first tick at which the interval has passed: `usual` ticks after the state before, as most of its states are, or one
/// more, where frames are uneven.
class Due {
 public:
  /// A state `step` ticks after the one before; `unseen`: of them, those that no message has shown, and that may have
  /// been lost.
  void add(int step, std::uint64_t unseen) {
    const auto known = steps_.find(step);
    if (known == steps_.end() && steps_.size() == most_steps) {
      ++others_;
      other_ticks_ += static_cast<std::uint64_t>(step);
      other_unseen_ += unseen;
      return;
    }
    Step& added = known != steps_.end() ? known->second : steps_[step];
    ++added.count;
    added.unseen += unseen;
  }

  [[nodiscard]] std::uint64_t missed() const {
    const std::uint64_t usual = usual_step();
    std::uint64_t missed = 0;
    for (const auto& [step, states] : steps_)
      missed += std::min(states.unseen, states.count * (due(static_cast<std::uint64_t>(step), usual) - 1));
    const std::uint64_t others = due(other_ticks_, usual);
    return missed + std::min(other_unseen_, others > others_ ? others - others_ : 0);
  }

 private:
  static constexpr std::size_t most_steps = 128;

  /// How many states are due in so many ticks, at least.
  [[nodiscard]] static std::uint64_t due(std::uint64_t ticks, std::uint64_t usual) {
    const std::uint64_t longest = usual > 1 ? usual + 1 : 1;
    return (ticks + longest - 1) / longest;
  }

  struct Step {
    std::uint64_t count = 0;
    std::uint64_t unseen = 0;
  };

  /// The most frequent one; of several the smallest.
  [[nodiscard]] std::uint64_t usual_step() const {
    std::uint64_t usual = 1;
    std::uint64_t most = 0;
    for (const auto& [step, states] : steps_) {
      if (states.count <= most) continue;
      most = states.count;
      usual = static_cast<std::uint64_t>(step);
    }
    return usual;
  }

  std::map<int, Step> steps_;
  std::uint64_t others_ = 0;
  std::uint64_t other_ticks_ = 0;
  std::uint64_t other_unseen_ = 0;
};

/// The messages that the network has lost, of each direction of each connection, as far as its transport shows it. A
/// state that was not lost was not due: its node was another peer's for a time, or hidden.
class Losses {
 public:
  void add(const facts::Envelope& envelope) {
    if (envelope.transport != facts::Transport::enet || !envelope.has_link) return;
    std::uint64_t& lost = lost_.at(direction_of(envelope), latest_);
    for (const Item* item = envelope.items; item != nullptr; item = item->next) {
      if (item->mode == facts::Mode::reliable) continue;
      lost += item->fate().lost_before + std::uint64_t{item->fate().unsent_before};
    }
  }

  /// All losses so far on the way of these states, also on that to the server that relays them; nothing: not known.
  [[nodiscard]] std::optional<std::uint64_t> until(const facts::Envelope& envelope, const facts::Route& route) {
    if (envelope.streamed && !envelope.lacks) return 0;
    if (envelope.transport != facts::Transport::enet || !envelope.has_link) return std::nullopt;
    const Direction direction = direction_of(envelope);
    if (!route.relayed) return lost_.at(direction, latest_);
    const std::pair sender{route.session, route.source};
    if (route.is_first_hop()) {
      to_relay_[sender] = direction;
      return lost_[direction];
    }
    const auto first = to_relay_.find(sender);
    if (first == to_relay_.end()) return std::nullopt;
    return lost_[direction] + lost_[first->second];
  }

 private:
  using Direction = std::uint64_t;  ///< a link of ENet; from its client
  using Lost = HashTable<Direction, std::uint64_t, NumberHash>;
  static Direction direction_of(const facts::Envelope& envelope) {
    return std::uint64_t{envelope.link} << 1U | (envelope.from_client ? 1U : 0U);
  }

  Lost lost_;
  Lost::Place latest_;                                                    ///< of the frame's connection
  std::map<std::pair<std::uint32_t, std::int32_t>, Direction> to_relay_;  ///< by session and peer
};

struct Row {
  std::uint64_t full = 0;
  std::uint64_t delta = 0;
  std::uint64_t stale = 0;
  std::uint64_t doubles = 0;
  Due due;
  std::uint64_t missed_before = 0;  ///< of its receiver, at its last state
  std::uint64_t lost_before = 0;    ///< the messages lost until then
  std::uint64_t bytes = 0;
  Spread interval;  ///< the time between two states, in milliseconds
  facts::Time silence = 0;
  facts::Time first = 0;
  facts::Time last = 0;  ///< when its last state or change was sent
  facts::Time last_full = 0;
  std::uint16_t clock = 0;
  bool begun = false;
  bool follows = false;           ///< a full state came before, of the node that the receiver has now
  bool estimates = false;         ///< some ages are estimated
  report::Percentiles ages = {};  ///< the ages of states, in nanoseconds
  // Of a library's snapshots.
  const facts::SnapshotFields* fields = nullptr;
  std::uint32_t tick = 0;  ///< the newest tick that was seen
  Spread ticks;            ///< from one to the next
  Spread ticks_behind;
  ReceivedTicks received;
  std::uint64_t again = 0;                                    ///< states of ticks that were sent before
  std::uint64_t corrected = 0;                                ///< of these, with other values
  std::unordered_map<const char*, Property> properties = {};  ///< by the facts' name
  Property* property = nullptr;                               ///< the last one that was sent; null: none yet

  /// Mostly, the properties of a state come in the order of the last one.
  Property& property_of(const char* name) {
    if (property != nullptr && property->next != nullptr && property->next->name == name)
      return *(property = property->next);
    Property& found = properties[name];
    found.name = name;
    if (property != nullptr) property->next = &found;
    return *(property = &found);
  }
};

using Type = Column::Type;

std::vector<Column> columns_of(By by) {
  std::vector<Column> columns = {
      {"from", "From", Type::text, 0}, {"to", "To", Type::text, 0}, {"node", "Synchronizer", Type::text, 0}};
  if (by == By::property) {
    columns.insert(columns.end(), {{"property", "Property", Type::text, 0},
                                   {"sent", "Sent", Type::count, 0},
                                   {"changed", "Changed", Type::count, 0},
                                   {"own", "Own", Type::count, 0},
                                   {"filter", "Filter", Type::text, 0}});
    return columns;
  }
  columns.insert(columns.end(), {{"states", "States", Type::count, 0},
                                 {"full", "Full", Type::count, 0},
                                 {"delta", "Delta", Type::count, 0},
                                 {"interval", "Interval ms", Type::number, 1},
                                 {"interval_least", "Least", Type::number, 1},
                                 {"interval_most", "Most", Type::number, 1},
                                 {"interval_deviation", "Deviation", Type::number, 1},
                                 {"age", "Age ms", Type::number, 1},
                                 {"age_95", "95 %", Type::number, 1},
                                 {"age_99", "99 %", Type::number, 1},
                                 {"age_most", "Oldest", Type::number, 1},
                                 {"age_from", "Age is", Type::text, 0},
                                 {"ticks", "In ticks", Type::number, 1},
                                 {"ticks_behind", "Behind", Type::number, 1},
                                 {"ticks_behind_most", "Most", Type::number, 0},
                                 {"missed", "Missed ticks", Type::count, 0},
                                 {"stale", "Stale", Type::count, 0},
                                 {"doubles", "Duplicates", Type::count, 0},
                                 {"again", "Again", Type::count, 0},
                                 {"again_percent", "Again %", Type::number, 1},
                                 {"corrected", "Corrected", Type::count, 0},
                                 {"silence", "Silence s", Type::number, 3},
                                 {"bytes", "Bytes", Type::count, 0},
                                 {"per_second", "Bytes/s", Type::number, 0},
                                 {"filter", "Filter", Type::text, 0}});
  return columns;
}

Cell peer(std::int32_t id, const char* name) {
  if (id == 0) return Cell::of("?");
  if (name != nullptr) return Cell::of(name);
  return Cell::of(id == facts::server ? "server" : std::to_string(id));
}

class States {
 public:
  /// Needed by the table of properties alone. Before the first frame.
  void keep_properties() noexcept { keeps_properties_ = true; }

  void add(facts::Frame& frame) {
    if (frame.envelopes == nullptr) return;
    bool attributed = false;
    for (facts::Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
      losses_.add(*envelope);
      for (Item* item = envelope->items; item != nullptr; item = item->next) {
        if ((item->kind != facts::Kind::sync && !has_snapshot(*item)) || item->parts == nullptr) continue;
        if (!attributed) facts::attribute(frame);
        attributed = true;
        add_sync(frame, *envelope, *item);
      }
    }
  }

  [[nodiscard]] Report answer(By by) const {
    Report report = {.title = by == By::property ? "Synchronizers by property" : "Synchronizers",
                     .columns = columns_of(by)};
    std::vector<const Entry*> sorted;
    for (const Entry& row : rows_) {
      if (is_counted(row.first.receiver)) sorted.push_back(&row);
    }
    std::sort(sorted.begin(), sorted.end(), [](const Entry* one, const Entry* other) { return before(*one, *other); });
    for (const auto* row : sorted) {
      if (by == By::property) append_properties(report, row->first, row->second);
      else append(report, row->first, row->second);
    }
    return report;
  }

 private:
  using Entry = std::pair<const RowKey, Row>;

  static bool before(const Entry& one, const Entry& other) {
    if (one.second.bytes != other.second.bytes) return one.second.bytes > other.second.bytes;
    const auto names = [](const Entry& row) {
      return std::make_tuple(row.first.receiver, row.first.origin, row.first.by_path, row.first.net_id,
                             std::string_view(row.first.node));
    };
    return names(one) < names(other);
  }

  [[nodiscard]] static bool has_snapshot(const Item& item) noexcept {
    const Part* part = item.parts;
    while (part != nullptr && part->snapshot == nullptr) part = part->next;
    return part != nullptr;
  }

  /// True if the server only passes the states on: they are states for the receiver, not for the server. It counts each
  /// receiver's own numbers.
  [[nodiscard]] static bool is_to_relay(const facts::Route& route) noexcept {
    return route.relayed && route.target_known && route.target > facts::server && route.is_first_hop() &&
           route.hop_target != route.target;
  }

  /// States are counted where they reach their receiver; on the way to the server only if the capture lacks that hop.
  [[nodiscard]] bool is_counted(const ReceiverKey& key) const {
    return !key.to_relay || !passed_on_.contains({key.source, key.receiver});
  }

  /// The signed distance between two numbers, which wrap after 65,535.
  [[nodiscard]] static int ahead(std::uint16_t one, std::uint16_t other) noexcept {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(one - other));
  }

  void add_sync(const facts::Frame& frame, const facts::Envelope& envelope, const Item& item) {
    const facts::Route& route = item.route();
    const bool to_relay = is_to_relay(route);
    const bool by_hop = route.hop_target != 0 && !to_relay;
    const std::int32_t to = by_hop ? route.hop_target : route.target;
    const ReceiverKey key = {route.source, to, envelope.has_link ? envelope.link : frame.flow, to_relay};
    if (route.relayed && !to_relay) passed_on_.insert({route.source, to});
    Receiver& receiver = receivers_[key];
    receiver.transport = envelope.transport;
    receiver.has_link = envelope.has_link;
    if (route.source_name != nullptr) receiver.from = route.source_name;
    const char* name = by_hop ? route.hop_target_name : route.target_name;
    if (name != nullptr && to > 0) receiver.to = name;
    if (item.sync != nullptr && !item.sync->delta && !item.again) update_clock(receiver, item.sync->clock);
    const std::optional<std::uint64_t> lost = losses_.until(envelope, route);
    const Part* last = nullptr;
    Row* row = nullptr;
    bool is_news = true;
    for (const Part* part = item.parts; part != nullptr; last = part, part = part->next) {
      if (last == nullptr || last->synchronizer != part->synchronizer) {
        row = &row_of(row_key(key, *part));
        is_news = part->snapshot == nullptr || add_snapshot(*row, *part->snapshot, frame, item);
        if (part->snapshot == nullptr) add_state(*row, *part, receiver.missed, lost, frame, item);
        if (part->age >= 0 && !item.again) {
          row->ages.add(part->age);
          row->estimates = row->estimates || part->age_estimated;
        }
      }
      const bool is_charged = item.message == 0 && !envelope.streamed;
      row->bytes += is_charged ? part->cost.total() : part->own + part->protocol;
      if (keeps_properties_ && part->member != nullptr && !item.again && is_news)
        add_property(row->property_of(part->member), *part);
    }
  }

  Row& row_of(const RowKey& key) {
    if (Row** known = known_rows_.find(key)) return **known;
    Row& made = rows_.emplace_back(key, Row{}).second;
    known_rows_.try_emplace(key, &made);
    return made;
  }

  /// A library may change its number of a node when the receiver has announced its own.
  static RowKey row_key(const ReceiverKey& receiver, const Part& part) {
    const char* node = part.node != nullptr ? part.node : "";
    const Origin origin = origin_of(part.snapshot);
    if (origin != Origin::engine) return {receiver, origin, false, 0, node};
    return {receiver, origin, part.by_path, part.net_id, node};
  }

  /// A node's state in a snapshot. False: one of an older tick, or one that was sent before.
  static bool add_snapshot(Row& row, const facts::Snapshot& snapshot, const facts::Frame& frame, const Item& item) {
    row.fields = snapshot.fields;
    if (item.again) {
      if (snapshot.redundancy == 0) ++row.doubles;
      return false;
    }
    if (snapshot.list == facts::Snapshot::List::input) row.received.add(snapshot.tick);
    if (snapshot.redundancy != 0) return false;
    if (!row.begun) row.first = row.last = frame.time;
    row.silence = std::max(row.silence, frame.time - row.last);
    row.last = frame.time;
    ++(snapshot.diff ? row.delta : row.full);
    row.again += snapshot.again;
    row.corrected += snapshot.corrected;
    if (snapshot.has_age) row.ticks_behind.add(static_cast<double>(snapshot.age));
    if (row.begun && snapshot.tick <= row.tick) {
      // A receiver that simulates again uses states of older ticks; others drop them.
      if (snapshot.list == facts::Snapshot::List::sync) ++(snapshot.tick == row.tick ? row.doubles : row.stale);
      return false;
    }
    if (row.begun) {
      row.interval.add(static_cast<double>(frame.time - row.last_full) * milliseconds);
      row.ticks.add(static_cast<double>(snapshot.tick - row.tick));
    }
    row.begun = true;
    row.tick = snapshot.tick;
    row.last_full = frame.time;
    return true;
  }

  static void update_clock(Receiver& receiver, std::uint16_t clock) {
    const int step = receiver.begun ? ahead(clock, receiver.clock) : 1;
    if (step > 0) {
      receiver.missed += static_cast<std::uint64_t>(step - 1);
      receiver.clock = clock;
    } else if (step < 0 && receiver.missed != 0) {
      --receiver.missed;  // it was late, not lost
    }
    receiver.begun = true;
  }

  /// `unseen`: the numbers of its receiver that no message has shown so far.
  static void add_state(Row& row, const Part& part, std::uint64_t unseen, std::optional<std::uint64_t> lost,
                        const facts::Frame& frame, const Item& item) {
    if (item.again) {
      ++row.doubles;
      return;
    }
    if (!row.begun) row.first = row.last = frame.time;
    if (part.begins) row.last = frame.time;
    row.silence = std::max(row.silence, frame.time - row.last);
    row.last = frame.time;
    const facts::Sync sync = item.sync != nullptr ? *item.sync : facts::Sync{};
    if (part.begins && !sync.delta) row.follows = false;
    if (sync.delta) {
      ++row.delta;
      row.begun = true;
      return;
    }
    ++row.full;
    if (row.follows) {
      const int step = ahead(sync.clock, row.clock);
      if (step <= 0) {
        ++(step == 0 ? row.doubles : row.stale);
        return;
      }
      row.interval.add(static_cast<double>(frame.time - row.last_full) * milliseconds);
      const std::uint64_t new_ones = unseen - std::min(unseen, row.missed_before);
      row.due.add(step, lost ? std::min(new_ones, *lost - std::min(*lost, row.lost_before)) : new_ones);
    }
    row.begun = row.follows = true;
    row.clock = sync.clock;
    row.last_full = frame.time;
    row.missed_before = unseen;
    row.lost_before = lost.value_or(row.lost_before);
  }

  static void add_property(Property& property, const Part& part) {
    ++property.sent;
    property.own += part.own;
    // The previous values of the first one are unknown.
    if (property.begun && property.digest != part.digest) ++property.changed;
    property.begun = true;
    property.digest = part.digest;
  }

  void append_names(report::Row& cells, const RowKey& key) const {
    const Receiver& receiver = *receivers_.find(key.receiver);
    cells.push_back(peer(key.receiver.source, receiver.from));
    cells.push_back(peer(key.receiver.receiver, receiver.to));
    cells.push_back(Cell::of(key.node));
  }

  void append(Report& report, const RowKey& key, const Row& row) const {
    report::Row cells;
    cells.reserve(report.columns.size());
    append_names(cells, key);
    const bool timed = row.interval.count() != 0;
    const auto figure = [&](double value) { return timed ? Cell::of(value) : Cell{}; };
    const double lasted = static_cast<double>(row.last - row.first) * nanosecond;
    for (const std::uint64_t value : {row.full + row.delta, row.full, row.delta}) cells.push_back(Cell::of(value));
    for (const double value :
         {row.interval.mean(), row.interval.least(), row.interval.most(), row.interval.deviation()})
      cells.push_back(figure(value));
    append_ages(cells, row);
    cells.push_back(row.ticks.count() != 0 ? Cell::of(row.ticks.mean()) : Cell{});
    for (const double value : {row.ticks_behind.mean(), row.ticks_behind.most()})
      cells.push_back(row.ticks_behind.count() != 0 ? Cell::of(value) : Cell{});
    cells.push_back(missed(key, row));
    for (const std::uint64_t value : {row.stale, row.doubles}) cells.push_back(Cell::of(value));
    append_again(cells, key, row);
    cells.push_back(Cell::of(static_cast<double>(row.silence) * nanosecond));
    cells.push_back(Cell::of(row.bytes));
    cells.push_back(lasted > 0 ? Cell::of(static_cast<double>(row.bytes) / lasted) : Cell{});
    cells.push_back(filter(key, row.fields));
    report.rows.push_back(cells);
  }

  static void append_ages(report::Row& cells, const Row& row) {
    constexpr unsigned half = 50;
    constexpr unsigned most = 95;
    constexpr unsigned nearly_all = 99;
    if (row.ages.count() == 0) {
      cells.resize(cells.size() + 5);
      return;
    }
    for (const std::int64_t age : {row.ages.at(half), row.ages.at(most), row.ages.at(nearly_all), row.ages.most()})
      cells.push_back(Cell::of(static_cast<double>(age) * milliseconds));
    cells.push_back(Cell::of(row.estimates ? "estimated" : "exact"));
  }

  static void append_again(report::Row& cells, const RowKey& key, const Row& row) {
    const std::uint64_t all = row.full + row.delta;
    if (all == 0 || key.origin == Origin::engine || key.origin == Origin::input) {
      cells.resize(cells.size() + 3);
      return;
    }
    constexpr double percent = 100;
    cells.push_back(Cell::of(row.again));
    cells.push_back(Cell::of(percent * static_cast<double>(row.again) / static_cast<double>(all)));
    cells.push_back(Cell::of(row.corrected));
  }

  static Cell missed(const RowKey& key, const Row& row) {
    if (key.origin == Origin::engine) return Cell::of(row.due.missed());
    // A state without changes is not sent.
    return key.origin == Origin::input ? Cell::of(row.received.missing()) : Cell{};
  }

  [[nodiscard]] Cell filter(const RowKey& key, const facts::SnapshotFields* fields) const {
    constexpr std::uint32_t of_path = 1U << 31;
    const report::StatesOf states = {.node = key.node,
                                     .source = key.receiver.source,
                                     .receiver = key.receiver.receiver,
                                     .to_relay = key.receiver.to_relay,
                                     .number = key.net_id | (key.by_path ? of_path : 0),
                                     .connection = connection(receivers_.find(key.receiver)->transport),
                                     .link = key.receiver.link};
    if (key.origin == Origin::engine) return Cell::of(report::filter_of_states(states));
    return Cell::of(fields != nullptr ? report::filter_of_snapshots(states, *fields) : std::string());
  }

  /// The field of a connection's number; null: none.
  static const char* connection(facts::Transport transport) noexcept {
    switch (transport) {
      case facts::Transport::enet: return "enet.stream";
      case facts::Transport::websocket: return "tcp.stream";
      case facts::Transport::mirror: return "godot.stream";
      default: return nullptr;
    }
  }

  void append_properties(Report& report, const RowKey& key, const Row& row) const {
    const std::map<std::string_view, Property> sorted(row.properties.begin(), row.properties.end());
    for (const auto& [name, property] : sorted) {
      report::Row cells;
      cells.reserve(report.columns.size());
      append_names(cells, key);
      cells.push_back(Cell::of(name));
      for (const std::uint64_t value : {property.sent, property.changed, property.own})
        cells.push_back(Cell::of(value));
      cells.push_back(filter(key, row.fields));
      report.rows.push_back(cells);
    }
  }

  bool keeps_properties_ = false;
  Losses losses_;
  HashTable<ReceiverKey, Receiver, ReceiverKey::Hash> receivers_;
  std::set<std::pair<std::int32_t, std::int32_t>> passed_on_;  ///< sender and receiver, on the hop from the server
  std::deque<Entry> rows_;                                     ///< in the order in which they begin
  RepeatingTable<RowKey, Row*, RowKey::Hash> known_rows_;      ///< the same, for who asks with each state
};

class Synchronizers final : public report::Question {
 public:
  Synchronizers(By by, report::Shared* shared) : states_(work_of<States>(shared)), by_(by) {
    count_at_receivers();
    if (by == By::property) states_->keep_properties();
  }

  void add(facts::Frame& frame) override { states_->add(frame); }
  [[nodiscard]] Report answer() const override { return states_->answer(by_); }

 private:
  std::shared_ptr<States> states_;
  By by_;
};

}  // namespace

std::unique_ptr<report::Question> make_synchronizers(By by, report::Shared* shared) {
  return std::make_unique<Synchronizers>(by, shared);
}

}  // namespace godot::analysis::sync
