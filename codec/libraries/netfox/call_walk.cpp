// SPDX-License-Identifier: MIT
#include "codec/libraries/netfox/call_walk.h"

#include <algorithm>
#include <bitset>
#include <optional>
#include <type_traits>

#include "codec/core/reader.h"
#include "codec/core/silent_sink.h"
#include "codec/libraries/netfox/fields.h"
#include "codec/libraries/netfox/serialized_values.h"
#include "codec/variant/fields.h"
#include "codec/variant/scan.h"

namespace godot::netfox::detail {
namespace {

constexpr std::uint32_t shared_bit = 0x80000000;  // of a container's count
constexpr std::uint32_t typed = 0x00010000;       // of an Array's header: the type of its elements follows
constexpr Offset padding = 4;                     // texts of Variants are multiples of this

class CallWalker : private MessageReader<Result> {
 public:
  /// `is_silent`: the sink ignores all events.
  CallWalker(const Buffer& bytes, const Options& options, Sink& sink, PacketSink* facts, bool is_silent) noexcept
      : MessageReader(bytes, sink, field::netfox), options_(options), facts_(facts) {
    silent = is_silent;
  }

  Result run() {
    sink.open(field::netfox, 0, {});
    close(field::netfox, content());
    result.consumed = result.problem ? result.problem.offset : in_.position();
    return result;
  }

 private:
  bool content() {
    switch (options_.form) {
      case Form::dictionary: return dictionary();
      case Form::dictionaries: return dictionaries();
      case Form::array: return array();
      default: return packed();
    }
  }

  void add_tick(std::uint32_t tick) { leaf(field::netfox_tick, in_.position(), 0, Value::of_uint(tick)); }

  void report(const Snapshot& snapshot) {
    if (!result.has_tick) result.tick = snapshot.tick;
    result.has_tick = true;
    if (facts_ != nullptr) facts_->snapshot(snapshot);
  }

  [[nodiscard]] NodeFrame frame_of(Offset begin, Offset end, bool diff) const noexcept {
    return {.node = {.path = options_.node, .begin = begin},
            .diff = diff,
            .begin = begin,
            .values_begin = begin,
            .values_length = end - begin};
  }

  // --- A PackedByteArray -------------------------------------------------------------------------------------------

  bool packed() {
    const bool diff = is_diff(options_.kind);
    if (options_.kind == CommandKind::tick_set) return tick_set();
    if (!is_state(options_.kind) && options_.kind != CommandKind::input)
      return fail(Problem::Code::misplaced, field::netfox, 0, static_cast<std::uint64_t>(options_.kind), 0);
    if (!has(in_.left(), field::netfox_values)) return false;
    if (diff) leaf(field::netfox_reference, 0, 0, Value::of_uint(options_.reference));
    const bool is_empty = in_.left() == 0;
    if (!is_empty || diff) {
      std::uint8_t version = 0;
      if (!is_empty) {
        (void)in_.read(version, field::netfox_version, result.problem);
        leaf(field::netfox_version, 0, sizeof version, Value::of_uint(version));
      }
      if (options_.kind == CommandKind::input) return inputs();
      return snapshot({.tick = options_.tick, .diff = diff, .begin = in_.position(), .end = whole.reported}, {});
    }
    // A full state has a version; inputs are empty before the first tick.
    std::uint8_t version = 0;
    if (options_.kind != CommandKind::input) return in_.read(version, field::netfox_version, result.problem);
    return no_inputs();
  }

  /// Reads from here to the snapshot's end. An empty `reading` is determined first.
  bool snapshot(const Snapshot& mine, std::optional<Reading> reading, bool undivided = false) {
    add_tick(mine.tick);
    report(mine);
    NodeFrame frame = frame_of(in_.position(), mine.end, mine.diff);
    frame.undivided = undivided;
    sink.open(field::netfox_frame, frame.begin, {});
    frame.reading = reading ? *reading : reading_of(frame);
    count(frame);
    ++result.nodes;
    if (facts_ != nullptr) facts_->node(frame);
    if (frame.reading == Reading::unknown) unread(frame);
    else values(frame);
    if (facts_ != nullptr) facts_->node_end(frame);
    sink.close(field::netfox_frame, in_.position());
    return true;
  }

