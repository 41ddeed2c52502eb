// SPDX-License-Identifier: MIT
// What the relay tells of its work: packets of both sides, notices, the log of fates, and sums.
#pragma once

#include <array>
#include <chrono>
#include <string_view>

#include "codec/relay/relay_fate.h"
#include "extcap/output/capture_writer.h"
#include "extcap/relay/change.h"
#include "extcap/relay/ip.h"

namespace godotdump {

/// The two sides of the relay, as interfaces of the capture.
enum class Side : std::uint8_t { players, server };

class Report {
 public:
  /// `log`, null for none, is closed by the owner.
  Report(std::FILE* out, std::FILE* log);

  void begin(std::string_view comment);

  /// A datagram as it came, with what happens to it.
  void arrived(relay::Time now, Side side, const relay::End& from, const relay::End& to, View bytes,
               const godot::relay::Fate& fate);
  /// A datagram as it was sent on.
  void sent(relay::Time now, Side side, const relay::End& from, const relay::End& to, View bytes,
            const godot::relay::Fate& fate);
  /// A packet without a fate, as of a stream.
  void packet(relay::Time now, Side side, View head, View bytes, std::string_view comment);
  /// A message for users, as a packet.
  void notice(relay::Time now, std::string_view text);

  /// Hands over what was reported. To be called often.
  void flush(relay::Time now);
  [[nodiscard]] bool has_failed() { return output_.has_failed(); }

  /// Datagrams of a direction by outcome.
  struct Sums {
    std::array<std::uint64_t, godot::relay::outcome_count> outcomes = {};
    std::uint64_t copies = 0;
    std::uint64_t held_back = 0;
  };
  [[nodiscard]] const Sums& sums(relay::Way way) const { return sums_[static_cast<std::size_t>(way)]; }

 private:
  [[nodiscard]] std::uint64_t epoch(relay::Time now) const { return began_ + static_cast<std::uint64_t>(now); }
  void append(relay::Time now, Side side, View head, View bytes, std::string_view comment, std::uint64_t id);

  Output output_;
  std::FILE* log_;
  std::uint64_t began_;  // nanoseconds from 1970 to the relay's beginning
  Bytes pending_;
  std::uint64_t packets_ = 0;  // how many of them wait in pending_
  std::uint64_t left_out_ = 0;
  relay::Header header_;
  std::array<Sums, relay::ways> sums_ = {};
};

}  // namespace godotdump
