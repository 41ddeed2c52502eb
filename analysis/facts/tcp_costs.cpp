// SPDX-License-Identifier: MIT
#include "analysis/facts/tcp_costs.h"

namespace godot::analysis::facts {

SegmentPrices::Connection& SegmentPrices::connection_of(const Segment& segment) {
  const Frame& frame = segment.frame;
  if (frame.number < last_frame_) begin_pass(true);
  last_frame_ = frame.number;
  if (connections_.size() <= frame.flow) connections_.resize(frame.flow + 1);
  Connection& connection = connections_[frame.flow];
  if (connection.streams.begun) return connection;
  connection.is_whole = from_the_first_ || segment.opens;
  const bool began = connection.is_whole || segment.has_begun();
  connection.streams.begin(static_cast<std::uint8_t>(began ? frame.side : frame.side ^ 1U),
                           began && frame.begins && frame.acknowledges);
  return connection;
}

Price SegmentPrices::price(const Segment& segment, const MessageSize& size) {
  const Frame& frame = segment.frame;
  if (frame.payload == 0) return {};
  Connection& connection = connection_of(segment);
  Stream& side = connection.streams.sides[frame.side];
  if (open_frame_ != frame.number) side.add(frame.sequence, frame.payload, frame.length);
  open_frame_ = frame.number;
  const std::uint32_t bytes = size.own + size.protocol;
  const std::uint32_t header = size.framed ? connection.streams.websocket_header_of(frame.side, bytes) : 0;
  const bool is_known = connection.is_whole || side.delivers() || side.fits(bytes + header);
  const Cost cost = side.claim(size.own, size.protocol + header, segment.is_sealed());
  if (!is_known) return {};
  return {.cost = cost, .plain = bytes + header};
}

void SegmentPrices::end_frame(const Segment& segment) {
  const Frame& frame = segment.frame;
  Stream& side = connection_of(segment).streams.sides[frame.side];
  if (open_frame_ == frame.number) (void)side.leave();
  else if (frame.payload != 0 && side.is_new(frame.sequence, frame.payload))
    side.add(frame.sequence, frame.payload, frame.length);
  open_frame_ = 0;
}

}  // namespace godot::analysis::facts
