// SPDX-License-Identifier: MIT
#include "analysis/enet/delivery/fragments.h"

#include <algorithm>
#include <iterator>

namespace godot::analysis::enet {

void Fragmented::keep(const Command& command, std::uint32_t frame) {
  const Fragment body = fragment(command);
  pieces.push_back({.number = body.number,
                    .offset = body.offset,
                    .frame = frame,
                    .bytes = {command.payload.begin(), command.payload.end()}});
}

bool Fragmented::arrange() {
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Piece& one, const Piece& other) { return one.offset < other.offset; });
  std::size_t end = 0;
  for (const Piece& piece : pieces) {
    if (piece.offset > end) return false;
    end = std::max(end, piece.offset + piece.bytes.size());
  }
  const auto last = std::find_if(pieces.rbegin(), pieces.rend(), [this](const Piece& piece) {
    return piece.offset + piece.bytes.size() == total_length;
  });
  if (last == pieces.rend()) return false;
  std::rotate(last.base() - 1, last.base(), pieces.end());
  return true;
}

bool Fragmented::join() {
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& one, const Piece& other) { return one.number < other.number; });
  std::size_t end = 0;
  for (const Piece& piece : pieces) {
    if (piece.offset != end) return false;
    end += piece.bytes.size();
  }
  if (end != total_length) return false;
  whole.reserve(end);
  for (const Piece& piece : pieces) whole.insert(whole.end(), piece.bytes.begin(), piece.bytes.end());
  return true;
}

bool Fragmented::see(std::uint32_t number) {
  const auto after = runs_.upper_bound(number);
  const auto run = after != runs_.begin() ? std::prev(after) : runs_.end();
  if (run != runs_.end() && number < run->second) return false;
  // Adjacent runs are possible.
  if (run != runs_.end() && number == run->second) ++run->second;
  else runs_.emplace_hint(after, number, number + 1);
  ++seen;
  return true;
}

const char* Fragmented::missing() {
  if (seen == count) return nullptr;
  if (missing_when_seen_ == seen) return missing_.c_str();
  missing_when_seen_ = seen;
  missing_.clear();
  constexpr unsigned most_gaps = 32;
  std::uint32_t from = 0;  // all numbers before this have been handled
  unsigned gaps = 0;
  // False: the text has reached its limit.
  const auto gap_before = [&](std::uint32_t number) {
    if (number <= from) return true;
    if (++gaps > most_gaps) {
      missing_ += ", ...";
      return false;
    }
    if (gaps != 1) missing_ += ", ";
    missing_ += std::to_string(from);
    if (number - from > 1) (missing_ += '-') += std::to_string(number - 1);
    return true;
  };
  for (const auto& [begin, end] : runs_) {
    if (!gap_before(begin)) return missing_.c_str();
    from = end;
  }
  gap_before(count);
  return missing_.c_str();
}

Fragments::Channel& Fragments::channel_of(std::uint8_t direction, std::uint8_t number) {
  auto& channels = channels_[direction];
  Channel* channel = channels.find(channel_key(number));
  if (channel == nullptr) {
    channel = &all_.emplace_back();
    channels.set(channel_key(number), channel, arena_);
  }
  return *channel;
}

void Fragments::count(std::uint8_t direction, const Command& command) {
  if (!command.acknowledge || command.channel == connection_channel) return;
  Channel& channel = channel_of(direction, command.channel);
  const std::uint64_t number = extend(channel.reliable, command.reliable_sequence);
  if (number > channel.reliable) channel.reliable = number;
}

FragmentPart* Fragments::track(std::uint8_t direction, const Command& command, std::uint16_t index,
                               std::uint32_t frame) {
  const Fragment body = fragment(command);
  Channel& channel = channel_of(direction, command.channel);
  const bool reliable = command.type == CommandType::send_fragment;
  const Key key = {.reliable = extend(channel.reliable, reliable ? body.start_sequence : command.reliable_sequence),
                   .sequence = reliable ? 0U : body.start_sequence};
  auto [found, is_first] = (reliable ? channel.reliable_messages : channel.unreliable_messages).try_emplace(key);
  Fragmented& message = found->second;
  if (is_first) {
    message.id = ++last_id_;
    message.count = body.count;
    message.total_length = body.total_length;
  }
  auto* part = arena_.make<FragmentPart>();
  part->message = &message;
  part->command = index;
  part->fits = body.count == message.count && body.total_length == message.total_length;
  const bool whole = command.payload.size() == command.payload_length;
  part->is_new = part->fits && whole && message.see(body.number);
  if (part->is_new) message.last_frame = frame;
  return part;
}

}  // namespace godot::analysis::enet
