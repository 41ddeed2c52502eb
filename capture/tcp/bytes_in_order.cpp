// SPDX-License-Identifier: MIT
// One direction of a TCP connection: its segments become bytes in order, however they came. Class Direction.
#include <algorithm>
#include <utility>

#include "capture/tcp/connections.h"

namespace godot::capture {
namespace {

// What a piece costs besides its bytes, about.
constexpr std::size_t overhead = 96;
// Offsets begin here, so that segments before the first one have offsets, too.
constexpr std::uint64_t base = std::uint64_t{1} << 32;

const Origin& later(const Origin& one, const Origin& other) { return one.frame < other.frame ? other : one; }

}  // namespace

void Direction::attach(Side side, Consumer* consumer, Connection& connection) noexcept {
  side_ = side;
  consumer_ = consumer;
  connection_ = &connection;
}

void Direction::begin(std::uint32_t sequence) {
  if (has_begun_) return;
  has_begun_ = true;
  first_ = sequence;
  next_ = base;
  acknowledged_ = base;
}

/// The nearest to the next byte: numbers wrap.
std::uint64_t Direction::offset_of(std::uint32_t sequence) const noexcept {
  const auto expected = static_cast<std::uint32_t>(first_ + next_ - base);
  return next_ + static_cast<std::uint64_t>(static_cast<std::int64_t>(static_cast<std::int32_t>(sequence - expected)));
}

Part Direction::part(std::span<const std::uint8_t> bytes, const Origin& origin) const noexcept {
  return {side_, bytes, next_ - base, origin.frame, origin.time, origin.length, cut_off_};
}

void Direction::add(std::uint32_t sequence, std::span<const std::uint8_t> bytes, std::uint32_t reported,
                    const Origin& origin) {
  begin(sequence);
  const std::uint64_t offset = offset_of(sequence);
  const std::uint64_t end = offset + reported;
  if (end <= next_ || has_ended_) return;
  if (offset > next_) {
    wait(offset, bytes, reported, origin);
    skip_gaps();
    return;
  }
  // What came before stays.
  const auto old = static_cast<std::uint32_t>(next_ - offset);
  deliver(bytes.subspan(std::min<std::size_t>(old, bytes.size())), reported - old, origin);
  drain(origin);
}

/// Of two pieces that begin at one place, the longer one stays.
void Direction::wait(std::uint64_t offset, std::span<const std::uint8_t> bytes, std::uint32_t reported,
                     const Origin& origin) {
  const auto [at, is_new] = waiting_.try_emplace(offset);
  if (!is_new && at->second.reported >= reported) return;
  waiting_bytes_ -= is_new ? 0 : at->second.bytes.size() + overhead;
  at->second = {{bytes.begin(), bytes.end()}, reported, origin};
  waiting_bytes_ += bytes.size() + overhead;
}

/// Hands over what waits and is next. `filler`: the frame without which it could not be read.
void Direction::drain(const Origin& filler) {
  while (!waiting_.empty() && waiting_.begin()->first <= next_) {
    const auto node = waiting_.extract(waiting_.begin());
    const Waiting& piece = node.mapped();
    waiting_bytes_ -= piece.bytes.size() + overhead;
    if (node.key() + piece.reported <= next_) continue;
    const auto old = static_cast<std::uint32_t>(next_ - node.key());
    deliver(std::span(piece.bytes).subspan(std::min<std::size_t>(old, piece.bytes.size())), piece.reported - old,
            later(piece.origin, filler));
  }
  skip_gaps();
  end_if_reached();
}

/// What was acknowledged was sent: the capture lacks it.
void Direction::skip_gaps() {
  while (!waiting_.empty() && (waiting_.begin()->first <= std::max(acknowledged_, next_) || waiting_bytes_ > limit)) {
    const auto node = waiting_.extract(waiting_.begin());
    const Waiting& piece = node.mapped();
    waiting_bytes_ -= piece.bytes.size() + overhead;
    if (node.key() + piece.reported <= next_) continue;
    if (node.key() > next_) skip_to(node.key(), piece.origin);
    const auto old = static_cast<std::uint32_t>(next_ - node.key());
    deliver(std::span(piece.bytes).subspan(std::min<std::size_t>(old, piece.bytes.size())), piece.reported - old,
            piece.origin);
  }
}

void Direction::skip_to(std::uint64_t offset, const Origin& origin) {
  const std::uint64_t count = offset - next_;
  next_ = offset;
  left_.clear();
  left_begin_ = 0;
  needs_ = 0;
  connection_->lost[side_] += count;
  if (consumer_ != nullptr) consumer_->lose(part({}, origin), count);
}

/// Bytes that are next. What the capture has cut off is lost.
void Direction::deliver(std::span<const std::uint8_t> bytes, std::uint32_t reported, const Origin& origin) {
  if (connection_->bytes[side_] == 0 && connection_->encryption == Encryption::none)
    connection_->encryption = encryption_of(Carrier::tcp, bytes);
  connection_->bytes[side_] += bytes.size();
  cut_off_ = static_cast<std::uint32_t>(reported - bytes.size());
  if (consumer_ != nullptr && !bytes.empty()) hand_over(bytes, origin);
  cut_off_ = 0;
  next_ += consumer_ != nullptr ? 0 : bytes.size();
  if (reported > bytes.size()) skip_to(next_ + (reported - bytes.size()), origin);
}

/// Without bytes that are left, the consumer reads the segment itself.
void Direction::hand_over(std::span<const std::uint8_t> bytes, const Origin& origin) {
  next_ += bytes.size();
  if (left_begin_ == left_.size()) {
    left_.clear();
    left_begin_ = 0;
    const auto rest = bytes.subspan(offer(bytes, origin));
    left_.assign(rest.begin(), rest.end());
    return;
  }
  // Moved only if what was taken is the greater part.
  if (left_begin_ >= left_.size() - left_begin_) {
    left_.erase(left_.begin(), left_.begin() + static_cast<std::ptrdiff_t>(left_begin_));
    left_begin_ = 0;
  }
  left_.insert(left_.end(), bytes.begin(), bytes.end());
  left_begin_ += offer(std::span(left_).subspan(left_begin_), origin);
}

/// How many bytes the consumer takes. The last of them is the one before next_.
std::size_t Direction::offer(std::span<const std::uint8_t> bytes, const Origin& origin) {
  std::size_t at = 0;
  while (at != bytes.size() && (bytes.size() - at >= needs_ || cut_off_ != 0)) {
    Part offered = part(bytes.subspan(at), origin);
    offered.offset -= bytes.size() - at;
    const Taken taken = consumer_->take(offered);
    at += std::min(taken.bytes, bytes.size() - at);
    needs_ = taken.needs;
    if (taken.bytes == 0) {
      needs_ = std::max(taken.needs, bytes.size() - at + 1);
      break;
    }
  }
  return at;
}

void Direction::acknowledge(std::uint32_t sequence) {
  if (!has_begun_ || has_ended_) return;
  acknowledged_ = std::max(acknowledged_, offset_of(sequence));
  skip_gaps();
  end_if_reached();
}

void Direction::end(std::uint32_t sequence, const Origin& origin) {
  begin(sequence);
  if (has_end_) return;
  has_end_ = true;
  end_ = offset_of(sequence);
  end_origin_ = origin;
  end_if_reached();
}

void Direction::end_if_reached() {
  if (!has_end_ || has_ended_ || next_ < end_) return;
  has_ended_ = true;
  waiting_.clear();
  waiting_bytes_ = 0;
  if (consumer_ != nullptr) consumer_->end(part({}, end_origin_));
}

void Direction::finish() {
  if (!has_begun_ || has_ended_) return;
  acknowledged_ = ~std::uint64_t{0};
  skip_gaps();
  end_if_reached();
}

}  // namespace godot::capture
