// SPDX-License-Identifier: MIT
// The datagrams of a capture: adds each to its connection on the first pass, in capture order, and keeps what later
// datagrams, and later passes need.
//
//   Capture capture(arena);                            // one for each capture
//   const Record& record = capture.track(datagram, pair, guess, {});
//   capture.find(frame, key)                           // on later passes
//
// Memory: a Record for each datagram, and what its connection keeps (connections.h, analysis.h, fragments.h,
// both_sides.h). Time: constant for each datagram and each command.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "analysis/enet/connections/both_sides.h"
#include "analysis/enet/connections/datagram_records.h"
#include "analysis/enet/connections/moves.h"
#include "analysis/enet/connections/two_ends.h"
#include "analysis/enet/problems/enet_problems.h"
#include "analysis/link/completeness.h"
#include "analysis/relay/relayed.h"
#include "base/number_hash.h"
#include "codec/relay/relay_fate.h"

namespace godot::analysis::enet {

/// A datagram as captured.
struct CapturedDatagram {
  std::uint32_t frame;
  Nanoseconds captured;
  RecordKey key;
  Direction direction;
  const Reading& reading;
  const CommandList& commands;
};

/// What the user wants to know.
struct Tracking {
  bool sequence = true;   ///< acknowledgements, losses and times of commands are followed
  bool fragments = true;  ///< messages that were sent in fragments
};

class Capture {
 public:
  /// The arena lives as long as the capture.
  explicit Capture(const Arena& arena) noexcept : arena_(arena), moves_(arena), pairs_(arena) {}
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  [[nodiscard]] AllConnections& connections() noexcept { return connections_; }

  /// Adds the datagram to its connection; first pass only. `guess`: for a connection without a handshake.
  Record& track(const CapturedDatagram& datagram, Pair& pair, const LikelierServer& guess, const Tracking& wanted);

  /// Null: it was not tracked.
  [[nodiscard]] Record* find(std::uint32_t frame, RecordKey key) const;
  /// The first one of a frame, or null.
  [[nodiscard]] const Record* first_of(std::uint32_t frame) const { return records_.first_of(frame); }
  /// The datagram's connection; null: it belongs to none.
  [[nodiscard]] Stream* stream_of(const Record& record) const noexcept {
    return connections_.of_place(static_cast<std::uint32_t>(record.connection));
  }
  [[nodiscard]] ObservedSettings settings_of(const Record& record) const noexcept {
    const Stream* stream = stream_of(record);
    return {.checksum = record.checksum,
            .compression = record.compression,
            .make = stream != nullptr ? stream->make : Make::stock};
  }
  /// The connection of the frame's first datagram that has one, or null.
  [[nodiscard]] const Stream* stream_of(std::uint32_t frame) const;

  /// What the capture is known to lack; complete after the first pass.
  [[nodiscard]] const Completeness& completeness() const noexcept { return completeness_; }

  /// The fragments of its commands, in order; null: none. `record` may be null.
  [[nodiscard]] FragmentPart* parts_of(const Record* record) const;

  /// The datagram on the other side of a relay or router. `is_complete`: the first pass over the capture is over.
  /// `relayed`: what a relay that says so did to it; null: nothing is known.
  [[nodiscard]] OtherSide other_side(const Record& record, bool is_complete, const Relayed* relayed = nullptr) const;

  /// The sender of a datagram, for judgements. `on_one_machine`: both ends have one address.
  [[nodiscard]] Sender sender_of(const Record& record, bool is_complete, bool on_one_machine) const noexcept;

  /// The times of a message: the payload of the `index`th command of a datagram. `finding`: its analysis, or null;
  /// `other`: the datagram on the other side.
  [[nodiscard]] Transit transit_of(const Record& record, CommandType type, std::uint16_t index, const Finding* finding,
                                   const OtherSide& other) const;

 private:
  Record& make_record(std::uint32_t frame, RecordKey key);
  void analyse(Record& record, Stream& stream, const CapturedDatagram& datagram);
  void judge_completeness(const Record& record, const CapturedDatagram& datagram, const Pair& pair);
  void follow_commands(Record& record, Stream& stream, const CommandList& commands, bool joins);
  void add_to_stream(Record& record, Stream& stream, const CapturedDatagram& datagram, const Pair& pair,
                     const Tracking& wanted);
  void update_round_trips(const Record& record, Stream& stream) const;

  Arena arena_;
  AllConnections connections_;
  Records<Record> records_;
  std::unordered_map<std::uint64_t, Record*, NumberHash> further_;  ///< those that are not the first of their frame
  std::unordered_map<const Record*, FragmentPart*> parts_;          ///< few datagrams have fragments
  Completeness completeness_;
  ClockSteps steps_;
  Moves moves_;
  Pairs pairs_;
};

/// The other side as a relay says itself (codec/relay): also at the capture's end, and for datagrams of equal bytes.
/// `in`, `captured`: there; 0: not in the capture.
[[nodiscard]] OtherSide other_side_of_relay(const Stream& stream, relay::Outcome outcome, std::uint32_t in,
                                            Nanoseconds captured);

}  // namespace godot::analysis::enet
