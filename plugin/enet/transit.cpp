// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/transit.h"

#include "analysis/enet/transit.h"
#include "plugin/enet/memory.h"
#include "plugin/enet/other_side.h"

namespace godot::enet::dissector {
namespace {

/// The first datagrams of frames, if they are of this connection.
class OfStream final : public analysis::enet::Transmissions {
 public:
  explicit OfStream(const Stream* stream) noexcept : stream_(stream) {}
  [[nodiscard]] const analysis::enet::Datagram* in(std::uint32_t frame) const override {
    const Record* record = first_record(frame);
    return record != nullptr && record->stream == stream_ ? record : nullptr;
  }

 private:
  const Stream* stream_;
};

}  // namespace

analysis::Transit transit_of(const View& view, const Command& command, std::uint16_t index,
                             const analysis::enet::Finding* finding) {
  if (finding == nullptr || finding->has(analysis::enet::Event::repeated)) return {};
  const Record& record = *view.record;
  const Stream& stream = *record.stream;
  const analysis::enet::Passing passing = {.datagram = record, .finding = *finding, .type = command.type};
  if (stream.sides == nullptr) {
    return analysis::enet::estimated_transit(passing, stream.round_trips[record.direction],
                                             stream.round_trips[opposite(record.direction)], OfStream(&stream));
  }
  const OtherSide other = other_side(record, view.pinfo);
  if (other.in == 0 || other.is_receivers) return {};
  const analysis::enet::Datagram* there = OfStream(stream.other_side).in(other.in);
  return analysis::enet::exact_transit(passing, other.captured, analysis::enet::finding_of(there, index, command.type));
}

void update_round_trips(const Record& record) {
  Stream& stream = *record.stream;
  if (stream.link.godot == nullptr) return;
  for (const analysis::enet::Finding* finding = record.first; finding != nullptr; finding = finding->next) {
    if (finding->has(analysis::enet::Event::has_ack_rtt) && finding->ack_rtt() >= 0)
      stream.round_trips[opposite(record.direction)].add(record.frame, finding->ack_rtt(), file_arena);
  }
}

}  // namespace godot::enet::dissector
