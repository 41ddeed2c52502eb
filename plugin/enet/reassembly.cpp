// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/reassembly.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <span>

#include "analysis/base/number_hash.h"
#include "analysis/base/sequence.h"
#include "analysis/enet/table.h"
#include "plugin/core/fields.h"
#include "plugin/core/items.h"
#include "plugin/enet/generated.h"
#include "plugin/enet/memory.h"

namespace godot::enet::dissector {

/// Identifies a message in its channel.
struct FragmentKey {
  std::uint64_t reliable;  ///< of reliable fragments: the first one's number
  std::uint32_t sequence;  ///< of unreliable fragments
};

/// One direction of a channel.
struct FragmentChannel {
  std::uint64_t reliable = analysis::enet::series_begin;  ///< the last reliable number, extended beyond 16 bits
  wmem_map_t* reliable_messages = nullptr;
  wmem_map_t* unreliable_messages = nullptr;
};

struct Reassembly {
  std::array<analysis::enet::Table<FragmentChannel>, 2> channels;
};

namespace {

std::uint32_t message_count = 0;
reassembly_table table;

/// Fragments from `begin` to before `end`. Adjacent runs are possible.
struct Run {
  std::uint32_t begin;
  std::uint32_t end;
};

extern "C" {
static guint key_hash(gconstpointer key) {
  const auto* fragment = static_cast<const FragmentKey*>(key);
  return static_cast<guint>(analysis::hash_numbers(fragment->reliable, fragment->sequence));
}
static gboolean key_equal(gconstpointer one, gconstpointer other) {
  const auto* left = static_cast<const FragmentKey*>(one);
  const auto* right = static_cast<const FragmentKey*>(other);
  return static_cast<gboolean>(left->reliable == right->reliable && left->sequence == right->sequence);
}
static gpointer table_key(const packet_info*, guint32 id, const void*) { return GUINT_TO_POINTER(id); }
static void keep_key(gpointer) {}  // the key is a number
static void reset_messages() { message_count = 0; }
}

FragmentChannel& channel_of(Stream& stream, Direction direction, std::uint8_t number) {
  if (stream.reassembly == nullptr) stream.reassembly = file_arena.make<Reassembly>();
  auto& channels = stream.reassembly->channels[direction];
  FragmentChannel* channel = channels.find(analysis::enet::channel_key(number));
  if (channel == nullptr) {
    channel = file_arena.make<FragmentChannel>();
    channels.set(analysis::enet::channel_key(number), channel, file_arena);
  }
  return *channel;
}

/// Adds `number` to the fragments seen. False: seen before.
bool see(Fragmented& message, std::uint32_t number) {
  if (message.runs == nullptr) message.runs = wmem_tree_new(wmem_file_scope());
  auto* run = static_cast<Run*>(wmem_tree_lookup32_le(message.runs, number));
  if (run != nullptr && number < run->end) return false;
  if (run == nullptr || number != run->end) {
    run = file_arena.make<Run>();
    run->begin = number;
    wmem_tree_insert32(message.runs, number, run);
  }
  run->end = number + 1;
  ++message.seen;
  return true;
}

/// The text of the gaps between runs.
struct Missing {
  wmem_strbuf_t* text;
  std::uint32_t from;  ///< all numbers before this have been handled
  unsigned gaps;

