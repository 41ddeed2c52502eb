// SPDX-License-Identifier: MIT
// A connection written by hand, as the analysis gets it: datagrams of real bytes, read with the codec.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "analysis/enet/order/analysis.h"
#include "base/arena.h"
#include "base/time.h"
#include "codec/enet/protocol.h"
#include "tests/unit/support/bytes.h"
#include "tests/unit/support/recorder.h"

namespace godot::test {

/// Memory that is counted, and freed at the end.
class HeapArena {
 public:
  [[nodiscard]] analysis::Arena arena() { return {allocate, this}; }
  [[nodiscard]] analysis::Arena packet_arena() { return {allocate, this}; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  static void* allocate(void* context, std::size_t size) {
    auto& self = *static_cast<HeapArena*>(context);
    self.bytes_ += size;
    return self.blocks_.emplace_back(std::make_unique<std::byte[]>(size)).get();
  }

  std::vector<std::unique_ptr<std::byte[]>> blocks_;
  std::size_t bytes_ = 0;
};

/// Big-endian numbers, one after another.
class Wire {
 public:
  Wire& u8(unsigned value) {
    bytes.push_back(static_cast<std::uint8_t>(value));
    return *this;
  }
  Wire& u16(unsigned value) { return u8(value >> 8 & 0xFF).u8(value & 0xFF); }
  Wire& u32(std::uint32_t value) { return u16(value >> 16).u16(value & 0xFFFF); }
  Wire& zeros(std::size_t count) {
    bytes.resize(bytes.size() + count);
    return *this;
  }

  Bytes bytes;
};

// --- Commands -------------------------------------------------------------------------------------------------------

inline Bytes ping(unsigned number) { return Wire().u8(0x85).u8(0xFF).u16(number).bytes; }
inline Bytes acknowledge(unsigned channel, unsigned number, unsigned sent_time) {
  return Wire().u8(1).u8(channel).u16(number).u16(number).u16(sent_time).bytes;
}
inline Bytes reliable(unsigned channel, unsigned number, unsigned length = 1) {
  return Wire().u8(0x86).u8(channel).u16(number).u16(length).zeros(length).bytes;
}
inline Bytes unreliable(unsigned channel, unsigned reliable, unsigned number, unsigned length = 1) {
  return Wire().u8(7).u8(channel).u16(reliable).u16(number).u16(length).zeros(length).bytes;
}
inline Bytes unsequenced(unsigned group) { return Wire().u8(0x49).u8(0).u16(0).u16(group).u16(0).bytes; }
inline Bytes unreliable_fragment(unsigned channel, unsigned start, std::uint32_t number, std::uint32_t count) {
  return Wire().u8(12).u8(channel).u16(0).u16(start).u16(1).u32(count).u32(number).u32(count).u32(number).u8(0).bytes;
}
inline Bytes fragment(unsigned channel, unsigned sequence, unsigned start, std::uint32_t count, unsigned length) {
  const std::uint32_t number = sequence - start;
  Wire wire;
  wire.u8(0x88).u8(channel).u16(sequence).u16(start).u16(length).u32(count).u32(number).u32(count * length);
  return wire.u32(number * length).zeros(length).bytes;
}
struct Ends {
  std::uint32_t window = 65536;
  std::uint32_t incoming = 0;
  std::uint32_t outgoing = 0;
};
inline Bytes connection(unsigned command, const Ends& ends) {
  Wire wire;
  wire.u8(command).u8(0xFF).u16(1).u16(0).u8(0).u8(0).u32(1392).u32(ends.window).u32(2).u32(ends.incoming);
  return wire.u32(ends.outgoing).u32(5000).u32(2).u32(2).u32(7).bytes;
}
inline Bytes connect(const Ends& ends = {}) {
  Bytes bytes = connection(0x82, ends);
  bytes.resize(bytes.size() + 4);
  return bytes;
}
inline Bytes verify_connect(const Ends& ends = {}) { return connection(0x83, ends); }
inline Bytes bandwidth_limit(unsigned number, std::uint32_t incoming, std::uint32_t outgoing) {
  return Wire().u8(0x8A).u8(0xFF).u16(number).u32(incoming).u32(outgoing).bytes;
}
inline Bytes disconnect(unsigned number, bool at_once = false) {
  return Wire().u8(at_once ? 0x44 : 0x84).u8(0xFF).u16(number).u32(0).bytes;
}

/// Commands that are read one by one; they stay as long as this.
class ReadCommands {
 public:
  const enet::Command& read(const Bytes& bytes) {
    Wire wire;
    wire.u16(0);
    wire.bytes.insert(wire.bytes.end(), bytes.begin(), bytes.end());
    const Buffer buffer(datagrams_.emplace_back(wire.bytes));
    enet::Header header;
    Problem problem;
    if (!enet::read_header(buffer, false, header, problem)) std::abort();
    enet::Command& command = commands_.emplace_back();
    if (!enet::CommandReader(buffer, header).next(command)) std::abort();
    return command;
  }
  [[nodiscard]] const enet::Command& last() const { return commands_.back(); }