  void unread(const NodeFrame& frame) {
    ++result.unread_nodes;
    leaf(field::netfox_values, frame.values_begin, frame.values_length,
         Value::of_bytes(in_.view(frame.values_begin, frame.values_length)));
    result.notes.add(note::netfox_values_unread);
    sink.note(note::netfox_values_unread, frame.values_begin, frame.values_length);
    in_.skip(frame.values_length);
  }

  Reading reading_of(const NodeFrame& frame) {
    for (const Reading how : {Reading::schema, Reading::schema_old_engine, Reading::variants}) {
      if (how != Reading::variants && !is_known(frame.diff)) continue;
      SilentSink silence;
      NodeFrame attempt = frame;
      attempt.reading = how;
      if (read(attempt, silence, nullptr)) return how;
    }
    return Reading::unknown;
  }

  /// Counts the values, which were checked before.
  void count(NodeFrame& frame) {
    SilentSink silence;
    if (frame.reading != Reading::unknown) (void)read(frame, silence, nullptr, &frame.values);
  }

  [[nodiscard]] bool is_known(bool diff) const noexcept {
    const Layout& layout = options_.layout;
    return !layout.properties.empty() && (!diff || layout.indexes.size() == layout.properties.size());
  }

  void values(const NodeFrame& frame) {
    (void)read(frame, sink, facts_);
    in_.skip(frame.values_length);
  }

  /// Reads all values of a node. False: they do not fill their bytes.
  template <class S>
  bool read(const NodeFrame& frame, S& sink, PacketSink* facts, std::uint32_t* count = nullptr) {
    const Layout& layout = options_.layout;
    const Offset end = frame.values_begin + frame.values_length;
    const Buffer bytes(whole.captured.first(end));
    Cursor in(bytes, field::netfox);
    in.skip(frame.values_begin);
    Problem problem;
    Notes notes;
    const bool by_schema = frame.reading != Reading::variants;
    Values<S> reader(in, bytes, field::netfox, sink, frame.reading == Reading::schema_old_engine, problem, notes);
    std::bitset<256> seen;
    std::uint32_t number = 0;
    for (; in.left() != 0; ++number) {
      PropertyValue place{.index = number};
      if (frame.diff && !index(in, by_schema, seen, sink, place)) return false;
      if (by_schema && place.index >= layout.properties.size()) return false;
      place.begin = in.position();
      if (facts != nullptr) facts->value(place);
      const Value role = Value::of_uint(place.index);
      const bool good = by_schema ? reader.read(layout.properties[place.index], field::netfox_value, role)
                                  : reader.variant(field::netfox_value, role, facts, place);
      if (!good) return false;
      place.end = in.position();
      if (facts != nullptr) facts->value_end(place);
    }
    if (count != nullptr) *count = number;
    if constexpr (!std::is_same_v<S, SilentSink>) result.notes.add(notes);
    return frame.diff || !by_schema || number == layout.properties.size();
  }

  /// The property that comes next in a diff. False: there is none, it has been changed before, or it is not in the
  /// layout.
  template <class S>
  bool index(Cursor& in, bool by_schema, std::bitset<256>& seen, S& sink, PropertyValue& place) {
    const Layout& layout = options_.layout;
    const Offset at = in.position();
    std::uint8_t number = 0;
    Problem none;
    if (!in.read(number, field::netfox_index, none) || seen.test(number)) return false;
    seen.set(number);
    if constexpr (!std::is_same_v<S, SilentSink>)
      sink.leaf(field::netfox_index, at, sizeof number, Value::of_uint(number));
    const auto* const known = std::find(layout.indexes.data(), layout.indexes.data() + layout.indexes.size(), number);
    const auto position = static_cast<std::uint32_t>(known - layout.indexes.data());
    place.hashed = position == layout.indexes.size();
    place.index = place.hashed ? number : position;
    return !by_schema || !place.hashed;
  }

