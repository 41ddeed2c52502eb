// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/record.h"

#include "analysis/enet/records.h"
#include "codec/enet/crc.h"
#include "plugin/core/frame_values.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/time.h"
#include "plugin/enet/memory.h"
#include "plugin/enet/other_side.h"
#include "plugin/enet/preferences.h"
#include "plugin/enet/transit.h"

namespace godot::enet::dissector {
namespace {

LEFT_BY_LONGJMP(Record);
#if defined(__GNUC__) && defined(__LP64__)
static_assert(sizeof(Record) == 40, "there are as many as datagrams");
#endif

void analyse(Record& record, packet_info* pinfo, const Reading& reading) {
  Stream& stream = *record.stream;
  if (stream.analysis == nullptr)
    stream.analysis =
        new (wmem_alloc(wmem_file_scope(), sizeof(analysis::enet::Analysis))) analysis::enet::Analysis(file_arena);
  stream.analysis->begin({.frame = pinfo->num,
                          .captured = plugin::absolute_time(pinfo),
                          .direction = record.direction,
                          .has_sent_time = reading.header.has_sent_time,
                          .sent_time = reading.header.sent_time},
                         record);
  record.is_analysed = true;
}

analysis::Completeness completeness;

/// Records what the capture lacks: the rest of this datagram, or what it acknowledges.
void judge_completeness(const Record& record, const packet_info* pinfo, const Reading& reading) {
  const Buffer& datagram = reading.datagram;
  if (completeness.cut_in == 0 && datagram.captured.size() < datagram.reported) completeness.cut_in = record.frame;
  if (!record.is_analysed) return;
  completeness.last_at = plugin::absolute_time(pinfo);
  Stream& stream = *record.stream;
  const analysis::enet::Analysis& analysis = *stream.analysis;
  stream.link.capture = &completeness;
  stream.link.lacks = {analysis.lacks(stream.client), analysis.lacks(opposite(stream.client))};
  if (completeness.lacks_in == 0) completeness.lacks_in = analysis.lacks_in();
}

/// Keyed by record: few datagrams have fragments.
wmem_map_t* parts = nullptr;

void keep_parts(Record& record, FragmentPart& first) {
  if (parts == nullptr) parts = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
  wmem_map_insert(parts, &record, &first);
  record.has_parts = true;
}

void follow_commands(Record& record, packet_info* pinfo, const Reading& reading) {
  Stream& stream = *record.stream;
  const bool analyses = record.is_analysed;
  const bool joins = reassembles();
  FragmentPart* first = nullptr;
  FragmentPart** end = &first;
  CommandReader reader = reading.reader();
  std::uint16_t index = 0;
  for (Command command; reader.next(command); ++index) {
    if (analyses) stream.analysis->add(command);
    if (command.has_payload() && command.channel < stream.channels.size()) stream.channels.set(command.channel);
    if (!joins) continue;
    analysis::enet::Fragments& fragments = connections().fragments_of(stream, file_arena);
    fragments.count(record.direction, command);
    if (!command.is_fragment()) continue;
    FragmentPart* part = fragments.track(record.direction, command, index, pinfo->num);
    *end = part;
    end = &part->next;
  }
  if (first != nullptr) keep_parts(record, *first);
  if (analyses) update_round_trips(record);
}

/// Those of one capture; made anew for each.
analysis::enet::Records<Record>& records() {
  static analysis::enet::Records<Record> all;
  return all;
}
/// Those that are not the first of their frame.
plugin::FrameValues<Record*> further_records;

constexpr RecordKey last_layer = 254;  // greater keys: further datagrams in a layer
constexpr std::uint8_t by_key = 255;   // the record is in further_records

Record& make_record(packet_info* pinfo, RecordKey key) {
  Record& record = records().add(pinfo->num, file_arena);
  const bool is_first = records().first_of(pinfo->num) == &record;
  record.layer = is_first && key <= last_layer ? static_cast<std::uint8_t>(key) : by_key;
  if (record.layer == by_key) further_records.make(pinfo, key, &record);
  return record;
}

/// The guess for a connection without a handshake.
class Guess final : public analysis::enet::LikelierServer {
 public:
  Guess(const Conversation& conversation, const packet_info* pinfo) noexcept
      : conversation_(conversation), pinfo_(pinfo) {}
  [[nodiscard]] Direction likelier_server() const override { return dissector::likelier_server(conversation_, pinfo_); }

