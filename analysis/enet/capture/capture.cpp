// SPDX-License-Identifier: MIT
#include "analysis/enet/capture/capture.h"

namespace godot::analysis::enet {
namespace {

#if defined(__GNUC__) && defined(__LP64__)
static_assert(sizeof(Record) == 32, "there are as many as datagrams");
#endif

constexpr RecordKey last_layer = 254;  // greater keys: further datagrams in a layer
constexpr std::uint8_t by_key = 255;   // the record is in further_
constexpr std::uint32_t most_connections = (1U << Record::connection_bits) - 1;

std::uint64_t further_key(std::uint32_t frame, RecordKey key) noexcept { return std::uint64_t{frame} << 32U | key; }

/// The first datagrams of frames, if they are of this connection.
class OfStream final : public Transmissions {
 public:
  OfStream(const Capture& capture, const Stream* stream) noexcept : capture_(capture), stream_(stream) {}
  [[nodiscard]] const Datagram* in(std::uint32_t frame) const override {
    const Record* record = capture_.first_of(frame);
    return record != nullptr && capture_.stream_of(*record) == stream_ ? record : nullptr;
  }

 private:
  const Capture& capture_;
  const Stream* stream_;
};

}  // namespace

Record& Capture::make_record(std::uint32_t frame, RecordKey key) {
  Record& record = records_.add(frame, arena_);
  const bool is_first = records_.first_of(frame) == &record;
  record.layer = is_first && key <= last_layer ? static_cast<std::uint8_t>(key) : by_key;
  if (record.layer == by_key) further_[further_key(frame, key)] = &record;
  return record;
}

Record* Capture::find(std::uint32_t frame, RecordKey key) const {
  Record* first = records_.first_of(frame);
  if (first == nullptr || (first->layer == key && key <= last_layer)) return first;
  const auto further = further_.find(further_key(frame, key));
  return further != further_.end() ? further->second : nullptr;
}

const Stream* Capture::stream_of(std::uint32_t frame) const {
  if (first_of(frame) == nullptr) return nullptr;
  constexpr RecordKey searched_layers = 64;
  for (RecordKey layer = 0; layer != searched_layers; ++layer) {
    const Record* record = find(frame, layer);
    if (const Stream* stream = record != nullptr ? stream_of(*record) : nullptr) return stream;
  }
  return nullptr;
}

FragmentPart* Capture::parts_of(const Record* record) const {
  return record != nullptr && record->has_parts ? parts_.at(record) : nullptr;
}

void Capture::analyse(Record& record, Stream& stream, const CapturedDatagram& datagram) {
  if (stream.analysis == nullptr) stream.analysis = &arena_.make(Analysis(arena_));
  stream.analysis->begin({.frame = datagram.frame,
                          .captured = datagram.captured,
                          .direction = record.direction,
                          .has_sent_time = datagram.reading.header.has_sent_time,
                          .sent_time = datagram.reading.header.sent_time,
                          .compressed = datagram.reading.header.compressed},
                         record);
  record.is_analysed = true;
}

/// Records what the capture lacks: the rest of this datagram, what it acknowledges, its place, or a time of its own.
void Capture::judge_completeness(const Record& record, const CapturedDatagram& datagram, const Pair& pair) {
  const Buffer& bytes = datagram.reading.datagram;
  if (completeness_.cut_in == 0 && bytes.captured.size() < bytes.reported) completeness_.cut_in = record.frame;
  Stream* const found = stream_of(record);
  if (found == nullptr || !record.is_analysed) return;
  completeness_.last_at = datagram.captured;
  steps_.add(datagram.captured);
  completeness_.coarse = steps_.coarse();
  Stream& stream = *found;
  const Analysis& analysis = *stream.analysis;
  stream.link.capture = &completeness_;
  stream.link.lacks = {analysis.lacks(stream.client), analysis.lacks(opposite(stream.client))};
  std::uint32_t& lacks_in = pair.unread_in != 0 ? completeness_.unread_in : completeness_.lacks_in;
  if (lacks_in == 0) lacks_in = analysis.lacks_in();
  if (completeness_.disordered_in == 0) completeness_.disordered_in = analysis.disordered_in();
}

void Capture::follow_commands(Record& record, Stream& stream, const CommandList& commands, bool joins) {
  const bool analyses = record.is_analysed;
  FragmentPart* first = nullptr;
  FragmentPart** end = &first;
  std::uint16_t index = 0;
  commands.each([&](const Command& command) {
    const std::uint16_t place = index++;
    if (analyses) stream.analysis->add(command);
    if (command.has_payload() && command.channel < stream.channels.size()) stream.channels.set(command.channel);
    if (!joins) return;
    Fragments& fragments = connections_.fragments_of(stream, arena_);
    fragments.count(record.direction, command);
    if (!command.is_fragment()) return;
    FragmentPart* part = fragments.track(record.direction, command, place, record.frame);
    *end = part;
    end = &part->next;
  });
  record.has_parts = first != nullptr;
  if (first != nullptr) parts_[&record] = first;
  if (analyses) update_round_trips(record, stream);
}

void Capture::update_round_trips(const Record& record, Stream& stream) const {
  if (stream.link.godot == nullptr) return;
  for (const Finding* finding = record.first; finding != nullptr; finding = finding->next) {
    if (finding->has(Event::has_ack_rtt) && finding->ack_rtt() >= 0)
      stream.round_trips[opposite(record.direction)].add(record.frame, finding->ack_rtt(), arena_);
  }
}

void Capture::add_to_stream(Record& record, Stream& stream, const CapturedDatagram& datagram, const Pair& pair,
                            const Tracking& wanted) {
  const Reading& reading = datagram.reading;
  const std::size_t end = record.direction == stream.client ? 0 : 1;
  stream.make = reading.header.make;
  stream.handshake_unread =
      !stream.link.has_handshake && pair.unread_in != 0 && pair.unread_in <= stream.link.first_frame;
  if (end == 0) {
    stream.client_before = stream.link.last_frames[0];
    stream.client_before_at = stream.link.reads_at[0];
  }
  if (stream.verify_frame == datagram.frame) stream.verified_at = datagram.captured;
  stream.link.last_frames[end] = datagram.frame;
  stream.link.reads_at[end] = datagram.captured;
  if (reading.header.compressed) stream.compresses[record.direction] = true;
  if (wanted.sequence) {
    analyse(record, stream, datagram);
    pairs_.track(stream, *pair.streams,
                 {.datagram = record,
                  .direction = record.direction,
                  .has_peer_id = reading.header.has_peer_id(),
                  .bytes = reading.datagram.captured,
                  .length = reading.datagram.reported});
  }
  follow_commands(record, stream, datagram.commands, wanted.fragments);
  if (wanted.sequence)
    moves_.track(stream, {.datagram = record,
                          .direction = record.direction,
                          .header = reading.header,
                          .commands = datagram.commands,
                          .receiver = pair.ends[opposite(record.direction)]});
  pair.name_server(stream);
  if (Endpoint* server = pair.ends[opposite(stream.client)]; server != nullptr)
    watch_server(connections_, stream, *server,
                 {record.frame, record.direction, record.compression, datagram.commands});
}

Record& Capture::track(const CapturedDatagram& datagram, Pair& pair, const LikelierServer& guess,
                       const Tracking& wanted) {
  const Reading& reading = datagram.reading;
  Record& record = make_record(datagram.frame, datagram.key);
  record.direction = datagram.direction;
  record.compression = reading.plain.compression;
  record.checksum = reading.header.has_checksum ? Checksum::present : Checksum::absent;
  Stream* stream = pair.streams->track({datagram.frame, datagram.direction, reading.header, datagram.commands}, guess);
  if (stream != nullptr && stream->place > most_connections) stream = nullptr;
  if (stream != nullptr) {
    record.connection = stream->place;
    add_to_stream(record, *stream, datagram, pair, wanted);
  }
  if (!reading.has_commands) pair.could_not_read(datagram.frame);
  judge_completeness(record, datagram, pair);
  pair.observe(stream, reading);
  return record;
}

OtherSide Capture::other_side(const Record& record, bool is_complete, const Relayed* relayed) const {
  const Stream* stream = stream_of(record);
  if (stream == nullptr) return {};
  if (relayed != nullptr)
    return other_side_of_relay(*stream, relayed->fate.outcome, relayed->other_in(),
                               relayed->is_sent() ? relayed->arrived : relayed->sent);
  return pairs_.other_side(*stream, record.direction, record, is_complete);
}

Sender Capture::sender_of(const Record& record, bool is_complete, bool on_one_machine) const noexcept {
  Stream* const stream = stream_of(record);
  return {.analysis = stream != nullptr ? stream->analysis : nullptr,
          .capture = &completeness_,
          .direction = record.direction,
          .is_complete = is_complete,
          .on_one_machine = on_one_machine,
          .gone = stream != nullptr ? stream->gone : nullptr,
          .come = stream != nullptr ? stream->come : nullptr,
          .stream = stream};
}

Transit Capture::transit_of(const Record& record, CommandType type, std::uint16_t index, const Finding* finding,
                            const OtherSide& other) const {
  if (finding == nullptr || finding->has(Event::repeated)) return {};
  const Stream& stream = *stream_of(record);
  const Passing passing = {.datagram = record, .finding = *finding, .type = type};
  if (stream.sides == nullptr) {
    return estimated_transit(passing, stream.round_trips[record.direction],
                             stream.round_trips[opposite(record.direction)], OfStream(*this, &stream));
  }
  if (other.in == 0 || other.is_receivers) return {};
  const Datagram* there = OfStream(*this, stream.other_side).in(other.in);
  return exact_transit(passing, other.captured, finding_of(there, index, type));
}

OtherSide other_side_of_relay(const Stream& stream, relay::Outcome outcome, std::uint32_t in, Nanoseconds captured) {
  OtherSide found;
  found.in = in;
  found.captured = captured;
  found.stream = stream.other_side != nullptr ? stream.other_side->link.number : stream.link.number;
  found.is_receivers = outcome != relay::Outcome::sent;
  found.never_arrived = relay::is_dropped(outcome);
  if (found.never_arrived) found.dropped = relay::name(outcome).data();
  return found;
}

}  // namespace godot::analysis::enet
