// SPDX-License-Identifier: MIT
#include "codec/enet/walk.h"

#include <algorithm>

#include "codec/core/cursor.h"
#include "codec/core/silent_sink.h"
#include "codec/enet/fields.h"

namespace godot::enet {
namespace {

/// The field of a command that a note is about.
struct NoteRow {
  Note note;
  Field field;
};
constexpr NoteRow note_rows[] = {
    {note::enet_reserved_bits, field::enet_command},
    {note::enet_unusual_flags, field::enet_command},
    {note::enet_sent_time_missing, field::enet_command},
    {note::enet_not_connected, field::enet_command},
    {note::enet_already_connected, field::enet_command},
    {note::enet_unusual_channel, field::enet_channel},
    {note::enet_acknowledge_mismatch, field::enet_acknowledge_reliable_sequence},
    {note::enet_invalid_channel_count, field::enet_channel_count},
};

constexpr Field stock_word[] = {field::enet_peer_id, field::enet_session_id, field::enet_header_compressed,
                                field::enet_header_has_sent_time};
constexpr Field csharp_word[] = {field::enet_peer_id, field::enet_session_id, field::enet_csharp_has_sent_time};
constexpr Field more_peers_word[] = {field::enet_more_peer_id, field::enet_more_session_id, field::enet_more_has_extra,
                                     field::enet_header_compressed, field::enet_header_has_sent_time};

/// The parts of the peer word, in the order in which they are reported.
std::span<const Field> parts_of_word(Make make) noexcept {
  switch (make) {
    case Make::stock: break;
    case Make::enet_csharp: return csharp_word;
    case Make::more_peers: return more_peers_word;
  }
  return stock_word;
}

std::string_view view(std::span<const std::uint8_t> bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

template <class S>
class Walker {
 public:
  Walker(const Buffer& buffer, const Options& options, S& sink, CommandSink* commands) noexcept
      : buffer_(buffer), options_(options), sink_(sink), commands_(commands) {}

  Result datagram() {
    sink_.open(field::enet, 0, {});
    const bool good = read_header(buffer_, options_.checksum, result_.header, result_.problem, options_.make);
    if constexpr (reports) header_events();
    if (!good) {
      fail();
    } else {
      if (commands_ != nullptr) commands_->header(result_.header);
      if (result_.header.compressed) compressed();
      else commands(CommandReader(buffer_, result_.header));
    }
    sink_.close(field::enet, result_.consumed);
    return result_;
  }

  Result body(const Header& header) {
    result_.header = header;
    sink_.open(field::enet_decompressed, 0, {});
    commands(CommandReader(buffer_, header, 0, options_.padded));
    sink_.close(field::enet_decompressed, result_.consumed);
    return result_;
  }

 private:
  static constexpr bool reports = !std::is_same_v<S, SilentSink>;

  void note(Note note, Offset begin, Offset length) {
    result_.notes.add(note);
    sink_.note(note, begin, length);
  }

  void fail() {
    result_.consumed = result_.problem.offset;
    sink_.problem(result_.problem);
  }

  // --- The header ---------------------------------------------------------------------------------------------------

  /// Reports the part of the header that is there.
  void header_events() {
    const Header& header = result_.header;
    if (header.size < 2) return;
    const Value word = Value::of_uint(header.word);
    sink_.open(field::enet_header, 0, word);
    for (const Field field : parts_of_word(header.make)) sink_.leaf(field, 0, 2, word);
    sink_.close(field::enet_header, 2);
    Offset at = 2;
    if (header.has_sent_time && header.size >= at + 2) {
      sink_.leaf(field::enet_sent_time, at, 2, Value::of_uint(header.sent_time));
      at += 2;
    }
    if (header.has_peer_extra && header.size >= at + 1)
      sink_.leaf(field::enet_peer_extra, at++, 1, Value::of_uint(header.peer_extra));
    if (header.has_checksum && header.size >= at + 4)
      sink_.leaf(field::enet_checksum, at, 4, Value::of_uint(header.checksum));
  }

  void compressed() {
    Cursor in(buffer_, message_end);
    in.skip(result_.header.size);
    const std::span<const std::uint8_t> bytes(in.bytes(in.captured_left()), in.captured_left());
    if (!bytes.empty()) {
      sink_.leaf(field::enet_compressed_data, in.position(), static_cast<Offset>(bytes.size()),
                 Value::of_bytes(view(bytes)));
    }
    if (!in.has(std::max(in.left(), 1U), field::enet_compressed_data, result_.problem)) return fail();
    result_.consumed = in.position() + static_cast<Offset>(bytes.size());
  }

  // --- Commands -----------------------------------------------------------------------------------------------------

  void commands(CommandReader reader) {
    const Offset begin = reader.position();
    Command command;
    while (reader.next(command)) {
      ++result_.commands;
      good(command);
    }
    if (reader.at_padding()) padding(reader);
    result_.consumed = reader.position();
    if (reader.problem()) {
      broken(command, reader.problem());
    } else if (result_.commands == 0) {
      note(note::enet_no_commands, begin, 0);
    }
  }

  /// Reports the zeros that FastLZ appended to commands that were too short for it.
  void padding(CommandReader& reader) {
    const Offset begin = reader.position();
    const Offset length = buffer_.reported - begin;
    const auto zeros = buffer_.captured.subspan(begin, length);
    sink_.leaf(field::enet_padding, begin, length, Value::of_bytes(view(zeros)));
    note(note::enet_padded, begin, length);
    reader.skip_rest();
  }

  void good(const Command& command) {
    sink_.open(node_of(command.type), command.begin, {});
    fields(command);
    const bool taken = commands_ != nullptr && commands_->command(command);
    if (command.has_payload() && !taken && !command.payload.empty()) {
      sink_.leaf(field::enet_payload, command.payload_begin, static_cast<Offset>(command.payload.size()),
                 Value::of_bytes(view(command.payload)));
    }
    sink_.close(node_of(command.type), command.payload_begin + static_cast<Offset>(command.payload.size()));
  }

  /// Reports the part of a command that is there, and the problem.
  void broken(const Command& command, const Problem& problem) {
    result_.problem = problem;
    if (command.fixed == 0) return fail();
    sink_.open(node_of(command.type), command.begin, {});
    fields(command);
    fail();
    sink_.close(node_of(command.type), command.begin + command.fixed);
  }

  void fields(const Command& command) {
    if constexpr (!reports) {
      result_.notes.add(command.notes);
      return;
    }
    Offset at = command.begin;
    for (const Part& part : parts_of(command.type)) {
      const Offset from = at - command.begin;
      if (from + part.width > command.fixed) return;
      const Value value = Value::of_uint(load_part(command.bytes + from, part.width));
      sink_.leaf(part.field, at, part.width, value);
      if (part.field == field::enet_command) {
        sink_.leaf(field::enet_command_unsequenced, at, part.width, value);
        sink_.leaf(field::enet_command_acknowledge, at, part.width, value);
      }
      if (command.notes.any()) notes_about(command, part, at);
      at += part.width;
    }
  }

  void notes_about(const Command& command, const Part& part, Offset at) {
    for (const NoteRow& row : note_rows) {
      if (row.field == part.field && command.notes.has(row.note)) note(row.note, at, part.width);
    }
  }

  const Buffer& buffer_;
  const Options& options_;
  S& sink_;
  CommandSink* commands_;
  Result result_;
};

}  // namespace

Result walk(const Buffer& datagram, const Options& options, Sink& sink, CommandSink* commands) {
  return Walker<Sink>(datagram, options, sink, commands).datagram();
}

Result walk_commands(const Buffer& body, const Header& header, const Options& options, Sink& sink,
                     CommandSink* commands) {
  return Walker<Sink>(body, options, sink, commands).body(header);
}

Result validate(const Buffer& datagram, const Options& options) noexcept {
  SilentSink silence;
  return Walker<SilentSink>(datagram, options, silence, nullptr).datagram();
}

Result validate_commands(const Buffer& body, const Header& header, const Options& options) noexcept {
  SilentSink silence;
  return Walker<SilentSink>(body, options, silence, nullptr).body(header);
}

}  // namespace godot::enet