 private:
  std::deque<Bytes> datagrams_;
  std::deque<enet::Command> commands_;
};

// --- A connection ---------------------------------------------------------------------------------------------------

using analysis::millisecond;

/// How many commands a datagram has.
inline std::map<const analysis::enet::Datagram*, unsigned>& command_counts() {
  static std::map<const analysis::enet::Datagram*, unsigned> counts;
  return counts;
}

enum End : std::uint8_t { client, server };

class Conversation {
 public:
  /// A datagram with these commands at that time (milliseconds). Its frame is one more than the previous one's.
  analysis::enet::Datagram& at(double time, End end, std::optional<unsigned> sent_time,
                               const std::vector<Bytes>& commands) {
    Wire wire;
    wire.u16(sent_time ? 0x8000 : 0);
    if (sent_time) wire.u16(*sent_time & 0xFFFF);
    for (const Bytes& command : commands) wire.bytes.insert(wire.bytes.end(), command.begin(), command.end());
    const Buffer buffer(wire.bytes);
    enet::Header header;
    Problem problem;
    if (!enet::read_header(buffer, false, header, problem)) std::abort();
    analysis::enet::Datagram& datagram =
        analysis_.begin({.frame = ++frame_,
                         .captured = start + static_cast<analysis::Nanoseconds>(time * millisecond),
                         .direction = end,
                         .has_sent_time = header.has_sent_time,
                         .sent_time = header.sent_time,
                         .compressed = compresses});
    enet::CommandReader reader(buffer, header);
    for (enet::Command command; reader.next(command);) analysis_.add(command);
    if (reader.problem()) std::abort();
    command_counts()[&datagram] = static_cast<unsigned>(commands.size());
    return datagram;
  }

  /// The same without a sent time.
  analysis::enet::Datagram& at(double time, End end, const std::vector<Bytes>& commands) {
    return at(time, end, std::nullopt, commands);
  }

  /// Connect and Verify connect: frames 1 and 2, a millisecond before `time` 0.
  void handshake(const Ends& client_end = {}, const Ends& server_end = {}) {
    at(-2, client, 65000, {connect(client_end)});
    at(-1, server, 64000, {verify_connect(server_end)});
  }

  [[nodiscard]] std::uint32_t frame() const { return frame_; }
  [[nodiscard]] const analysis::enet::Analysis& analysis() const { return analysis_; }
  [[nodiscard]] std::size_t memory() const { return heap_.bytes(); }

  bool compresses = false;  ///< datagrams are marked as compressed from now on

 private:
  static constexpr analysis::Nanoseconds start = 1'700'000'000'000'000'000;

  HeapArena heap_;
  analysis::enet::Analysis analysis_{heap_.arena()};
  std::uint32_t frame_ = 0;
};

/// The findings about a command, as words: "retransmission lost_command(2-3)", without other numbers.
inline std::string events_of(const analysis::enet::Finding& finding) {
  using enum analysis::enet::Event;
  constexpr std::pair<analysis::enet::Event, const char*> names[] = {
      {retransmission, "retransmission"},   {duplicate, "duplicate"},
      {out_of_order, "out_of_order"},       {lost_command, "lost_command"},
      {maybe_throttled, "maybe_throttled"}, {duplicate_ack, "duplicate_ack"},
      {ack_unseen, "ack_unseen"},           {timeout, "timeout"},
  };
  std::string text;
  for (const auto& [event, name] : names) {
    if (!finding.has(event)) continue;
    text += (text.empty() ? "" : " ") + std::string(name);
    if (event == lost_command) text += "(" + std::string(finding.missing()) + ")";
  }
  return text;
}

/// The same for all commands of a datagram, and for the datagram itself.
inline std::string events_of(const analysis::enet::Datagram& datagram) {
  std::string text;
  analysis::enet::Findings findings(&datagram);
  for (unsigned i = 0; i != command_counts()[&datagram]; ++i)
    text += (i == 0 ? "" : "; ") + events_of(*findings.next());
  if (datagram.overtaken) text += " [overtaken]";
  if (datagram.window_full) text += " [window_full]";
  return text;
}

/// The outcome of the datagram's commands, as words, for those that have one: "0 held 20 ms for 3".
inline std::string outcome_of(const analysis::enet::Datagram& datagram) {
  using enum analysis::enet::Event;
  constexpr std::pair<analysis::enet::Event, const char*> names[] = {{never_acknowledged, "never_acknowledged"},
                                                                     {dropped, "dropped"},
                                                                     {never_spoke, "never_spoke"},
                                                                     {left_in_silence, "left_in_silence"}};
  std::string text;
  analysis::enet::Findings findings(&datagram);
  for (unsigned i = 0; i != command_counts()[&datagram]; ++i) {
    const analysis::enet::Finding& finding = *findings.next();
    std::string part;
    for (const auto& [event, name] : names) {
      if (finding.has(event)) part += std::string(" ") + name;
    }
    if (finding.never_came() != 0) part += " lost " + std::to_string(finding.never_came());
    if (finding.sequel() != nullptr && finding.sequel()->held_until != 0) {
      const analysis::enet::Sequel& sequel = *finding.sequel();
      part += std::string(sequel.perhaps ? " perhaps" : "") + " held " + std::to_string(sequel.held / millisecond) +
              " ms for " + std::to_string(sequel.held_for) + " until frame " + std::to_string(sequel.held_until);
    }
    if (!part.empty()) text += (text.empty() ? "" : "; ") + std::to_string(i) + part;
  }
  return text;
}

}  // namespace godot::test
