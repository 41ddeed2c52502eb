// SPDX-License-Identifier: MIT
// A report's drawings over time: every packet as a bar, bytes by kind and by lane, figures of the links, and events of
// the game.
//
// In: frames whose costs a profile has set, in capture order. Out: JSON, whose columns are numbers in base 64.
//
// - A lane is one direction of one conversation: of an ENet connection, otherwise of a UDP or TCP flow.
// - The bytes of a packet are those of its frame. They count at the time of capture, divided among its messages in
//   proportion to the costs; a segment without the end of a message is `Unfinished`. So fragments count as such, and
//   bytes of an incomplete message count at once, while the profile counts them when the message is complete.
// - Packets of a flow before its recognition are added when it is recognised.
//
// Bounded: most_bar_bytes of bars (about 200,000 packets of one message), most_entry_bytes of names, most_text_bytes of
// texts of messages, most_lanes: anything beyond is counted and reported. Packets after the last bar are aggregated: a
// coarse bar of a lane has all packets of an interval. If there are more than most_marks, one mark stands for all of
// its kind within an interval. Bytes over time have at most most_bins steps.
// Time: constant for each item. Further memory: 40 bytes for each frame of flows that are not recognised (yet).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/facts/facts.h"
#include "answers/report_page/lane.h"
#include "answers/report_page/mask.h"
#include "answers/report_page/numbered_texts.h"
#include "answers/report_page/unrecognised_frames.h"
#include "base/hash_table.h"
#include "base/json.h"
#include "base/number_hash.h"
#include "base/repeating_table.h"
#include "base/time.h"

namespace godot::analysis::page {

class Timeline {
 public:
  static constexpr std::size_t most_bar_bytes = 1'700'000;
  static constexpr std::size_t most_entry_bytes = 300'000;
  static constexpr std::size_t most_text_bytes = 500'000;
  static constexpr std::size_t most_text = 200;  ///< bytes of one entry's text
  static constexpr std::size_t most_marks = 2'000;
  static constexpr std::size_t most_lanes = 64;
  static constexpr std::size_t most_in_bar = 64;  ///< messages of one packet
  static constexpr std::size_t most_bins = 1'200;
  static constexpr std::size_t most_coarse_bytes = 300'000;  ///< of coarse bars; their intervals grow until they fit

  /// `masked`: lines of prose, which no mask can divide into what is the program's own and what is not, are left out.
  explicit Timeline(bool masked = false) noexcept : masked_(masked) {}

  void add(const facts::Frame& frame);
  void append(std::string& out, Mask& mask) const;

 private:
  using Number = std::uint32_t;
  static constexpr Number none = UINT32_MAX;

  /// A link's figures within a bin.
  struct Trips {
    std::uint32_t count = 0;
    std::uint32_t changes = 0;
    double sum = 0;  ///< of round trips, in milliseconds
    double most = 0;
    double jitter = 0;            ///< sum of the changes from one to the next
    std::uint32_t in_flight = 0;  ///< the most bytes that were in flight
    bool has_flight = false;
  };
  /// The packets of an interval that have no bar of their own.
  struct Coarse {
    std::uint64_t packets = 0;
    unsigned flags = 0;  ///< flags of any of them
    std::array<std::uint64_t, facts::kind_count> bytes = {};

    void add(const Coarse& other) noexcept;
  };
  struct Lane {
    LaneKey key;
    facts::Transport transport = facts::Transport::udp;
    std::int32_t source = 0;
    std::int32_t target = 0;
    const char* source_name = "";  ///< as the facts have it
    const char* target_name = "";
    double last_trip = -1;
    Number back = none;                ///< the lane of the other direction, if it is known
    std::vector<std::uint64_t> bytes;  ///< bytes of each bin
    std::vector<Trips> trips;          ///< round trips of each bin
    std::vector<Coarse> coarse;        ///< by bin; empty as long as every packet has a bar
  };
  /// The kind, node and member of a message in a bar.
  struct Entry {
    facts::Kind kind;
    const char* node;
    const char* member;
    [[nodiscard]] bool operator==(const Entry&) const noexcept = default;
    struct Hash {
      std::size_t operator()(const Entry& entry) const noexcept {
        return hash_numbers(entry.kind, entry.node, entry.member);
      }
    };
  };
  enum class MarkKind : std::uint8_t { spawn, despawn, join, leave, problem, count_ };
  struct Mark {
    facts::Time time;
    std::uint32_t frame;
    Number lane;
    std::string text;
  };

  void draw_alone(const facts::Frame& frame, facts::Kind kind);
  void draw(const facts::Frame& frame);
  static void learn_ends(Lane& lane, const facts::Item& item);
  void add_link(const facts::Frame& frame, const facts::Envelope& envelope, Number lane);
  void mark(const facts::Frame& frame, const facts::Item& item, Number lane);
  void add_mark(const facts::Frame& frame, Number lane, MarkKind kind, std::string text);
  void merge_marks();

  [[nodiscard]] Number lane_of(const facts::Frame& frame, const facts::Envelope* envelope);
  /// `none`: it has no lane, or none yet.
  [[nodiscard]] Number back_of(Lane& lane) const;
  [[nodiscard]] Number entry_of(const facts::Item& item, const facts::Part* part);
  [[nodiscard]] Number text_of(const facts::Item& item);
  [[nodiscard]] std::size_t bin_of(facts::Time time);
  void widen();
  void count(std::size_t bin, Number lane, facts::Kind kind, std::uint64_t bytes, bool has_bar);

  [[nodiscard]] std::pair<std::size_t, std::vector<json::Numbers>> coarse_columns() const;
  void append_lanes(std::string& out, Mask& mask) const;
  void append_bars(std::string& out, Mask& mask) const;
  void append_bins(std::string& out) const;
  static void append_trips(std::string& out, const Lane& lane);
  void append_marks(std::string& out, Mask& mask) const;

  /// False: it has no bar, and is aggregated if it has a lane.
  bool begin_bar(const facts::Frame& frame, Number lane, unsigned flags, std::size_t messages, std::size_t main);

  bool masked_;
  UnrecognisedFrames unrecognised_;
  HashTable<LaneKey, Number, LaneKey::Hash> lane_numbers_;
  std::vector<Lane> lanes_;
  std::uint64_t lanes_left_out_ = 0;

  json::Numbers bars_;
  std::uint64_t bar_count_ = 0;
  std::uint64_t bars_left_out_ = 0;
  facts::Time left_out_from_ = 0;
  std::uint32_t left_out_frame_ = 0;
  std::int64_t last_time_ = 0;  ///< of the last bar, in microseconds
  std::uint32_t last_frame_ = 0;

  RepeatingTable<Entry, Number, Entry::Hash> entry_numbers_;
  std::vector<Entry> entries_;
  std::size_t entry_bytes_ = 0;
  NumberedTexts texts_{most_text, most_text_bytes};
  std::uint64_t texts_left_out_ = 0;

  facts::Time bin_width_ = 20 * millisecond;
  std::size_t bin_count_ = 0;
  std::array<std::vector<std::uint64_t>, facts::kind_count> kind_bytes_;

  std::array<std::vector<Mark>, static_cast<std::size_t>(MarkKind::count_)> marks_;
  std::size_t mark_count_ = 0;
  facts::Time mark_width_ = 0;  ///< marks of one kind within such an interval are merged; 0: none are
};

}  // namespace godot::analysis::page
