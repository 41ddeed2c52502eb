// SPDX-License-Identifier: MIT
#include "answers/questions/advice/advice.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/facts/attribution.h"
#include "answers/questions/advice/broadcast_savings.h"
#include "answers/questions/advice/distance_savings.h"
#include "answers/questions/advice/savings.h"
#include "answers/questions/advice/state_savings.h"
#include "answers/questions/advice/value_savings.h"

namespace godot::analysis::advice {
namespace {

using facts::Envelope;
using facts::Frame;
using facts::Item;
using report::Cell;
using report::Column;
using Type = Column::Type;

constexpr std::size_t most_rows = 5;
constexpr double least_share = 0.03;

/// The bytes of the game's conversations: all frames of a flow, also those before the first that was recognised.
class GameBytes {
 public:
  void add(const Frame& frame) {
    const std::uint64_t bytes = frame.counted_length();
    Flow& flow = flows_[std::uint64_t{frame.carrier == facts::Carrier::tcp} << 32U | frame.flow];
    if (frame.is_recognised()) flow.known = true;
    flow.bytes += bytes;
  }
  [[nodiscard]] std::uint64_t sum() const {
    std::uint64_t sum = 0;
    for (const auto& [number, flow] : flows_) sum += flow.known ? flow.bytes : 0;
    return sum;
  }

 private:
  struct Flow {
    std::uint64_t bytes = 0;
    bool known = false;
  };
  std::unordered_map<std::uint64_t, Flow> flows_;
};

class Advice final : public report::Question {
 public:
  void add(Frame& frame) override {
    game_.add(frame);
    if (!frame.is_recognised() || frame.counts_elsewhere()) return;
    facts::attribute(frame);
    std::size_t items = 0;
    const std::uint32_t alone = group_alone(frame, items);
    distances_.add(frame);
    for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
      for (const Item* item = envelope->items; item != nullptr; item = item->next) {
        broadcasts_.add(frame, *envelope, *item, items == 1);
        if (!is_state(*item) || item->again) continue;
        states_.add(frame, *envelope, *item, alone);
        values_.add(*item);
      }
    }
  }

  [[nodiscard]] report::Report answer() const override {
    report::Report report = {.title = "Advice",
                             .columns = {{"advice", "Advice", Type::text, 0},
                                         {"node", "Node", Type::text, 0},
                                         {"member", "Member", Type::text, 0},
                                         {"saves", "Saves", Type::count, 0},
                                         {"percent", "Percent", Type::number, 1},
                                         {"costs", "What it costs", Type::text, 0},
                                         {"how", "How it was computed", Type::text, 0},
                                         {"filter", "Filter", Type::text, 0}}};
    const std::uint64_t all = game_.sum();
    for (const Saving& each : savings(static_cast<double>(all))) {
      constexpr double percent = 100;
      report.rows.push_back({Cell::of(each.advice), Cell::of(each.node), Cell::of(each.member),
                             Cell::of(static_cast<std::uint64_t>(std::llround(each.bytes))),
                             Cell::of(percent * each.bytes / static_cast<double>(all)), Cell::of(each.costs),
                             Cell::of(each.how), each.filter.empty() ? Cell{} : Cell::of(each.filter)});
    }
    report.notes.push_back("Each row is what it saves at least, without the others, of " + counted(all, "byte") +
                           ". Nothing below 3 % is shown.");
    if (const std::uint64_t left = states_.left_out() + values_.left_out() + distances_.left_out(); left != 0)
      report.notes.push_back("No advice is about " + counted(left, "state") +
                             " or values that have no name or are beyond what is remembered.");
    return report;
  }

 private:
  /// The group whose states alone are in a frame. Groups::none: there is something else. Counts the frame's items.
  [[nodiscard]] std::uint32_t group_alone(const Frame& frame, std::size_t& items) {
    std::uint32_t alone = Groups::none;
    bool is_one = true;
    for (const Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next) {
      for (const Item* item = envelope->items; item != nullptr; item = item->next, ++items) {
        is_one = is_one && is_state(*item);
        for (const facts::Part* part = is_one ? item->parts : nullptr; part != nullptr; part = part->next) {
          const std::uint32_t group = groups_.of(*part);
          is_one = is_one && (alone == Groups::none || alone == group);
          alone = group;
        }
      }
    }
    return is_one ? alone : Groups::none;
  }

  /// The rows, the largest first.
  [[nodiscard]] std::vector<Saving> savings(double all) const {
    std::vector<Saving> savings;
    const States::Members moved = states_.append(savings);
    values_.append(savings, moved);
    broadcasts_.append(savings);
    distances_.append(savings);
    std::erase_if(savings, [all](const Saving& each) { return each.bytes <= 0 || each.bytes < least_share * all; });
    std::stable_sort(savings.begin(), savings.end(),
                     [](const Saving& one, const Saving& other) { return one.bytes > other.bytes; });
    if (savings.size() > most_rows) savings.resize(most_rows);
    return savings;
  }

  GameBytes game_;
  Groups groups_;
  States states_{groups_};
  Values values_{groups_};
  Broadcasts broadcasts_;
  Distances distances_{groups_};
};

}  // namespace

std::unique_ptr<report::Question> make_advice() { return std::make_unique<Advice>(); }

}  // namespace godot::analysis::advice
