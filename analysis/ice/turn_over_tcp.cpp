// SPDX-License-Identifier: MIT
#include "analysis/ice/turn_over_tcp.h"

#include <algorithm>

namespace godot::analysis {
namespace {

using stun::first_in_stream;
using stun::Framed;

/// Exactly one frame of a channel, whose content is a message of STUN.
bool is_channel_with_message(std::span<const std::uint8_t> bytes) noexcept {
  Framed first;
  if (!stun::has_channel(bytes) || !first_in_stream(bytes, first) || first.padded != bytes.size()) return false;
  return stun::has_head(bytes.subspan(stun::channel_head_size));
}

/// Where messages are lost, a segment that looks like one begins with one.
bool is_found_again(std::span<const std::uint8_t> bytes) noexcept {
  Framed first;
  return stun::has_head(bytes) ||
         (stun::has_channel(bytes) && first_in_stream(bytes, first) && first.padded == bytes.size());
}

bool is_tls(std::span<const std::uint8_t> bytes) noexcept {
  constexpr std::uint8_t handshake = 22;
  return bytes.size() > 2 && bytes[0] == handshake && bytes[1] == 3;
}

IceMeetings::StreamEnd end_of(const IceStreams::Segment& segment) noexcept {
  return {.source = segment.source, .destination = segment.destination, .at = segment.at};
}

}  // namespace

bool IceStreams::begins(const Segment& segment) noexcept {
  return segment.opens && !segment.acknowledges && stun::is_turn_port(segment.destination.port);
}

bool IceStreams::has_message(const Segment& segment) noexcept {
  return stun::has_head(segment.payload) || is_channel_with_message(segment.payload);
}

/// Null: it is not known to be TURN's.
IceStreams::Stream* IceStreams::stream_of(const Segment& segment) {
  const Key key = std::minmax(segment.source, segment.destination);
  const auto found = streams_.find(key);
  const bool is_new = found == streams_.end();
  if (is_new && !begins(segment) && !has_message(segment)) return nullptr;
  if (is_new && streams_.size() == most) return nullptr;
  Stream& stream = is_new ? streams_[key] : found->second;
  if (segment.opens && !segment.acknowledges) {
    const bool is_again = stream.knows_client && stream.halves[0].order.has_begun() &&
                          stream.halves[0].order.next() == segment.sequence + 1;
    if (!is_again) stream = {};
    stream.client = segment.source;
  }
  return &stream;
}

void IceStreams::add(const Segment& segment, IceMeetings& meetings) {
  Stream* stream = stream_of(segment);
  if (stream == nullptr) return;
  if (!stream->knows_client) stream->client = segment.source;  // the name of a half alone
  stream->knows_client = true;
  const bool from_client = segment.source == stream->client;
  Half& own = stream->halves[from_client ? 0 : 1];
  Half& other = stream->halves[from_client ? 1 : 0];
  if (segment.opens) own.order.begin(segment.sequence + 1);
  else if (!own.order.has_begun()) own.has_read = true;
  if (segment.opens && !segment.acknowledges) meetings.stream_opens(end_of(segment));
  if (segment.opens && segment.acknowledges) meetings.stream_opened(end_of(segment));
  if (segment.resets) return meetings.stream_ends(end_of(segment));
  if (segment.acknowledges) {
    // More was sent than the capture has, or all of it is missing.
    const bool is_missing =
        !other.order.has_begun() && own.has_acknowledged && own.acknowledged != segment.acknowledged;
    own.has_acknowledged = true;
    own.acknowledged = segment.acknowledged;
    Segment others = segment;
    std::swap(others.source, others.destination);
    other.order.acknowledge(
        segment.acknowledged, [&](std::span<const std::uint8_t> bytes) { take(other, others, bytes, meetings); },
        [&](std::uint64_t count) { lose(other, others, count, meetings); });
    if (is_missing || other.order.lacks()) meetings.stream_lacks();
  }
  if (segment.reported != 0 && !segment.opens)
    own.order.add(
        segment.sequence, segment.payload, segment.reported,
        [&](std::span<const std::uint8_t> bytes) { take(own, segment, bytes, meetings); },
        [&](std::uint64_t count) { lose(own, segment, count, meetings); });
  if (segment.ends) meetings.stream_ends(end_of(segment));
}

void IceStreams::take(Half& half, const Segment& segment, std::span<const std::uint8_t> bytes, IceMeetings& meetings) {
  const std::size_t skipped = std::min<std::uint64_t>(half.skips, bytes.size());
  half.skips -= skipped;
  bytes = bytes.subspan(skipped);
  if (bytes.empty()) return;
  if (half.is_lost && !is_found_again(bytes)) return;
  half.is_lost = false;
  half.waiting.insert(half.waiting.end(), bytes.begin(), bytes.end());
  std::span<const std::uint8_t> rest = half.waiting;
  Framed first;
  while (!rest.empty()) {
    // Text looks like a channel, with which no connection begins.
    const bool is_text = !half.has_read && stun::has_channel(rest);
    if (is_text || !first_in_stream(rest, first)) {
      if (half.has_read) meetings.stream_lacks();
      else if (is_tls(rest)) meetings.stream_is_sealed(end_of(segment));
      else meetings.stream_is_other(end_of(segment));
      half.is_lost = true;
      rest = {};
    } else if (first.size == 0 || rest.size() < first.padded) {
      break;
    } else {
      meetings.datagram({.source = segment.source,
                         .destination = segment.destination,
                         .bytes = rest.first(first.size),
                         .reported = first.size,
                         .at = segment.at,
                         .is_stream = true});
      half.has_read = true;
      rest = rest.subspan(first.padded);
    }
  }
  half.waiting.erase(half.waiting.begin(), half.waiting.end() - static_cast<std::ptrdiff_t>(rest.size()));
}

/// The capture lacks bytes: of the message that waits, which is read as far as it was captured, and perhaps of others.
void IceStreams::lose(Half& half, const Segment& segment, std::uint64_t count, IceMeetings& meetings) {
  Framed first;
  if (!half.waiting.empty() && first_in_stream(half.waiting, first) && first.size != 0) {
    const std::size_t had = std::min(half.waiting.size(), first.size);
    half.skips = first.padded - half.waiting.size();
    meetings.datagram({.source = segment.source,
                       .destination = segment.destination,
                       .bytes = std::span(half.waiting).first(had),
                       .reported = first.size,
                       .at = segment.at,
                       .is_stream = true});
  } else if (half.skips == 0) {
    meetings.stream_lacks();
    half.is_lost = true;
  }
  half.waiting.clear();
  if (half.skips < count && half.skips != 0) {
    meetings.stream_lacks();
    half.is_lost = true;
  }
  half.skips -= std::min(half.skips, count);
}

}  // namespace godot::analysis