  // --- Inputs ------------------------------------------------------------------------------------------------------

  bool inputs() {
    Reading how = Reading::unknown;
    if (!options_.layout.properties.empty()) {
      if (fits(Reading::schema)) how = Reading::schema;
      else if (fits(Reading::schema_old_engine)) how = Reading::schema_old_engine;
    }
    if (how == Reading::unknown) {
      leaf(field::netfox_redundancy, in_.position(), 0, Value::of_uint(0));
      return snapshot({.tick = options_.tick, .begin = in_.position(), .end = whole.reported}, undivided(), true);
    }
    for (std::uint32_t redundancy = 0; in_.left() != 0; ++redundancy) {
      Offset end = in_.position();
      (void)tick_fits(how, end);
      (void)tick(redundancy, end, [&](const Snapshot& mine) { return snapshot(mine, how); });
    }
    return true;
  }

  /// The subtree of a tick's inputs, which `read` reads from here to `end`.
  template <class Read>
  bool tick(std::uint32_t redundancy, Offset end, Read read) {
    const Offset begin = in_.position();
    sink.open(field::netfox_snapshot, begin, {});
    leaf(field::netfox_redundancy, begin, 0, Value::of_uint(redundancy));
    const bool good =
        read(Snapshot{.tick = options_.tick - redundancy, .redundancy = redundancy, .begin = begin, .end = end});
    sink.close(field::netfox_snapshot, in_.position());
    return good;
  }

  /// How inputs are read without a known list: as Variants, or not at all.
  Reading undivided() {
    SilentSink silence;
    NodeFrame attempt = frame_of(in_.position(), whole.reported, false);
    attempt.reading = Reading::variants;
    return read(attempt, silence, nullptr) ? Reading::variants : Reading::unknown;
  }

  /// Whether the inputs of whole ticks fill the bytes.
  bool fits(Reading how) {
    Offset at = in_.position();
    for (std::uint32_t redundancy = 0; at != whole.reported; ++redundancy) {
      if (redundancy > options_.tick || !tick_fits(how, at)) return false;
    }
    return true;
  }

  /// Whether the inputs of a tick begin at `at`, which then is set to their end.
  bool tick_fits(Reading how, Offset& at) {
    Cursor in(whole, field::netfox);
    in.skip(at);
    SilentSink silence;
    Problem problem;
    Notes notes;
    Values<SilentSink> reader(in, whole, field::netfox, silence, how == Reading::schema_old_engine, problem, notes);
    for (const Schema& schema : options_.layout.properties) {
      if (!reader.read(schema, field::netfox_value, {})) return false;
    }
    at = in.position();
    return true;
  }

  // --- Ticks of an action ------------------------------------------------------------------------------------------

  bool tick_set() {
    TickSet mine;
    std::uint8_t ticks = 0;
    if (!peek(mine.first, field::netfox_tick)) return false;
    leaf(field::netfox_tick, 0, sizeof mine.first, Value::of_uint(mine.first));
    in_.skip(sizeof mine.first);
    const Offset at = in_.position();
    if (!in_.read(ticks, field::netfox_tick_count, result.problem)) return false;
    leaf(field::netfox_tick_count, at, sizeof ticks, Value::of_uint(ticks));
    mine.last = mine.first + ticks;
    mine.begin = in_.position();
    if (!has(in_.left(), field::netfox_tick_active)) return false;
    mine.active = whole.captured.subspan(mine.begin);
    std::bitset<256> seen;
    for (std::size_t i = 0; i < mine.active.size(); ++i) {
      const std::uint8_t behind = mine.active[i];
      if (behind > ticks || seen.test(behind))
        return fail(Problem::Code::out_of_range, field::netfox_tick_active, mine.begin + static_cast<Offset>(i), behind,
                    std::uint64_t{ticks} + 1);
      seen.set(behind);
    }
    const auto length = static_cast<Offset>(mine.active.size());
    if (length != 0) leaf(field::netfox_tick_active, mine.begin, length, Value::of_bytes(in_.view(mine.begin, length)));
    in_.skip(length);
    if (facts_ != nullptr) facts_->tick_set(mine);
    return true;
  }

