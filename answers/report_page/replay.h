// SPDX-License-Identifier: MIT
// The values sent to each peer, over time: nodes with a position, and their other properties.
//
// In: frames with texts, in capture order. Out: JSON, whose columns are numbers in base 64.
//
// - The receivers of a value are determined as in questions/state.h: states that the receiver drops and copies do not
//   count, relayed values count on their last hop if the capture has it.
// - A position (place.h) is two numbers. Other values are texts.
//
// Bounded: most_bytes of samples, most_series of properties, most_text_bytes of other values. When the first limit is
// reached, no more is stored, and the page shows from which time on. Cost: logarithmic in the series for each value.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "analysis/facts/facts.h"
#include "answers/report_page/mask.h"
#include "answers/report_page/numbered_texts.h"
#include "base/hash_table.h"
#include "base/json.h"
#include "base/number_hash.h"
#include "base/repeating_table.h"

namespace godot::analysis::page {

class Replay {
 public:
  static constexpr std::size_t most_bytes = 700'000;
  static constexpr std::size_t most_series = 3'000;
  static constexpr std::size_t most_text_bytes = 150'000;
  static constexpr std::size_t most_text = 120;  ///< bytes of a value
  static constexpr std::size_t most_path = 300;  ///< bytes of a node's path

  void add(const facts::Frame& frame);
  /// No value is stored any more.
  [[nodiscard]] bool is_full() const noexcept { return full_in_ != 0; }
  void append(std::string& out, Mask& mask) const;

 private:
  using Peer = std::int32_t;
  using Session = std::uint32_t;
  using Key = std::tuple<Session, Peer, std::string, std::string>;  // session, peer, node, member
  struct Series {
    bool is_place = false;
    bool is_gone = false;     ///< the last sample records that the node has gone
    bool is_relayed = false;  ///< a sample was relayed by the server, later than its sender sent it
    std::int64_t time = 0;    ///< of the last sample, in milliseconds
    std::uint32_t frame = 0;
    std::uint64_t count = 0;
    json::Numbers samples;
  };

  void add(const facts::Item& item, const facts::Frame& frame);
  void add(const facts::Value& value, const facts::Item& item, Peer peer, const facts::Frame& frame);
  void lose(std::string_view node, Session session, Peer peer, const facts::Frame& frame);
  void begin_sample(Series& series, const facts::Frame& frame);
  [[nodiscard]] std::uint32_t text_of(const facts::Value& value);
  [[nodiscard]] bool has_room(const facts::Frame& frame);

  /// The same by the facts' interned names.
  struct Known {
    Session session = 0;
    Peer peer = 0;
    const char* node = nullptr;
    const char* member = nullptr;
    [[nodiscard]] bool operator==(const Known&) const noexcept = default;
    struct Hash {
      std::size_t operator()(const Known& known) const noexcept {
        return hash_numbers(known.session, known.peer, known.node, known.member);
      }
    };
  };

  std::map<Key, Series> series_;
  RepeatingTable<Known, Series*, Known::Hash> known_;
  using Receiver = std::pair<Session, Peer>;
  struct ReceiverHash {
    std::size_t operator()(const Receiver& key) const noexcept { return hash_numbers(key.first, key.second); }
  };
  std::map<Receiver, const char*> names_;                        ///< as the facts have them
  HashTable<Receiver, const char*, ReceiverHash> latest_names_;  ///< the same, for who asks with each message
  HashTable<Receiver, bool, ReceiverHash> captured_;             ///< links whose last hop is in the capture
  NumberedTexts texts_{most_text, most_text_bytes};
  std::size_t bytes_ = 0;
  std::uint32_t full_in_ = 0;   ///< the frame from which on there was no room; 0: there is room
  std::uint64_t left_out_ = 0;  ///< values before that frame
  facts::Time full_at_ = 0;
  facts::Time last_ = 0;
};

}  // namespace godot::analysis::page
