// SPDX-License-Identifier: MIT
// The connections of a capture: the bytes of each direction in order, whatever was sent twice, came too late or
// overlaps.
//
// A consumer gets the bytes of a direction that it has not taken yet, and takes whole units of them:
//
//   Taken take(const Part& part) override {
//     if (part.bytes.size() < 4) return {.bytes = 0, .needs = 4};
//     ...
//     return {.bytes = 4 + length};  // called again at once if bytes are left
//   }
//
// The frame of a unit is the frame that completes it, as Wireshark has it. Bytes that the capture lacks are said once
// it is sure that they will not come: the other side has acknowledged them, more than `Direction::limit` bytes wait
// behind them, or the capture ends. What waited is then handed over with its own frames, which are earlier than the
// present one.
//
// Memory: bytes that were not taken, and those behind a gap.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "capture/frame/packet.h"

namespace godot::capture {

/// Who sends: 0 or 1, an index of Connection::ends.
using Side = unsigned;

/// Bytes of one direction in order.
struct Part {
  Side side = 0;
  std::span<const std::uint8_t> bytes;  ///< all that was not taken; until the call ends
  std::uint64_t offset = 0;             ///< of the first of them, in the direction, from 0 behind SYN
  std::uint32_t frame = 0;              ///< the frame that brought the last of them
  std::int64_t time = 0;                ///< when that frame was captured
  std::uint32_t length = 0;             ///< of that frame, on the wire
  std::uint32_t cut_off = 0;            ///< bytes behind them that the capture has cut off; lose() says them next
};

/// What a consumer made of a part.
struct Taken {
  std::size_t bytes = 0;  ///< not handed over again
  std::size_t needs = 0;  ///< it is asked again when so many are left; 0: as soon as there is one more
};

struct Connection {
  std::uint32_t number = 0;                  ///< from 0, as Wireshark's tcp.stream
  std::array<Endpoint, 2> ends;              ///< [0] sent the first packet
  bool knows_client = false;                 ///< its beginning was captured
  Side client = 0;                           ///< who opened it; without its beginning: 0
  std::array<std::uint64_t, 2> bytes{};      ///< bytes of each direction that were handed over
  std::array<std::uint64_t, 2> lost{};       ///< bytes of each direction that were not captured
  Encryption encryption = Encryption::none;  ///< as the first bytes of a direction look
};

class Consumer {
 public:
  Consumer() = default;
  Consumer(const Consumer&) = delete;
  Consumer& operator=(const Consumer&) = delete;
  virtual ~Consumer() = default;

  [[nodiscard]] virtual Taken take(const Part& part) = 0;

  /// `count` bytes of the direction were not captured. `next.bytes` is empty, `next.offset` is where it goes on,
  /// `next.frame` brings what follows. What was not taken before is dropped.
  virtual void lose(const Part& next, std::uint64_t count) = 0;

  /// The direction has ended: `at` says by which frame. Called once at most.
  virtual void end(const Part& at) = 0;
};

/// The frame that something comes from.
struct Origin {
  std::uint32_t frame = 0;
  std::int64_t time = 0;
  std::uint32_t length = 0;
};

/// One direction of a connection.
class Direction {
 public:
  static constexpr std::size_t limit = std::size_t{4} << 20;  ///< bytes behind a gap

  /// A segment's bytes. `reported`: their number on the wire.
  void add(std::uint32_t sequence, std::span<const std::uint8_t> bytes, std::uint32_t reported, const Origin& origin);

  /// The first byte has this number. Only the first call counts.
  void begin(std::uint32_t sequence);

  [[nodiscard]] bool has_begun() const noexcept { return has_begun_; }
  [[nodiscard]] std::uint32_t first_sequence() const noexcept { return first_; }

  /// The other side has got all bytes before this number.
  void acknowledge(std::uint32_t sequence);

  /// No byte follows this number.
  void end(std::uint32_t sequence, const Origin& origin);

  /// No more segments follow: what waits behind a gap is handed over.
  void finish();

  /// `consumer` null: bytes are counted, not kept.
  void attach(Side side, Consumer* consumer, Connection& connection) noexcept;

 private:
  struct Waiting {
    std::vector<std::uint8_t> bytes;
    std::uint32_t reported = 0;
    Origin origin;
  };

  [[nodiscard]] std::uint64_t offset_of(std::uint32_t sequence) const noexcept;
  void wait(std::uint64_t offset, std::span<const std::uint8_t> bytes, std::uint32_t reported, const Origin& origin);
  void drain(const Origin& filler);
  void skip_gaps();
  void skip_to(std::uint64_t offset, const Origin& origin);
  void deliver(std::span<const std::uint8_t> bytes, std::uint32_t reported, const Origin& origin);
  void hand_over(std::span<const std::uint8_t> bytes, const Origin& origin);
  std::size_t offer(std::span<const std::uint8_t> bytes, const Origin& origin);
  [[nodiscard]] Part part(std::span<const std::uint8_t> bytes, const Origin& origin) const noexcept;
  void end_if_reached();

  Side side_ = 0;
  Consumer* consumer_ = nullptr;
  Connection* connection_ = nullptr;
  bool has_begun_ = false;
  bool has_end_ = false;
  bool has_ended_ = false;
  std::uint32_t first_ = 0;
  std::uint64_t next_ = 0;          ///< offset of the first byte that has not come
  std::uint64_t acknowledged_ = 0;  ///< the offset that the other side has acknowledged up to
  std::uint64_t end_ = 0;           ///< the offset where the direction ends, if has_end_
  Origin end_origin_;
  std::map<std::uint64_t, Waiting> waiting_;  ///< by offset; behind next_
  std::size_t waiting_bytes_ = 0;
  std::vector<std::uint8_t> left_;  ///< [left_begin_ …) was not taken
  std::size_t left_begin_ = 0;
  std::size_t needs_ = 0;
  std::uint32_t cut_off_ = 0;  ///< of the segment that is handed over
};

/// Makes a connection's consumer when its first packet comes; null: nobody reads it. The connection lives as long as
/// Connections, at the same place.
class Consumers {
 public:
  Consumers() = default;
  Consumers(const Consumers&) = delete;
  Consumers& operator=(const Consumers&) = delete;
  virtual ~Consumers() = default;
  [[nodiscard]] virtual std::unique_ptr<Consumer> begin(const Connection& connection) = 0;
};

class Connections {
 public:
  explicit Connections(Consumers& consumers) noexcept : consumers_(consumers) {}

  /// A frame's segment, in the order of the capture. Quoted and fragmented ones are ignored. The connection that it
  /// belongs to; null: none.
  const Connection* add(const Frame& frame, const Packet& packet);

  /// The connection that a segment belongs to which an ICMP error quotes; null: none is known.
  [[nodiscard]] const Connection* quoted(const Packet& packet) const;

  /// Called where the capture ends: nothing more is waited for.
  void finish();

  [[nodiscard]] const std::vector<const Connection*>& all() const noexcept { return all_; }

 private:
  struct Tracked {
    Connection connection;
    std::unique_ptr<Consumer> consumer;
    std::array<Direction, 2> directions;
  };
  using Key = std::pair<Endpoint, Endpoint>;

  Tracked& find(const Packet& packet);
  Tracked& open(const Key& key, const Packet& packet);

  Consumers& consumers_;
  std::map<Key, Tracked*> current_;
  std::vector<std::unique_ptr<Tracked>> tracked_;
  std::vector<const Connection*> all_;
};

}  // namespace godot::capture
