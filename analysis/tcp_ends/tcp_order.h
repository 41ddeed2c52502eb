// SPDX-License-Identifier: MIT
// The bytes of one direction of TCP in their order, for who reads heads alone: segments that come too early wait, up to
// `most` bytes of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace godot::analysis::tcp_ends {

class Order {
 public:
  static constexpr std::size_t most = std::size_t{256} << 10;

  /// The next byte has this number, if none was seen before.
  void begin(std::uint32_t sequence) noexcept {
    if (has_begun_) return;
    has_begun_ = true;
    next_ = acknowledged_ = sequence;
  }
  [[nodiscard]] bool has_begun() const noexcept { return has_begun_; }
  [[nodiscard]] std::uint32_t next() const noexcept { return next_; }

  /// A segment. `reported`: its bytes on the wire. Calls `take(bytes)` and `lose(count)` for what is next.
  template <class Take, class Lose>
  void add(std::uint32_t sequence, std::span<const std::uint8_t> bytes, std::uint32_t reported, Take take, Lose lose) {
    begin(sequence);
    const auto ahead = static_cast<std::int32_t>(sequence - next_);
    if (ahead > 0) return wait(sequence, bytes, reported, take, lose);
    deliver(sequence, bytes, reported, take, lose);
    drain(take, lose);
  }

  /// The other end has got all bytes before this number: the capture lacks those that did not come.
  template <class Take, class Lose>
  void acknowledge(std::uint32_t sequence, Take take, Lose lose) {
    if (!has_begun_) return;
    if (static_cast<std::int32_t>(sequence - acknowledged_) > 0) acknowledged_ = sequence;
    while (!waiting_.empty() && static_cast<std::int32_t>(sequence - next_) > 0) {
      const std::uint32_t first = waiting_.begin()->first;
      if (static_cast<std::int32_t>(sequence - first) < 0) return;
      pass(first, lose);
      drain(take, lose);
    }
  }

  /// Everything before this number was acknowledged.
  [[nodiscard]] bool is_acknowledged(std::uint32_t sequence) const noexcept {
    return has_begun_ && static_cast<std::int32_t>(acknowledged_ - sequence) >= 0;
  }

  [[nodiscard]] bool waits() const noexcept { return !waiting_.empty(); }

  /// The other end has got more than the capture has; the end of TCP counts as a byte.
  [[nodiscard]] bool lacks() const noexcept { return static_cast<std::int32_t>(acknowledged_ - next_) > 1; }

 private:
  struct Piece {
    std::vector<std::uint8_t> bytes;
    std::uint32_t reported = 0;
  };
  struct Earlier {
    bool operator()(std::uint32_t one, std::uint32_t other) const noexcept {
      return static_cast<std::int32_t>(one - other) < 0;
    }
  };

  template <class Take, class Lose>
  void wait(std::uint32_t sequence, std::span<const std::uint8_t> bytes, std::uint32_t reported, Take take, Lose lose) {
    constexpr std::size_t overhead = 64;
    // Numbers compare within half of their range.
    constexpr std::uint32_t farthest = std::uint32_t{1} << 29;
    if (sequence - next_ > farthest) return;
    const auto [at, is_new] = waiting_.try_emplace(sequence);
    if (!is_new && at->second.reported >= reported) return;
    waiting_bytes_ += overhead + bytes.size();
    at->second = {{bytes.begin(), bytes.end()}, reported};
    if (waiting_bytes_ <= most) return;
    pass(waiting_.begin()->first, lose);
    drain(take, lose);
  }

  template <class Take, class Lose>
  void drain(Take take, Lose lose) {
    while (!waiting_.empty() && static_cast<std::int32_t>(waiting_.begin()->first - next_) <= 0) {
      const auto node = waiting_.extract(waiting_.begin());
      deliver(node.key(), node.mapped().bytes, node.mapped().reported, take, lose);
    }
    if (waiting_.empty()) waiting_bytes_ = 0;
  }

  template <class Take, class Lose>
  void deliver(std::uint32_t sequence, std::span<const std::uint8_t> bytes, std::uint32_t reported, Take take,
               Lose lose) {
    const std::uint32_t old = next_ - sequence;
    if (old >= reported) return;
    next_ = sequence + reported;
    if (old < bytes.size()) take(bytes.subspan(old));
    const auto captured = static_cast<std::uint32_t>(bytes.size());
    if (captured < reported) lose(reported - (old > captured ? old : captured));
  }

  template <class Lose>
  void pass(std::uint32_t sequence, Lose lose) {
    const std::uint32_t count = sequence - next_;
    next_ = sequence;
    lose(count);
  }

  bool has_begun_ = false;
  std::uint32_t next_ = 0;
  std::uint32_t acknowledged_ = 0;
  std::map<std::uint32_t, Piece, Earlier> waiting_;
  std::size_t waiting_bytes_ = 0;
};

}  // namespace godot::analysis::tcp_ends
