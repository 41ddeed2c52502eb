// SPDX-License-Identifier: MIT
// A message may be in a capture up to three times: as its sender's mirror recorded it, as its receiver's did, and on
// the network. It counts once: on the network if it is there, else where it was sent.
//
// Messages are the same if they have the same peers, length and first bytes. Of several such messages, the first of one
// source is the first of another, and so on; after a pause, those before it are not waited for any longer.
// A recording that is in the capture twice has each record twice: the second is a copy, and no message of its own.
//
// Memory: some 80 bytes for each message that a mirror recorded, and for each of the network after the first record;
// filled on the first pass. Some 40 for each problem of a message in a capture with a mirror.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>

#include "base/hash_table.h"
#include "base/number_hash.h"
#include "codec/core/bytes.h"

namespace godot::analysis {

class Doubles {
 public:
  /// Where a message was recorded; the first one that a capture has counts.
  enum class Source : std::uint8_t { network, sender, receiver };

  struct Seen {
    Source source = Source::network;
    std::int32_t from = 0;  ///< peers at the ends of the connection; 0: unknown
    std::int32_t to = 0;
    std::uint32_t frame = 0;
    std::int64_t time = 0;  ///< when the frame was captured, in nanoseconds
  };

  /// How long a message is looked for before later ones of the same content are taken for it.
  static constexpr std::int64_t longest_wait = 10'000'000'000;
  /// Bytes that are compared: mirrors may keep only the beginning of a message.
  static constexpr std::size_t compared = 64;

  /// The capture has a mirror: messages of the network need not be added before.
  void expect() noexcept { expects_ = true; }
  [[nodiscard]] bool expects() const noexcept { return expects_; }

  void add(const Seen& seen, const Buffer& bytes);

  /// The record of this frame is a copy of an earlier one.
  void add_copy(std::uint32_t frame, std::uint32_t earlier) { copy_of_[frame] = earlier; }
  /// The frame of the record of which this one is a copy; 0: it is none.
  [[nodiscard]] std::uint32_t copy_of(std::uint32_t record) const noexcept {
    const std::uint32_t* frame = copy_of_.find(record);
    return frame != nullptr ? *frame : 0;
  }

  /// The frame in which the message of this record counts; 0: in this one. On the first pass later records are not
  /// known: then the record that is read first counts, as its message has been counted when the others come.
  [[nodiscard]] std::uint32_t counted_in(std::uint32_t record, bool first_pass) const noexcept {
    const std::uint32_t earlier = copy_of(record);
    const auto& frames = first_pass ? read_first_ : counted_in_;
    const std::uint32_t* frame = frames.find(earlier != 0 ? earlier : record);
    return frame != nullptr ? *frame : earlier;
  }

  /// Whether a problem of this kind counts in this record, which has it: of the records of a message it counts in the
  /// first one, as often one end alone can tell that the message does not arrive. `kind`: a static text of the table of
  /// problems, or the filter of a remark that leaves open whether the message arrives.
  [[nodiscard]] bool counts_problem(std::uint32_t record, bool first_pass, const char* kind);

 private:
  static constexpr std::size_t sources = 3;

  struct Key {
    std::uint64_t content = 0;
    std::int32_t from = 0;
    std::int32_t to = 0;
    [[nodiscard]] bool operator==(const Key&) const noexcept = default;
    struct Hash {
      std::size_t operator()(const Key& key) const noexcept { return hash_numbers(key.content, key.from, key.to); }
    };
  };

  /// A kind of problems of a message. Each pass judges by itself: the first one knows less.
  struct KindOfMessage {
    const char* kind = nullptr;
    std::uint32_t frame = 0;  ///< that counts the message
    bool first_pass = false;
    [[nodiscard]] bool operator==(const KindOfMessage&) const noexcept = default;
    struct Hash {
      std::size_t operator()(const KindOfMessage& key) const noexcept {
        return hash_numbers(key.kind, key.frame, key.first_pass);
      }
    };
  };

  /// A message and its records.
  struct Message {
    std::uint64_t content = 0;
    std::int64_t time = 0;                       ///< of its first record
    std::array<std::uint32_t, sources> in = {};  ///< the frame of each source; 0: not seen
    std::uint32_t next = 0;                      ///< of the same key; from 1, 0: none
  };
  /// The messages of one key.
  struct Same {
    std::uint32_t last = 0;
    std::array<std::uint32_t, sources> without = {};  ///< the first message that each source may lack; 0: none
  };

  [[nodiscard]] Message& message(std::uint32_t number) noexcept { return messages_[number - 1]; }
  [[nodiscard]] std::uint32_t find(Same& same, std::size_t source, std::int64_t time) noexcept;
  void append(Same& same, std::uint32_t number);
  void forget_peers();
  void count(const Message& message, std::uint32_t last);

  HashTable<Key, Same, Key::Hash> same_;
  std::deque<Message> messages_;
  HashTable<std::uint32_t, std::uint32_t, NumberHash> counted_in_;
  /// Of a record that was not the first one of its message to be read: that first one.
  HashTable<std::uint32_t, std::uint32_t, NumberHash> read_first_;
  HashTable<std::uint32_t, std::uint32_t, NumberHash> copy_of_;
  HashTable<KindOfMessage, std::uint32_t, KindOfMessage::Hash> problem_in_;  ///< the first record that has it
  bool expects_ = false;
  bool has_unknown_peers_ = false;  ///< on the network: from then on, contents alone are compared
};

}  // namespace godot::analysis
