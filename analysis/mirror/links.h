// SPDX-License-Identifier: MIT
// The links that records of mirrored games belong to, and each message as its transport would have passed it on.
// What a recording lacks, its links lack.
// Memory: an entry for each pair of peers, or connection of an exported file. Filled on the first pass.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>

#include "analysis/link/link.h"
#include "analysis/mirror/doubles.h"
#include "analysis/mirror/record_numbers.h"
#include "codec/mirror/walk.h"

namespace godot::analysis {

class MirrorLinks {
 public:
  /// Follows the numbers of records, whatever they say. The frame of the earlier record of which this one is a copy; 0:
  /// it is none.
  std::uint32_t follow(const mirror::Head& head, std::uint32_t frame);

  /// The link between a mirrored peer and another, or several others; null: no record was of it.
  [[nodiscard]] Link* find(const mirror::Head& head, std::int32_t other);
  /// Adds it. The server, if there is one, is the second end. `game`: number of the mirrored peer.
  Link& add(const mirror::Head& head, std::int32_t other, std::uint32_t frame, std::uint32_t game);

  /// The connection of a message in an exported file; null: no record was of it.
  [[nodiscard]] Link* find(const mirror::Head& head, const mirror::Carried& carried);
  Link& add(const mirror::Head& head, const mirror::Carried& carried, std::uint32_t frame);

  void forget();

 private:
  RecordNumbers numbers_;
  /// Game, own id (which may change), the other end.
  std::map<std::tuple<std::uint64_t, std::int32_t, std::int32_t>, Link> mirrored_;
  /// First frame, connect data and number of each in its original capture.
  std::map<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>, Link> carried_;
};

/// The record of a message, for who compares it with others of the same message.
[[nodiscard]] Doubles::Seen seen(const mirror::Head& head, const mirror::Message& message, std::uint32_t frame,
                                 std::int64_t time) noexcept;

/// The message for the protocol above; its costs and its index are the caller's.
[[nodiscard]] Message mirrored_message(const mirror::Head& head, const mirror::Message& message, Link& link) noexcept;
[[nodiscard]] Message carried_message(const mirror::Carried& carried, Link& link) noexcept;

}  // namespace godot::analysis