 private:
  const Conversation& conversation_;
  const packet_info* pinfo_;
};
LEFT_BY_LONGJMP(Guess);

/// Keeps what both ends of the connection show of the server.
void watch_server(const Conversation& conversation, const Record& record, const Reading& reading) {
  Endpoint* server = conversation.ends[opposite(record.stream->client)];
  if (server == nullptr) return;
  analysis::enet::watch_server(connections(), *record.stream, *server,
                               {record.frame, record.direction, record.compression, reading.reader()});
}

/// Updates the conversation's properties from a datagram.
void observe_settings(Conversation& conversation, const Record& record, const Reading& reading) {
  conversation.make = reading.header.make;
  if (conversation.checksum == Checksum::automatic && (reading.checksum_proved || reading.plain.exact))
    conversation.checksum = reading.header.has_checksum ? Checksum::present : Checksum::absent;
  if (reading.plain.exact) {
    conversation.compression = reading.plain.compression;
    for (Endpoint* end : conversation.ends) {
      if (end != nullptr) end->compression = conversation.compression;
    }
  }
  const Stream* stream = record.stream;
  if (!conversation.is_crc && reading.header.has_checksum && reading.has_commands && stream != nullptr &&
      stream->has_connect_id()) {
    const std::uint32_t id = reading.header.peer_id == no_peer_id ? 0 : stream->connect_id();
    conversation.is_crc = checksum(reading.header, id, reading.command_bytes()) == reading.header.checksum;
  }
}

}  // namespace

Record* find_record(packet_info* pinfo, RecordKey key) {
  Record* first = records().first_of(pinfo->num);
  if (first == nullptr) return nullptr;
  if (first->layer == key && key <= last_layer) return first;
  Record* const* further = further_records.find(pinfo, key);
  return further != nullptr ? *further : nullptr;
}

const analysis::Completeness& capture_completeness() noexcept { return completeness; }

const Record* first_record(std::uint32_t frame) { return records().first_of(frame); }

void reset_records() noexcept {
  records() = {};
  completeness = {};
  parts = nullptr;
}

FragmentPart* parts_of(const Record* record) {
  if (record == nullptr || !record->has_parts) return nullptr;
  return static_cast<FragmentPart*>(wmem_map_lookup(parts, record));
}

Record& track(packet_info* pinfo, RecordKey key, Conversation& conversation, const Reading& reading) {
  Record& record = make_record(pinfo, key);
  record.direction = direction_of(conversation, pinfo);
  record.compression = reading.plain.compression;
  record.checksum = reading.header.has_checksum ? Checksum::present : Checksum::absent;
  if (reading.has_commands) {
    record.stream = conversation.streams->track({pinfo->num, record.direction, reading.header, reading.reader()},
                                                Guess(conversation, pinfo));
    if (record.stream != nullptr) {
      const std::size_t end = record.direction == record.stream->client ? 0 : 1;
      record.stream->make = reading.header.make;
      record.stream->link.last_frames[end] = pinfo->num;
      record.stream->link.reads_at[end] = plugin::absolute_time(pinfo);
      if (reading.header.compressed) record.stream->compresses[record.direction] = true;
      if (tracks_sequence()) {
        analyse(record, pinfo, reading);
        track_sides(record, conversation, reading);
      }
      follow_commands(record, pinfo, reading);
      name_ends(conversation, *record.stream);
      watch_server(conversation, record, reading);
    }
  }
  judge_completeness(record, pinfo, reading);
  observe_settings(conversation, record, reading);
  return record;
}

const Stream* first_stream(packet_info* pinfo) {
  if (records().first_of(pinfo->num) == nullptr) return nullptr;
  constexpr RecordKey searched_layers = 64;
  for (RecordKey layer = 0; layer != searched_layers; ++layer) {
    const Record* record = find_record(pinfo, layer);
    if (record != nullptr && record->stream != nullptr) return record->stream;
  }
  return nullptr;
}

}  // namespace godot::enet::dissector
