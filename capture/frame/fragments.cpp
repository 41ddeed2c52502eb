// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "capture/frame/packet.h"

namespace godot::capture {
namespace {

// What a piece costs besides its bytes, about.
constexpr std::size_t overhead = 96;

/// Times of captures may be any: their difference may not fit into a signed number.
bool is_too_late(std::int64_t begun, std::int64_t time) noexcept {
  const std::uint64_t waited = static_cast<std::uint64_t>(time) - static_cast<std::uint64_t>(begun);
  return time > begun && waited > static_cast<std::uint64_t>(Fragments::longest_wait);
}

}  // namespace

bool Fragments::add(const Key& key, std::uint32_t offset, bool is_last, std::span<const std::uint8_t> bytes,
                    std::int64_t time) {
  Pending& pending = pending_[key];
  if (pending.serial != 0 && is_too_late(pending.begun, time)) {
    cost_ -= pending.cost;
    pending = {};
  }
  if (pending.serial == 0) {
    pending.serial = ++serial_;
    pending.begun = time;
    order_.emplace_back(key, pending.serial);
  }
  const std::uint64_t end = std::uint64_t{offset} + bytes.size();
  if (is_last && pending.length == 0) pending.length = end;
  // Pieces behind the end belong to no packet.
  if (pending.length == 0 || end <= pending.length) store(pending, offset, bytes);
  if (is_last) cut(pending);
  const bool is_whole = pending.length != 0 && pending.have >= pending.length;
  if (is_whole) {
    join(pending);
    cost_ -= pending.cost;
    pending_.erase(key);
  }
  while (cost_ > limit || order_.size() > 2 * pending_.size() + 1024) forget_oldest();
  return is_whole;
}

/// Bytes that came before stay.
void Fragments::store(Pending& pending, std::uint32_t offset, std::span<const std::uint8_t> bytes) {
  std::uint64_t at = offset;
  const std::uint64_t end = at + bytes.size();
  auto next = pending.pieces.upper_bound(offset);
  if (next != pending.pieces.begin()) {
    const auto& before = *std::prev(next);
    at = std::max<std::uint64_t>(at, before.first + before.second.size());
  }
  while (at < end) {
    const std::uint64_t until = next == pending.pieces.end() ? end : std::min<std::uint64_t>(end, next->first);
    if (until > at) {
      const auto part = bytes.subspan(static_cast<std::size_t>(at - offset), static_cast<std::size_t>(until - at));
      pending.pieces.emplace_hint(next, static_cast<std::uint32_t>(at),
                                  std::vector<std::uint8_t>(part.begin(), part.end()));
      pending.have += part.size();
      pending.cost += part.size() + overhead;
      cost_ += part.size() + overhead;
    }
    if (next == pending.pieces.end()) return;
    at = std::max<std::uint64_t>(until, next->first + next->second.size());
    ++next;
  }
}

/// Removes what lies behind the packet's end.
void Fragments::cut(Pending& pending) {
  while (!pending.pieces.empty()) {
    const auto behind = std::prev(pending.pieces.end());
    if (behind->first + behind->second.size() <= pending.length) return;
    pending.have -= behind->second.size();
    pending.pieces.erase(behind);
  }
}

/// Keys of packets that were joined are still in the order.
void Fragments::forget_oldest() {
  const auto found = pending_.find(order_.front().first);
  if (found != pending_.end() && found->second.serial == order_.front().second) {
    cost_ -= found->second.cost;
    pending_.erase(found);
  }
  order_.pop_front();
}

void Fragments::join(const Pending& pending) {
  whole_.clear();
  for (const auto& [offset, bytes] : pending.pieces) whole_.insert(whole_.end(), bytes.begin(), bytes.end());
}

}  // namespace godot::capture
