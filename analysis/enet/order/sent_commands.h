// SPDX-License-Identifier: MIT
// What an Analysis keeps of the commands that were sent, by channel. Its source files alone read it.
#pragma once

#include <array>
#include <cstdint>

#include "analysis/enet/order/analysis.h"
#include "base/enet_sequence.h"

namespace godot::analysis::enet {

/// Bytes of reliable messages that may be in flight at most: ENET_PROTOCOL_MAXIMUM_WINDOW_SIZE of ENet.
inline constexpr std::uint32_t max_window = 65536;

/// A transmission of a command that the capture has more than once.
struct Analysis::Repetition {
  const Datagram* datagram = nullptr;
  const Datagram* last = nullptr;  ///< the last one with a transmission of this command, in capture order
  Sending* previous = nullptr;     ///< an earlier transmission of the same command
  Nanoseconds first_at = 0;        ///< when the first of them was captured
};

/// A command with a sequence number: one that requests an acknowledgement, or an immediate Disconnect.
struct Analysis::Sending : Finding {
  // There are many, so their size counts: the first members use the padding of the base.
  std::uint8_t attempts = 1;
  bool settled : 1 = false;      ///< acknowledged, in this or an earlier transmission
  bool is_repeated : 1 = false;  ///< the command was sent more than once
  union Place {
    const Datagram* datagram = nullptr;
    Repetition* repetition;  ///< of one that is repeated
  } place;
  std::uint32_t number = 0;  ///< low bits of the extended number
  std::uint16_t length = 0;

  /// Makes it one of several transmissions; once.
  Repetition& repeat(const Arena& arena) {
    auto& made = *arena.make<Repetition>();
    made.datagram = &datagram();
    place.repetition = &made;
    is_repeated = true;
    return made;
  }

  [[nodiscard]] const Datagram& datagram() const noexcept {
    return is_repeated ? *place.repetition->datagram : *place.datagram;
  }
  [[nodiscard]] Sending* previous() const noexcept { return is_repeated ? place.repetition->previous : nullptr; }
  [[nodiscard]] const Datagram& last() const noexcept { return is_repeated ? *place.repetition->last : datagram(); }
  [[nodiscard]] Nanoseconds first_at() const noexcept {
    return is_repeated ? place.repetition->first_at : datagram().captured;
  }

  [[nodiscard]] bool sent_at(std::uint16_t time) const noexcept {
    return datagram().has_sent_time && datagram().sent_time == time;
  }

  /// The first transmission of this command in the capture.
  [[nodiscard]] Sending& earliest() noexcept {
    Sending* sending = this;
    for (int left = most_sendings; sending->previous() != nullptr && left > 0; --left) sending = sending->previous();
    return *sending;
  }

  /// This or an earlier transmission with that sent time, or null.
  [[nodiscard]] Sending* find(std::uint16_t sent_time) noexcept {
    Sending* sending = this;
    for (int left = most_sendings; sending != nullptr && left > 0; --left, sending = sending->previous())
      if (sending->sent_at(sent_time)) return sending;
    return nullptr;
  }
};

/// Unreliable messages that arrived before the reliable one that they were sent after.
struct Analysis::Waiting {
  struct Message {
    std::uint64_t reliable = 0;
    Finding* finding = nullptr;
    Nanoseconds since = 0;
  };
  std::array<Message, 16> messages;  ///< further ones are ignored
  std::uint8_t count = 0;
};

struct Analysis::Channel {
  Order reliable;
  Order unreliable;
  Table<Sending> sendings;     ///< the last one of each reliable number
  Waiting* waiting = nullptr;  ///< made when a message must wait
  std::uint64_t base = 0;      ///< the first reliable number that was seen
  std::uint64_t open = 0;      ///< ... and the first one that is not acknowledged
  std::uint64_t checked = 0;   ///< ... and those before this one are known to be acknowledged, sent again or absent

  /// The extended number near the expected ones.
  [[nodiscard]] std::uint64_t reference() const noexcept {
    if (!reliable.begun() && !unreliable.begun()) return series_begin;
    return std::max(reliable.last().sequence, unreliable.last().reliable);
  }

  [[nodiscard]] Sending* find(std::uint16_t sequence) const noexcept {
    Sending* sending = sendings.find(sequence);
    const auto number = static_cast<std::uint32_t>(extend(reference(), sequence));
    return sending != nullptr && sending->number == number ? sending : nullptr;
  }
};

}  // namespace godot::analysis::enet