  // --- A Dictionary ------------------------------------------------------------------------------------------------

  bool dictionary() {
    if (!is_state(options_.kind) && options_.kind != CommandKind::input)
      return fail(Problem::Code::misplaced, field::netfox, 0, static_cast<std::uint64_t>(options_.kind), 0);
    if (!is_variant()) return false;
    const bool diff = is_diff(options_.kind);
    if (diff) leaf(field::netfox_reference, in_.position(), 0, Value::of_uint(options_.reference));
    return named({.tick = options_.tick, .diff = diff, .begin = in_.position(), .end = whole.reported});
  }

  /// True for a valid Variant that fills the bytes; the readers after it rely on that.
  bool is_variant() {
    if (options_.checked) return true;
    const variant::Result good = variant::validate(whole, {.limit = field::netfox, .whole = false});
    result.problem = good.problem;
    if (good.problem) return false;
    if (good.consumed == whole.reported) return true;
    return fail(Problem::Code::length_mismatch, field::netfox, 0, whole.reported, good.consumed);
  }

  /// Reads a Dictionary of properties, from here on.
  bool named(Snapshot mine) {
    std::uint32_t entries = 0;
    if (!container(type_dictionary, field::netfox, entries)) return false;
    mine.begin = in_.position();
    return variants(mine, entries, false);
  }

  /// Reads the entries of a Dictionary, or the elements of an Array, from here on.
  bool variants(const Snapshot& mine, std::uint32_t values, bool undivided) {
    add_tick(mine.tick);
    report(mine);
    NodeFrame frame = frame_of(in_.position(), mine.end, mine.diff);
    frame.undivided = undivided;
    frame.reading = Reading::variants;
    frame.values = values;
    sink.open(field::netfox_frame, frame.begin, {});
    ++result.nodes;
    if (facts_ != nullptr) facts_->node(frame);
    for (std::uint32_t i = 0; i < values; ++i) {
      if (options_.form == Form::array ? value({.index = i}) : entry(i)) continue;
      report_problem();
      sink.close(field::netfox_frame, in_.position());
      return false;
    }
    if (facts_ != nullptr) facts_->node_end(frame);
    sink.close(field::netfox_frame, in_.position());
    return true;
  }

  /// The header and the number of elements of a Dictionary or an Array.
  bool container(std::uint32_t type, Field at, std::uint32_t& elements) {
    const std::uint32_t header = *in_.look<std::uint32_t>();
    if (header != type)
      return fail(Problem::Code::wrong_type, at, in_.position(), header & variant::type_mask,
                  type & variant::type_mask);
    in_.skip(sizeof header);
    elements = element_count();
    return true;
  }

  /// The number of elements, from here.
  std::uint32_t element_count() {
    const std::uint32_t elements = *in_.look<std::uint32_t>() & ~shared_bit;
    in_.skip(sizeof elements);
    return elements;
  }

