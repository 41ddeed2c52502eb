// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/record.h"

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
    count_sequence(stream, record.direction, command);
    if (!command.is_fragment()) continue;
    FragmentPart* part = track_fragment(stream, record.direction, command, index, pinfo);
    *end = part;
    end = &part->next;
  }
  if (first != nullptr) keep_parts(record, *first);
  if (analyses) hear_round_trips(record);
}

/// The first record of each frame. Takes less than half the memory of a map; nearly every frame has at most one record.
class FirstRecords {
 public:
  [[nodiscard]] Record* first_of(std::uint32_t frame) const {
    const Page* page = page_of(frame);
    return page != nullptr ? page->records[frame % page_size] : nullptr;
  }

  void set_first(std::uint32_t frame, Record& record) {
    Page* page = page_of(frame);
    if (page == nullptr) {
      if (pages_ == nullptr) pages_ = wmem_map_new(wmem_file_scope(), g_direct_hash, g_direct_equal);
      page = wmem_new0(wmem_file_scope(), Page);
      wmem_map_insert(pages_, GUINT_TO_POINTER(frame / page_size), page);
    }
    page->records[frame % page_size] = &record;
    last_page_ = page;
    last_ = frame / page_size;
  }

  void reset() noexcept { *this = {}; }

 private:
  static constexpr std::uint32_t page_size = 512;
  struct Page {
    Record* records[page_size];
  };

  [[nodiscard]] Page* page_of(std::uint32_t frame) const {
    if (last_page_ != nullptr && frame / page_size == last_) return last_page_;
    if (pages_ == nullptr) return nullptr;
    return static_cast<Page*>(wmem_map_lookup(pages_, GUINT_TO_POINTER(frame / page_size)));
  }

  wmem_map_t* pages_ = nullptr;
  Page* last_page_ = nullptr;  // the page used last
  std::uint32_t last_ = 0;
};

FirstRecords records;
plugin::FrameValues<Record*> further_records;

constexpr RecordKey last_layer = 255;  // greater keys: further datagrams in a layer

void keep(Record& record, packet_info* pinfo, RecordKey key) {
  if (key <= last_layer && records.first_of(pinfo->num) == nullptr) {
    record.layer = static_cast<std::uint8_t>(key);
    records.set_first(pinfo->num, record);
    return;
  }
  further_records.make(pinfo, key, &record);
}

/// Updates the conversation's properties from a datagram.
void learn_habits(Conversation& conversation, const Record& record, const Reading& reading) {
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
  Record* first = records.first_of(pinfo->num);
  if (first != nullptr && first->layer == key) return first;
  if (first == nullptr && key <= last_layer) return nullptr;
  Record* const* further = further_records.find(pinfo, key);
  return further != nullptr ? *further : nullptr;
}

const Record* first_record(std::uint32_t frame) { return records.first_of(frame); }

void reset_records() noexcept {
  records.reset();
  parts = nullptr;
}

FragmentPart* parts_of(const Record* record) {
  if (record == nullptr || !record->has_parts) return nullptr;
  return static_cast<FragmentPart*>(wmem_map_lookup(parts, record));
}

Record& track(packet_info* pinfo, RecordKey key, Conversation& conversation, const Reading& reading) {
  Record& record = *file_arena.make<Record>();
  record.direction = direction_of(conversation, pinfo);
  record.compression = reading.plain.compression;
  record.checksum = reading.header.has_checksum ? Checksum::present : Checksum::absent;
  if (reading.has_commands) {
    record.stream = track_stream(conversation, pinfo, record.direction, reading.header, reading.reader());
    if (record.stream != nullptr) {
      if (reading.header.compressed) record.stream->compresses[record.direction] = true;
      if (tracks_sequence()) {
        analyse(record, pinfo, reading);
        track_sides(record, pinfo, conversation, reading);
      }
      follow_commands(record, pinfo, reading);
      name_ends(conversation, *record.stream);
    }
  }
  learn_habits(conversation, record, reading);
  keep(record, pinfo, key);
  return record;
}

const Stream* first_stream(packet_info* pinfo) {
  constexpr RecordKey searched_layers = 64;
  for (RecordKey layer = 0; layer != searched_layers; ++layer) {
    const Record* record = find_record(pinfo, layer);
    if (record != nullptr && record->stream != nullptr) return record->stream;
  }
  return nullptr;
}

}  // namespace godot::enet::dissector
