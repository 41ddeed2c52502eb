// SPDX-License-Identifier: MIT
#include "analysis/streams/values/joiner.h"

#include <algorithm>
#include <utility>

namespace godot::analysis::values {
namespace {

std::uint64_t key_of(const SegmentId& id) noexcept { return std::uint64_t{id.frame} << 32 | id.index; }

}  // namespace

void Joiner::begin(const SegmentId& id, std::span<const std::uint8_t> front, variant::ByteOrder order) {
  forget();
  state_ = State::open;
  order_ = order;
  take(id, front);
}

std::uint32_t Joiner::take(const SegmentId& id, std::span<const std::uint8_t> segment) {
  std::uint64_t taken = 0;
  const auto take_up_to = [&](std::uint64_t size) {
    const std::uint64_t more = std::min<std::uint64_t>(size - come_, segment.size() - taken);
    const std::size_t room = most_held - std::min(held_.size(), most_held);
    const auto kept = segment.subspan(taken, std::min<std::size_t>(more, room));
    held_.insert(held_.end(), kept.begin(), kept.end());
    come_ += more;
    taken += more;
  };
  if (come_ < variant::stream_prefix) take_up_to(variant::stream_prefix);
  if (size_ == 0 && come_ == variant::stream_prefix) read_length();
  if (size_ != 0) take_up_to(size_);
  if (size_ != 0 && come_ == size_) state_ = State::whole;
  if (parts_.size() == most_parts) state_ = State::impossible;
  else parts_.push_back({id, static_cast<std::uint32_t>(taken)});
  return static_cast<std::uint32_t>(taken);
}

void Joiner::read_length() {
  const Offset length = variant::stream_length(held_.data(), order_);
  if (!variant::plausible_stream_length(length) || length > longest) state_ = State::impossible;
  else size_ = std::uint64_t{variant::stream_prefix} + length;
}

Buffer Joiner::value() const noexcept {
  if (size_ == 0) return {};
  return {std::span(held_).subspan(variant::stream_prefix), static_cast<Offset>(size_ - variant::stream_prefix)};
}

bool Joiner::is_due() noexcept {
  if (come_ < due_) return false;
  due_ = come_ * 2;
  return true;
}

void Joiner::forget() noexcept {
  held_ = {};
  parts_ = {};
  come_ = size_ = due_ = 0;
  state_ = State::none;
}

void JoinedUnits::keep(Joiner& joiner) {
  if (edges_.size() + joiner.parts_.size() <= most_edges) {
    const bool all = joiner.held_.size() == joiner.size_ && kept_ + joiner.held_.size() <= most_kept;
    const std::uint32_t begins_in = joiner.parts_.front().id.frame;
    const std::uint32_t ends_in = joiner.parts_.back().id.frame;
    for (const Joiner::Part& part : joiner.parts_) {
      Edges& edges = edges_[key_of(part.id)];
      if (&part == &joiner.parts_.front()) {
        edges.tail = part.size;
        edges.tail_ends_in = ends_in;
      } else {
        edges.front = part.size;
        edges.front_begins_in = begins_in;
        edges.front_ends_in = ends_in;
      }
    }
    if (all) {
      kept_ += joiner.held_.size();
      units_.push_back(std::move(joiner.held_));
      edges_[key_of(joiner.parts_.back().id)].whole = &units_.back();
    }
  }
  joiner.forget();
}

const Edges* JoinedUnits::find(const SegmentId& id) const {
  const auto found = edges_.find(key_of(id));
  return found == edges_.end() ? nullptr : &found->second;
}

}  // namespace godot::analysis::values
