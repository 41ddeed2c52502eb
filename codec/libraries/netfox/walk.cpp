// SPDX-License-Identifier: MIT
#include "codec/libraries/netfox/walk.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "codec/core/reader.h"
#include "codec/core/silent_sink.h"
#include "codec/libraries/netfox/call_walk.h"
#include "codec/libraries/netfox/fields.h"
#include "codec/libraries/netfox/serialized_values.h"
#include "codec/variant/fields.h"

namespace godot::netfox {
namespace {

constexpr Offset longest_varuint = 10;
constexpr unsigned varuint_bits = 7;
constexpr std::uint8_t more_follows = 0x80;

/// Numbers of a Variant that netfox sends: ints and floats of 4 or 8 bytes.
constexpr std::uint32_t wide_flag = variant::flag_64;
constexpr std::uint32_t pong_values = 3;

class Walker : private MessageReader<Result> {
 public:
  /// `is_silent`: the sink ignores all events.
  Walker(const Buffer& command, const Options& options, Sink& sink, PacketSink* facts, bool is_silent) noexcept
      : MessageReader(command, sink, field::netfox), options_(options), facts_(facts) {
    silent = is_silent;
  }

  Result run() {
    sink.open(field::netfox, 0, {});
    close(field::netfox, command());
    result.consumed = result.problem ? result.problem.offset : in_.position();
    return result;
  }

 private:
  // --- Fields ------------------------------------------------------------------------------------------------------

  bool varuint(Field field, std::uint64_t& out) {
    const Offset begin = in_.position();
    out = 0;
    for (Offset i = 0; i < longest_varuint; ++i) {
      std::uint8_t byte = 0;
      if (!in_.read(byte, field, result.problem)) return false;
      out |= std::uint64_t{static_cast<std::uint8_t>(byte & ~more_follows)} << varuint_bits * i;
      if ((byte & more_follows) != 0) continue;
      leaf(field, begin, i + 1, Value::of_uint(out));
      return true;
    }
    return fail(Problem::Code::out_of_range, field, begin, longest_varuint + 1, longest_varuint + 1);
  }

  /// Reads a size, whose bytes must be there.
  bool size(Field field, std::uint64_t& out) {
    const Offset begin = in_.position();
    if (!varuint(field, out)) return false;
    if (out <= in_.left()) return true;
    return fail_count(field, begin, out);
  }

  /// Where a part of the message ends.
  [[nodiscard]] Offset part_end() const noexcept { return in_.position() + in_.left(); }

  // --- The command -------------------------------------------------------------------------------------------------

  bool command() {
    if (options_.form == Form::raw) {
      if (!prefix()) return false;
    } else {
      command_leaf(options_.command, 0);
    }
    switch (content(options_.kind)) {
      case Content::time: return time();
      case Content::nothing: return nothing();
      case Content::snapshot: return snapshot(0);
      case Content::inputs: return inputs();
      case Content::identities: return identities();
      case Content::data: return data();
    }
    return false;
  }

  void command_leaf(std::uint8_t value, Offset length) {
    leaf(field::netfox_command, in_.position(), length, Value::of_uint(value));
  }

  bool prefix() {
    constexpr auto length = static_cast<Offset>(raw_prefix.size());
    if (!has(length, field::netfox_prefix)) return false;
    const std::uint8_t* bytes = in_.bytes(length);
    if (!std::equal(raw_prefix.begin(), raw_prefix.end(), bytes))
      return fail(Problem::Code::out_of_range, field::netfox_prefix, 0, bytes[1], raw_prefix[1]);
    leaf(field::netfox_prefix, 0, length, Value::of_bytes(in_.view(0, length)));
    in_.skip(length);
    std::uint8_t value = 0;
    return number(field::netfox_command, value);
  }

  bool nothing() {
    if (in_.left() == 0) return true;
    return fail(Problem::Code::length_mismatch, field::netfox_data, in_.position(), in_.left(), 0);
  }