  bool entry(std::uint32_t index) {
    PropertyValue place{.index = index};
    const Offset at = in_.position();
    const std::uint32_t header = *in_.look<std::uint32_t>();
    if (header != type_string)
      return fail(Problem::Code::wrong_type, field::netfox_property_path, at, header & variant::type_mask, type_string);
    const std::uint32_t length = *in_.look<std::uint32_t>(sizeof header);
    const Offset begin = at + 2 * static_cast<Offset>(sizeof header);
    place.name = in_.view(begin, length);
    // A path below the root (none for the root itself), and a property of it.
    const std::size_t colon = place.name.find(':');
    if (colon == std::string_view::npos || colon + 1 == place.name.size())
      return fail(Problem::Code::out_of_range, field::netfox_property_path, begin, length, 0);
    leaf(field::netfox_property_path, begin, length, Value::of_text(place.name));
    if (!options_.checked && !check_utf8(place.name).valid) note(note::netfox_invalid_utf8, begin, length);
    in_.skip(begin - at + (length + padding - 1) / padding * padding);
    return options_.kind == CommandKind::input && options_.form == Form::dictionary ? ticks(place) : value(place);
  }

  /// A Variant that was checked before.
  bool value(PropertyValue place) {
    place.begin = in_.position();
    if (facts_ != nullptr) facts_->value(place);
    const variant::Options options{.begin = place.begin,
                                   .role = field::netfox_value,
                                   .role_value = Value::of_uint(place.index),
                                   .limit = field::netfox,
                                   .whole = false};
    place.end = facts_ != nullptr ? facts_->plain_value(place, whole, options) : 0;
    if (place.end == 0 && silent) place.end = usual_end(place.begin);
    if (place.end == 0) {
      const variant::Result read = silent ? variant::validate(whole, options) : variant::walk(whole, options, sink);
      result.notes.add(read.notes);
      place.end = read.consumed;
    }
    in_.skip(place.end - place.begin);
    if (facts_ != nullptr) facts_->value_end(place);
    return true;
  }

  /// The values of this tick, of the previous tick, and so on.
  bool ticks(PropertyValue place) {
    std::uint32_t values = 0;
    if (!container(type_array, field::netfox_value, values) || !are_ticks(values)) return false;
    for (; place.redundancy < values; ++place.redundancy) {
      leaf(field::netfox_redundancy, in_.position(), 0, Value::of_uint(place.redundancy));
      if (!value(place)) return false;
    }
    return true;
  }

  bool are_ticks(std::uint32_t ticks) noexcept {
    if (ticks <= most_redundancy && ticks <= std::uint64_t{options_.tick} + 1) return true;
    return fail(Problem::Code::out_of_range, field::netfox_redundancy, in_.position(), ticks, most_redundancy + 1);
  }

  /// A Dictionary for each tick of inputs.
  bool dictionaries() {
    if (options_.kind != CommandKind::input)
      return fail(Problem::Code::misplaced, field::netfox, 0, static_cast<std::uint64_t>(options_.kind), 0);
    if (!is_variant()) return false;
    std::uint32_t ticks = 0;
    const bool is_typed = in_.look<std::uint32_t>() == (type_array | typed) &&
                          in_.look<std::uint32_t>(sizeof(std::uint32_t)) == type_dictionary;
    if (is_typed) {
      in_.skip(2 * sizeof(std::uint32_t));
      ticks = element_count();
    } else if (!container(type_array, field::netfox, ticks)) {
      return false;
    }
    if (!are_ticks(ticks)) return false;
    for (std::uint32_t redundancy = 0; redundancy < ticks; ++redundancy) {
      const bool good = tick(redundancy, behind(in_.position()), [&](const Snapshot& mine) {
        if (named(mine)) return true;
        report_problem();
        return false;
      });
      if (!good) return false;
    }
    return true;
  }

  /// The end of a Variant about which there is nothing to report; 0: of any other.
  [[nodiscard]] Offset usual_end(Offset begin) const noexcept {
    return variant::end_of_usual(whole, begin, variant::dialect_of({}), variant::Precision::single_);
  }