  /// False if the text has reached its limit.
  bool gap_before(std::uint32_t number) {
    constexpr unsigned most_gaps = 32;
    if (number <= from) return true;
    if (++gaps > most_gaps) {
      wmem_strbuf_append(text, ", ...");
      return false;
    }
    if (gaps != 1) wmem_strbuf_append(text, ", ");
    wmem_strbuf_append_printf(text, "%u", from);
    if (number - from > 1) wmem_strbuf_append_printf(text, "-%u", number - 1);
    return true;
  }
};

extern "C" {
static bridge::VisitBool look_at_run(const void*, void* value, void* context) {
  const auto* run = static_cast<const Run*>(value);
  auto* missing = static_cast<Missing*>(context);
  const bool go_on = missing->gap_before(run->begin);
  missing->from = run->end;
  return static_cast<bridge::VisitBool>(!go_on);
}
}

const fragment_items& items() {
  using plugin::EnetField;
  static int ett_fragment = plugin::subtree(EnetField::enet_fragment);
  static int ett_fragments = plugin::subtree(EnetField::enet_fragments);
  static int fields[] = {
      plugin::header_field(EnetField::enet_fragments),        plugin::header_field(EnetField::enet_fragment),
      plugin::header_field(EnetField::enet_fragment_overlap), plugin::header_field(EnetField::enet_fragment_conflict),
      plugin::header_field(EnetField::enet_fragment_tails),   plugin::header_field(EnetField::enet_fragment_too_long),
      plugin::header_field(EnetField::enet_fragment_error),   plugin::header_field(EnetField::enet_fragments_count),
      plugin::header_field(EnetField::enet_reassembled_in),   plugin::header_field(EnetField::enet_reassembled_length),
      plugin::header_field(EnetField::enet_reassembled_data),
  };
  static const fragment_items rows = {&ett_fragment, &ett_fragments, &fields[0],  &fields[1],      &fields[2],
                                      &fields[3],    &fields[4],     &fields[5],  &fields[6],      &fields[7],
                                      &fields[8],    &fields[9],     &fields[10], "ENet fragments"};
  return rows;
}

}  // namespace

void count_sequence(Stream& stream, Direction direction, const Command& command) {
  if (!command.acknowledge || command.channel == connection_channel) return;
  FragmentChannel& channel = channel_of(stream, direction, command.channel);
  const std::uint64_t number = analysis::enet::extend(channel.reliable, command.reliable_sequence);
  if (number > channel.reliable) channel.reliable = number;
}

FragmentPart* track_fragment(Stream& stream, Direction direction, const Command& command, std::uint16_t index,
                             const packet_info* pinfo) {
  const Fragment body = fragment(command);
  FragmentChannel& channel = channel_of(stream, direction, command.channel);
  const bool reliable = command.type == CommandType::send_fragment;
  const FragmentKey key = {
      .reliable = analysis::enet::extend(channel.reliable, reliable ? body.start_sequence : command.reliable_sequence),
      .sequence = reliable ? 0U : body.start_sequence};
  wmem_map_t*& messages = reliable ? channel.reliable_messages : channel.unreliable_messages;
  if (messages == nullptr) messages = wmem_map_new(wmem_file_scope(), key_hash, key_equal);
  auto* message = static_cast<Fragmented*>(wmem_map_lookup(messages, &key));
  if (message == nullptr) {
    message = file_arena.make<Fragmented>();
    message->id = ++message_count;
    message->count = body.count;
    message->total_length = body.total_length;
    auto* kept = file_arena.make<FragmentKey>();
    *kept = key;
    wmem_map_insert(messages, kept, message);
  }
  auto* part = file_arena.make<FragmentPart>();
  part->message = message;
  part->command = index;
  part->fits = body.count == message->count && body.total_length == message->total_length;
  const bool whole = command.payload.size() == command.payload_length;
  part->is_new = part->fits && whole && see(*message, body.number);
  if (part->is_new) message->last_frame = pinfo->num;
  return part;
}

namespace {

/// The bytes of one fragment of an unlisted message.
struct Piece {
  std::uint32_t number;
  std::uint32_t offset;
  std::uint32_t length;
  const std::uint8_t* bytes;
};

/// Joins the pieces. Null if they do not cover the message without gaps in ENet's fixed sizes.
const std::uint8_t* join(wmem_array_t* pieces, std::uint32_t total_length) {
  auto* first = static_cast<Piece*>(wmem_array_get_raw(pieces));
  const std::span<Piece> all(first, wmem_array_get_count(pieces));
  std::sort(all.begin(), all.end(), [](const Piece& one, const Piece& other) { return one.number < other.number; });
  std::uint32_t end = 0;
  for (const Piece& piece : all) {
    if (piece.offset != end) return nullptr;
    end += piece.length;
  }
  if (end != total_length) return nullptr;
  auto* whole = static_cast<std::uint8_t*>(wmem_alloc(wmem_file_scope(), total_length));
  for (const Piece& piece : all) std::memcpy(whole + piece.offset, piece.bytes, piece.length);
  return whole;
}

void free_pieces(Fragmented& message) {
  const std::span<Piece> all(static_cast<Piece*>(wmem_array_get_raw(message.pieces)),
                             wmem_array_get_count(message.pieces));
  for (const Piece& piece : all) wmem_free(wmem_file_scope(), const_cast<std::uint8_t*>(piece.bytes));
  wmem_destroy_array(message.pieces);
  message.pieces = nullptr;
}

/// Like reassemble(), for an unlisted message.
tvbuff_t* reassemble_unlisted(const FragmentPart& part, const Command& command, tvbuff_t* tvb, int offset,
                              packet_info* pinfo, proto_tree* tree) {
  Fragmented& message = *part.message;
  if (pinfo->fd->visited == 0) {
    if (message.pieces == nullptr) message.pieces = wmem_array_new(wmem_file_scope(), sizeof(Piece));
    const Fragment body = fragment(command);
    const Piece piece = {
        .number = body.number,
        .offset = body.offset,
        .length = command.payload_length,
        .bytes = static_cast<std::uint8_t*>(tvb_memdup(wmem_file_scope(), tvb, offset, command.payload_length))};
    wmem_array_append_one(message.pieces, piece);
    if (message.seen != message.count) return nullptr;
    message.whole = join(message.pieces, message.total_length);
    free_pieces(message);
    if (message.whole == nullptr) return nullptr;
    message.complete_in = pinfo->num;
    message.complete_at = part.command;
  }
  if (message.whole == nullptr || message.complete_in != pinfo->num || message.complete_at != part.command)
    return nullptr;
  tvbuff_t* whole =
      tvb_new_child_real_data(tvb, message.whole, message.total_length, static_cast<int>(message.total_length));
  add_new_data_source(pinfo, whole, "Reassembled ENet message");
  const auto add = [&](plugin::EnetField field, std::uint32_t value) {
    plugin::add_generated_number(tree, plugin::header_field(field), {whole}, value);
  };
  add(plugin::EnetField::enet_fragments_count, message.count);
  add(plugin::EnetField::enet_reassembled_length, message.total_length);
  return whole;
}

}  // namespace

tvbuff_t* reassemble(const FragmentPart& part, const Command& command, tvbuff_t* tvb, int offset, packet_info* pinfo,
                     proto_tree* tree) {
  Fragmented& message = *part.message;
  if (!part.is_new || command.payload_length == 0) return nullptr;
  if (!message.is_listed()) return reassemble_unlisted(part, command, tvb, offset, pinfo, tree);
  const Fragment body = fragment(command);
  const bool more = body.offset + command.payload_length < body.total_length;
  fragment_head* head = fragment_add_check(&table, tvb, offset, pinfo, message.id, nullptr, body.offset,
                                           command.payload_length, static_cast<bridge::Bool>(more));
  if (pinfo->fd->visited == 0 && head != nullptr) {
    message.complete_in = pinfo->num;
    message.complete_at = part.command;
  }
  if (head == nullptr || message.complete_in != pinfo->num || message.complete_at != part.command) return nullptr;
  return process_reassembled_data(tvb, offset, pinfo, "Reassembled ENet message", head, &items(), nullptr, tree);
}

const char* missing_fragments(Fragmented& message) {
  if (message.seen == message.count) return nullptr;
  if (message.missing == nullptr || message.missing_when_seen != message.seen) {
    Missing missing = {.text = wmem_strbuf_new(wmem_file_scope(), ""), .from = 0, .gaps = 0};
    const bool stopped = message.runs != nullptr &&
                         wmem_tree_foreach(message.runs, look_at_run, &missing) != static_cast<bridge::VisitBool>(0);
    if (!stopped) missing.gap_before(message.count);
    message.missing = wmem_strbuf_finalize(missing.text);
    message.missing_when_seen = message.seen;
  }
  return message.missing;
}

void register_reassembly() {
  static const reassembly_table_functions functions = {g_direct_hash, g_direct_equal, table_key,
                                                       table_key,     keep_key,       keep_key};
  reassembly_table_register(&table, &functions);
  register_init_routine(reset_messages);
}

}  // namespace godot::enet::dissector