  bool data() {
    const Offset begin = in_.position();
    const Offset captured = in_.captured_left();
    if (captured != 0) leaf(field::netfox_data, begin, captured, Value::of_bytes(in_.view(begin, captured)));
    if (!has(in_.left(), field::netfox_data)) return false;
    in_.skip(captured);
    return true;
  }

  // --- Time --------------------------------------------------------------------------------------------------------

  /// Reads a number of a valid Variant.
  static double float_of(Cursor& in) {
    const std::uint32_t header = *in.look<std::uint32_t>();
    in.skip(sizeof header);
    Problem none;
    float narrow = 0;
    double wide = 0;
    if ((header & wide_flag) == 0) {
      (void)in.read(narrow, field::netfox_time, none);
      return narrow;
    }
    (void)in.read(wide, field::netfox_time, none);
    return wide;
  }
  static std::int64_t int_of(Cursor& in) {
    const std::uint32_t header = *in.look<std::uint32_t>();
    in.skip(sizeof header);
    Problem none;
    std::int32_t narrow = 0;
    std::int64_t wide = 0;
    if ((header & wide_flag) == 0) {
      (void)in.read(narrow, field::netfox_time, none);
      return narrow;
    }
    (void)in.read(wide, field::netfox_time, none);
    return wide;
  }

  /// The type of the Variant here must be this.
  bool is_type(std::uint32_t type) noexcept {
    std::uint32_t header = 0;
    if (!peek(header, field::netfox_time)) return false;
    if ((type == detail::type_array ? header : header & ~wide_flag) == type) return true;
    return fail(Problem::Code::wrong_type, field::netfox_time, in_.position(), header & variant::type_mask, type);
  }

  bool time() {
    const bool is_pong = options_.kind == CommandKind::pong;
    const bool is_ping = options_.kind == CommandKind::ping;
    if (!is_type(is_pong ? detail::type_array : is_ping ? detail::type_int : detail::type_float)) return false;
    const variant::Options options{.begin = in_.position(), .role = field::netfox_time, .limit = limit, .whole = false};
    variant::Result read = variant::validate(whole, options);
    if (!read.problem && is_pong && !is_pong_array()) return false;
    if (!read.problem && read.consumed != part_end())
      return fail(Problem::Code::length_mismatch, field::netfox_time, in_.position(), in_.left(),
                  read.consumed - in_.position());
    read = variant::walk(whole, options, sink);
    result.notes.add(read.notes);
    if (read.problem) {
      result.problem = read.problem;
      problem_reported = true;
      return false;
    }
    Cursor in = in_;
    Times times;
    if (is_pong) in.skip(2 * sizeof(std::uint32_t));
    if (is_ping || is_pong) times.sample = int_of(in);
    if (!is_ping) times.first = float_of(in);
    if (is_pong) times.second = float_of(in);
    in_.skip(read.consumed - in_.position());
    if (facts_ != nullptr) facts_->times(times);
    return true;
  }

  /// The array was checked before: an int and two floats.
  bool is_pong_array() noexcept {
    constexpr std::uint32_t types[pong_values] = {detail::type_int, detail::type_float, detail::type_float};
    Cursor in = in_;
    in.skip(sizeof(std::uint32_t));
    const std::uint32_t count = *in.look<std::uint32_t>();
    if (count != pong_values)
      return fail(Problem::Code::length_mismatch, field::netfox_time, in.position(), count, pong_values);
    in.skip(sizeof(std::uint32_t));
    for (const std::uint32_t type : types) {
      const std::uint32_t header = *in.look<std::uint32_t>();
      if ((header & ~wide_flag) != type)
        return fail(Problem::Code::wrong_type, field::netfox_time, in.position(), header & variant::type_mask, type);
      in.skip((header & wide_flag) != 0 ? 12 : 8);
    }
    return true;
  }

  // --- Snapshots ---------------------------------------------------------------------------------------------------

  bool inputs() {
    for (std::uint32_t redundancy = 0; in_.left() != 0; ++redundancy) {
      open(field::netfox_snapshot);
      const bool good = sized_snapshot(redundancy);
      if (!close(field::netfox_snapshot, good)) return false;
    }
    return true;
  }