  /// The end of a Variant that was checked before.
  [[nodiscard]] Offset behind(Offset begin, std::uint32_t variants = 1) const {
    for (; variants != 0; --variants) {
      const Offset end = usual_end(begin);
      begin =
          end != 0 ? end : variant::validate(whole, {.begin = begin, .limit = field::netfox, .whole = false}).consumed;
    }
    return begin;
  }

  // --- An Array that ends with the version ---------------------------------------------------------------------------

  bool array() {
    const bool is_input = options_.kind == CommandKind::input;
    if (!is_input && (!is_state(options_.kind) || is_diff(options_.kind)))
      return fail(Problem::Code::misplaced, field::netfox, 0, static_cast<std::uint64_t>(options_.kind), 0);
    if (!is_variant()) return false;
    std::uint32_t elements = 0;
    if (!container(type_array, field::netfox, elements)) return false;
    const Offset begin = in_.position();
    if (elements == 0) {
      // Inputs are empty before the first tick.
      if (!is_input) return fail(Problem::Code::out_of_range, field::netfox_version, begin, 0, 0);
      return no_inputs();
    }
    const std::uint32_t values = elements - 1;
    const Offset version = behind(begin, values);
    if (!is_version(version)) return false;
    // A state without values has no content, and a game may send such an Array.
    if (values == 0 && !is_input) return fail(Problem::Code::out_of_range, field::netfox, begin, 0, 0);
    const bool good = is_input ? elements_of_ticks(values, version)
                               : variants({.tick = options_.tick, .begin = begin, .end = version}, values, false);
    if (!good) return false;
    // A version of -1 is 255 in its one-byte form.
    const Offset digits = version + static_cast<Offset>(sizeof(std::uint32_t));
    in_.skip(sizeof(std::uint32_t));
    leaf(field::netfox_version, digits, 1, Value::of_uint(*in_.look<std::uint8_t>()));
    in_.skip(sizeof(std::uint32_t));
    return true;
  }

  /// Whether the int at this place may be a version.
  bool is_version(Offset at) {
    const Offset ahead = at - in_.position();
    const std::uint32_t header = *in_.look<std::uint32_t>(ahead);
    if (header != type_int)
      return fail(Problem::Code::wrong_type, field::netfox_version, at, header & variant::type_mask, type_int);
    const std::uint32_t number = *in_.look<std::uint32_t>(ahead + static_cast<Offset>(sizeof header));
    constexpr std::uint32_t never_set = 0xFFFFFFFF;  // -1: the version was never set
    constexpr std::uint32_t most = 255;
    if (number <= most || number == never_set) return true;
    return fail(Problem::Code::out_of_range, field::netfox_version, at, number, most + 1);
  }

  /// Inputs: of each tick as many values as the list has, if they are a multiple of that.
  bool elements_of_ticks(std::uint32_t values, Offset end) {
    const auto of_tick = static_cast<std::uint32_t>(options_.layout.properties.size());
    if (of_tick == 0 || values % of_tick != 0 || values / of_tick > std::uint64_t{options_.tick} + 1) {
      leaf(field::netfox_redundancy, in_.position(), 0, Value::of_uint(0));
      return variants({.tick = options_.tick, .begin = in_.position(), .end = end}, values, true);
    }
    for (std::uint32_t redundancy = 0; redundancy < values / of_tick; ++redundancy) {
      const auto read = [&](const Snapshot& mine) { return variants(mine, of_tick, false); };
      if (!tick(redundancy, behind(in_.position(), of_tick), read)) return false;
    }
    return true;
  }

  bool no_inputs() {
    leaf(field::netfox_redundancy, in_.position(), 0, Value::of_uint(0));
    add_tick(options_.tick);
    report({.tick = options_.tick});
    return true;
  }

  const Options& options_;
  PacketSink* facts_;
};

}  // namespace

Result walk_call(const Buffer& bytes, const Options& options, Sink& sink, PacketSink* facts, bool silent) {
  return CallWalker(bytes, options, sink, facts, silent).run();
}

}  // namespace godot::netfox::detail
