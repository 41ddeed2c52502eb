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
  std::uint64_t reliable = analysis::series_begin;  ///< the last reliable number, extended beyond 16 bits
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
  const std::uint64_t number = analysis::extend(channel.reliable, command.reliable_sequence);
  if (number > channel.reliable) channel.reliable = number;
}

FragmentPart* track_fragment(Stream& stream, Direction direction, const Command& command, std::uint16_t index,
                             const packet_info* pinfo) {
  const Fragment body = fragment(command);
  FragmentChannel& channel = channel_of(stream, direction, command.channel);
  const bool reliable = command.type == CommandType::send_fragment;
  const FragmentKey key = {
      .reliable = analysis::extend(channel.reliable, reliable ? body.start_sequence : command.reliable_sequence),
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

/// The bytes of one fragment.
struct Piece {
  std::uint32_t number;
  std::uint32_t offset;
  std::uint32_t length;
  std::uint32_t frame;
  const std::uint8_t* bytes;
};

std::span<Piece> pieces_of(const Fragmented& message) {
  return {static_cast<Piece*>(wmem_array_get_raw(message.pieces)), wmem_array_get_count(message.pieces)};
}

void keep_piece(Fragmented& message, const Command& command, tvbuff_t* tvb, int offset, std::uint32_t frame) {
  if (message.pieces == nullptr) message.pieces = wmem_array_new(wmem_file_scope(), sizeof(Piece));
  const Fragment body = fragment(command);
  const Piece piece = {
      .number = body.number,
      .offset = body.offset,
      .length = command.payload_length,
      .frame = frame,
      .bytes = static_cast<std::uint8_t*>(tvb_memdup(wmem_file_scope(), tvb, offset, command.payload_length))};
  wmem_array_append_one(message.pieces, piece);
}

void free_pieces(Fragmented& message) {
  for (const Piece& piece : pieces_of(message)) wmem_free(wmem_file_scope(), const_cast<std::uint8_t*>(piece.bytes));
  wmem_destroy_array(message.pieces);
  message.pieces = nullptr;
}

/// Sorts the pieces by offset, with one that reaches the message's end as the last. False: they leave a gap.
bool arrange(std::span<Piece> pieces, std::uint32_t total_length) {
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const Piece& one, const Piece& other) { return one.offset < other.offset; });
  std::uint32_t end = 0;
  for (const Piece& piece : pieces) {
    if (piece.offset > end) return false;
    end = std::max(end, piece.offset + piece.length);
  }
  const auto last = std::find_if(pieces.rbegin(), pieces.rend(), [total_length](const Piece& piece) {
    return piece.offset + piece.length == total_length;
  });
  if (last == pieces.rend()) return false;
  std::rotate(last.base() - 1, last.base(), pieces.end());
  return true;
}

/// Passes all pieces to Wireshark's reassembly in order: in any other it would search its list for each. It takes the
/// frame of a fragment from `pinfo`.
bool list(const Fragmented& message, tvbuff_t* tvb, packet_info* pinfo) {
  const std::span<Piece> all = pieces_of(message);
  if (!arrange(all, message.total_length)) return false;
  const std::uint32_t frame = pinfo->num;
  fragment_head* head = nullptr;
  for (const Piece& piece : all) {
    const auto length = static_cast<int>(piece.length);
    const bool more = &piece != &all.back();
    tvbuff_t* bytes = tvb_new_child_real_data(tvb, piece.bytes, piece.length, length);
    pinfo->num = piece.frame;
    head = fragment_add_check(&table, bytes, 0, pinfo, message.id, nullptr, piece.offset, piece.length,
                              static_cast<bridge::Bool>(more));
  }
  pinfo->num = frame;
  if (head != nullptr) head->reassembled_in = frame;
  return head != nullptr;
}

/// Joins the pieces. Null if they do not cover the message without gaps in ENet's fixed sizes.
const std::uint8_t* join(const Fragmented& message) {
  const std::span<Piece> all = pieces_of(message);
  std::sort(all.begin(), all.end(), [](const Piece& one, const Piece& other) { return one.number < other.number; });
  std::uint32_t end = 0;
  for (const Piece& piece : all) {
    if (piece.offset != end) return nullptr;
    end += piece.length;
  }
  if (end != message.total_length) return nullptr;
  auto* whole = static_cast<std::uint8_t*>(wmem_alloc(wmem_file_scope(), message.total_length));
  for (const Piece& piece : all) std::memcpy(whole + piece.offset, piece.bytes, piece.length);
  return whole;
}

/// Puts a message together of which all fragments were seen. False: their bytes leave gaps.
bool complete(Fragmented& message, tvbuff_t* tvb, packet_info* pinfo) {
  if (message.is_listed()) return list(message, tvb, pinfo);
  message.whole = join(message);
  return message.whole != nullptr;
}

/// The buffer of a complete message that Wireshark does not list.
tvbuff_t* show_unlisted(const Fragmented& message, tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree) {
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
  if (!part.is_new) return nullptr;
  if (pinfo->fd->visited == 0) {
    if (command.payload_length != 0) keep_piece(message, command, tvb, offset, pinfo->num);
    if (message.seen == message.count && message.pieces != nullptr) {
      const bool is_complete = complete(message, tvb, pinfo);
      free_pieces(message);
      if (is_complete) {
        message.complete_in = pinfo->num;
        message.complete_at = part.command;
      }
    }
  }
  if (message.complete_in != pinfo->num || message.complete_at != part.command) return nullptr;
  if (!message.is_listed()) return show_unlisted(message, tvb, pinfo, tree);
  fragment_head* head = fragment_get_reassembled_id(&table, pinfo, message.id);
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