  bool sized_snapshot(std::uint32_t redundancy) {
    std::uint64_t bytes = 0;
    if (!size(field::netfox_snapshot_size, bytes)) return false;
    const Field outer_limit = limit;
    const Offset outer_end = part_end();
    narrow(in_.position() + static_cast<Offset>(bytes), field::netfox_snapshot_size);
    leaf(field::netfox_redundancy, in_.position(), 0, Value::of_uint(redundancy));
    const bool good = snapshot(redundancy);
    narrow(outer_end, outer_limit);
    return good;
  }

  /// At least one node: empty snapshots are not sent.
  bool snapshot(std::uint32_t redundancy) {
    Snapshot mine{.redundancy = redundancy, .diff = is_diff(options_.kind), .begin = in_.position(), .end = part_end()};
    if (!number(field::netfox_tick, mine.tick)) return false;
    if (!result.has_tick) result.tick = mine.tick;
    result.has_tick = true;
    if (facts_ != nullptr) facts_->snapshot(mine);
    do {
      open(field::netfox_frame);
      const bool good = frame(mine.diff);
      if (!close(field::netfox_frame, good)) return false;
    } while (in_.left() != 0);
    return true;
  }

  bool reference(NodeReference& node) {
    node.begin = in_.position();
    if (!varuint(field::netfox_node_id, node.id)) return false;
    if (node.id == 0) {
      const Offset begin = in_.position();
      const std::string_view rest = in_.view(begin, in_.captured_left());
      const std::size_t length = rest.find('\0');
      if (length == std::string_view::npos) return has(std::uint64_t{rest.size()} + 1, field::netfox_node);
      node.path = rest.substr(0, length);
      leaf_of_text(field::netfox_node, begin, static_cast<Offset>(length + 1), node.path, note::netfox_invalid_utf8);
      in_.skip(static_cast<Offset>(length + 1));
    }
    node.length = in_.position() - node.begin;
    return true;
  }

  bool changed(NodeFrame& frame) {
    const Offset begin = in_.position();
    std::uint8_t byte = 0;
    do {
      if (!in_.read(byte, field::netfox_changed, result.problem)) return false;
    } while ((byte & more_follows) != 0);
    const Offset length = in_.position() - begin;
    frame.changed = whole.captured.subspan(begin, length);
    leaf(field::netfox_changed, begin, length, Value::of_bytes(in_.view(begin, length)));
    return true;
  }

  bool frame(bool diff) {
    NodeFrame mine{.diff = diff, .begin = in_.position()};
    if (!reference(mine.node)) return false;
    std::uint64_t bytes = 0;
    const Offset size_at = in_.position();
    if (!size(field::netfox_size, bytes) || (diff && !changed(mine))) return false;
    if (bytes > in_.left()) return fail_count(field::netfox_size, size_at, bytes);
    mine.values_begin = in_.position();
    mine.values_length = static_cast<Offset>(bytes);
    if (!has(bytes, field::netfox_values)) return false;
    const Layout layout = facts_ != nullptr ? facts_->layout(mine.node) : Layout{};
    Notes notes;
    mine.reading = reading_of(mine, layout, mine.values, notes);
    ++result.nodes;
    if (facts_ != nullptr) facts_->node(mine);
    if (mine.reading == Reading::unknown) {
      unread(mine);
    } else {
      if (!silent) values(mine, layout, sink, facts_, notes);
      else if (facts_ != nullptr) silently(mine, layout, notes);
      result.notes.add(notes);
      in_.skip(mine.values_length);
    }
    if (facts_ != nullptr) facts_->node_end(mine);
    return true;
  }

  /// The facts of values that were checked before.
  void silently(const NodeFrame& frame, const Layout& layout, Notes& notes) {
    SilentSink silence;
    values(frame, layout, silence, facts_, notes);
  }

  void unread(const NodeFrame& frame) {
    ++result.unread_nodes;
    leaf(field::netfox_values, frame.values_begin, frame.values_length,
         Value::of_bytes(in_.view(frame.values_begin, frame.values_length)));
    note(note::netfox_values_unread, frame.values_begin, frame.values_length);
    in_.skip(frame.values_length);
  }

  /// Decides how the bytes are read: by the known schema, or as Variants.
  Reading reading_of(const NodeFrame& frame, const Layout& layout, std::uint32_t& count, Notes& notes) {
    NodeFrame attempt = frame;
    SilentSink silence;
    const auto fits = [&](Reading how) {
      attempt.reading = how;
      count = 0;
      notes = {};
      return values(attempt, layout, silence, nullptr, notes, &count);
    };
    if (!layout.properties.empty()) {
      if (fits(Reading::schema)) return Reading::schema;
      if (fits(Reading::schema_old_engine)) return Reading::schema_old_engine;
    }
    if (fits(Reading::variants)) return Reading::variants;
    count = 0;
    return Reading::unknown;
  }

  /// Reads all values of a node; the cursor is unchanged. False: they do not fill their bytes.
  template <class S>
  bool values(const NodeFrame& frame, const Layout& layout, S& sink, PacketSink* facts, Notes& notes,
              std::uint32_t* count = nullptr) {
    const Offset end = frame.values_begin + frame.values_length;
    const Buffer bytes(whole.captured.first(end));
    Cursor in(bytes, field::netfox_size);
    in.skip(frame.values_begin);
    Problem problem;
    const bool wide_halves = frame.reading == Reading::schema_old_engine;
    const bool by_schema = frame.reading != Reading::variants;
    detail::Values<S> reader(in, bytes, field::netfox_size, sink, wide_halves, problem, notes);
    const auto most = frame.diff ? static_cast<std::uint32_t>(frame.changed.size()) * varuint_bits
                                 : std::numeric_limits<std::uint32_t>::max();
    for (std::uint32_t index = 0; index < most && (frame.diff || in.left() != 0); ++index) {
      if (frame.diff && !frame.has(index)) continue;
      if (by_schema && index >= layout.properties.size()) return false;
      PropertyValue place{.index = index, .begin = in.position()};
      if (facts != nullptr) facts->value(place);
      const Value number = Value::of_uint(index);
      const bool good = by_schema ? reader.read(layout.properties[index], field::netfox_value, number)
                                  : reader.variant(field::netfox_value, number, facts, place);
      if (!good) return false;
      if (count != nullptr) ++*count;
      place.end = in.position();
      if (facts != nullptr) facts->value_end(place);
      if (!frame.diff && by_schema && in.left() == 0 && index + 1 != layout.properties.size()) return false;
    }
    return in.left() == 0;
  }

  // --- Identities --------------------------------------------------------------------------------------------------

  bool identities() {
    do {
      open(field::netfox_identity);
      const bool good = identity();
      if (!close(field::netfox_identity, good)) return false;
    } while (in_.left() != 0);
    return true;
  }

  bool identity() {
    Identity mine{.begin = in_.position()};
    std::uint32_t length = 0;
    if (!number(field::netfox_path_length, length)) return false;
    if (!text_of_length(field::netfox_node, length, note::netfox_invalid_utf8, mine.path) ||
        !varuint(field::netfox_node_id, mine.id))
      return false;
    mine.length = in_.position() - mine.begin;
    if (facts_ != nullptr) facts_->identity(mine);
    return true;
  }

  const Options& options_;
  PacketSink* facts_;
};

Result run(const Buffer& command, const Options& options, Sink& sink, PacketSink* facts, bool silent) {
  if (is_call(options.form)) return detail::walk_call(command, options, sink, facts, silent);
  return Walker(command, options, sink, facts, silent).run();
}

}  // namespace

Result walk(const Buffer& command, const Options& options, Sink& sink, PacketSink* facts) {
  return run(command, options, sink, facts, false);
}

Result validate(const Buffer& command, const Options& options, PacketSink* facts) {
  SilentSink silence;
  return run(command, options, silence, facts, true);
}

}  // namespace godot::netfox
