// SPDX-License-Identifier: MIT
// The values in a multiplayer message: plain Variants; and in 4.x bools, ints and freed objects in a form of their own,
// which is reported with the events of plain ones; in Redot, halves. Internal to the walk.
//
// Source: scene/main/multiplayer_api.cpp of Godot 4, encode_and_compress_variant, decode_and_decompress_variant.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "codec/core/silent_sink.h"
#include "codec/multiplayer/fields.h"
#include "codec/multiplayer/half.h"
#include "codec/multiplayer/message_reader.h"
#include "codec/variant/fields.h"
#include "codec/variant/numbers.h"
#include "codec/variant/types.h"
#include "codec/variant/walker.h"

namespace godot::multiplayer::detail {

// The first byte of the short form.
inline constexpr std::uint8_t short_type_mask = 0x3F;
inline constexpr unsigned int_width_shift = 6;
inline constexpr std::uint8_t truth_bit = 0x80;

// Type ids of Godot 4.
inline constexpr std::span<const variant::TypeRow> scene_types = variant::tables::types_godot4;
inline constexpr std::uint32_t bool_type = variant::id_of(scene_types, variant::Kind::boolean);
inline constexpr std::uint32_t int_type = variant::id_of(scene_types, variant::Kind::integer);
inline constexpr std::uint32_t object_type = variant::id_of(scene_types, variant::Kind::object);
inline constexpr std::uint32_t array_type = variant::id_of(scene_types, variant::Kind::array);
inline constexpr std::uint32_t dictionary_type = variant::id_of(scene_types, variant::Kind::dictionary);
inline constexpr std::uint32_t packed_byte_array_type = variant::id_of(scene_types, variant::Kind::packed_bytes);

/// Class names are identifiers; none is longer than this.
inline constexpr Offset longest_class = 128;

[[nodiscard]] inline bool is_identifier(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
           letter == '_';
  });
}

/// Converts the lowest 1, 2, 4 or 8 bytes to a number, for a `width` of 0 to 3.
[[nodiscard]] constexpr std::int64_t sign_extended(std::uint64_t bits, unsigned width) noexcept {
  const unsigned unused = (64U - (8U << (width & 3U))) & 63U;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

/// The int of 1, 2, 4 or 8 bytes.
[[nodiscard]] inline std::int64_t little_int(const std::uint8_t* bytes, unsigned width) noexcept {
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < 1U << width; ++i) bits |= std::uint64_t{bytes[i]} << 8 * i;
  return sign_extended(bits, width);
}

/// True if fewer bytes would hold the number.
[[nodiscard]] inline bool is_needless(std::int64_t number, unsigned width) noexcept {
  return width != 0 && number == sign_extended(static_cast<std::uint64_t>(number), width - 1);
}

template <class S>
class Values {
 public:
  Values(Reader<S>& in, const Options& options) noexcept
      : in_(in), options_(options), dialect_(dialect_of(options)), facts_(who_reads()) {}

  /// Asks again whether anybody needs the values: of a call, now that its method is known.
  void ask() noexcept { facts_ = who_reads(); }

  /// Reads one value, in the generation's form.
  bool read(Field role, std::uint32_t index, bool half = false) {
    if (!reports && !has_facts() && !half && skip_good(index)) return true;
    std::uint8_t first = 0;
    if (!in_.peek(first, field::header)) return false;
    ++in_.result.values;
    if (index < types_.size()) types_[index] = first & short_type_mask;
    ValuePlace place{.role = role, .index = index, .begin = in_.position()};
    if (has_facts()) facts_->value_begin(place);
    if (half && halves_of(first) != 0) return halves(place, first);
    if (options_.api == Api::scene) {
      const std::uint32_t type = first & short_type_mask;
      if (type == bool_type) return short_bool(place, first);
      if (type == int_type) return short_int(place, first);
      if (type == object_type && is_null_object()) return null_object(place);
    }
    if (!reports || in_.silent) {
      // Nothing is reported: skips a walk where the end is clear.
      if (const Offset end = numbers_end(); end != 0) return skip_value(place, end - place.begin);
    }
    const variant::Options options{.dialect = &dialect_,
                                   .precision = options_.precision,
                                   .begin = in_.position(),
                                   .role = role,
                                   .role_value = Value::of_uint(index),
                                   .limit = in_.limit,
                                   .whole = false};
    if (in_.facts != nullptr && is_of_replication(role)) look_for_object_ids(first, index, options);
    if (reports && !in_.silent && has_facts()) {
      const Offset end = facts_->plain_value({role, index, in_.bound, options});
      if (end != 0) return skip_value(place, end - place.begin);
    }
    return walk_value(place, options);
  }

  /// Reads values up to the bound. `given`: which of them are halves, if known.
  bool read_all(Field role, std::uint32_t& count, const HalfPrecision& given) {
    const std::uint32_t shown = reports ? in_.sink.wanted_elements(in_.left()) : 0;
    Offset silent_since = 0;
    bool good = true;
    const HalfPlan plan = half_plan(given);
    const bool skips = !reports && plan.is_plain();
    count = skips ? skip_good_values(role, 0) : 0;
    while (good && in_.left() != 0) {
      if (reports && count == shown) {
        in_.silent = true;
        silent_since = in_.position();
      }
      good = read(role, count, plan.at(count) || (plan.looks && looks_half()));
      ++count;
      if (skips && good) count = skip_good_values(role, count);
    }
    if (in_.silent) {
      in_.silent = false;
      if (good) {
        in_.leaf(field::elements_omitted, silent_since, in_.position() - silent_since, Value::of_uint(count - shown));
      }
    }
    return good;
  }

  /// The type ids of the first of the `count` values read last.
  [[nodiscard]] std::span<const std::uint8_t> types(std::uint32_t count) const noexcept {
    return std::span(types_).first(std::min<std::size_t>(count, types_.size()));
  }

  /// Bit i: value i, of the first 64 read since the last time, has an object that is sent as its id.
  [[nodiscard]] std::uint64_t take_object_ids() noexcept { return std::exchange(object_ids_, 0); }

  /// True if the rest is one PackedByteArray, or there is no argument.
  bool bytes() {
    const Offset begin = in_.position();
    const Offset length = in_.left();
    if (in_.facts != nullptr) {
      in_.facts->arguments({.count = length != 0 ? 1U : 0U, .bytes_only = true});
      ask();
    }
    if (length == 0) return true;
    ++in_.result.values;
    ValuePlace place{.role = field::godot_rpc_argument, .index = 0, .begin = begin};
    if (has_facts()) facts_->value_begin(place);
    in_.open(place.role, Value::of_uint(0));
    in_.leaf(dialect_.type_field, begin, 0, Value::of_uint(packed_byte_array_type));
    in_.leaf(field::type_name, begin, 0, Value::of_text(dialect_.types[packed_byte_array_type].name));
    const Offset captured = in_.captured_left();
    in_.leaf(field::packed_bytes, begin, captured, Value::of_bytes(in_.view(begin, captured)));
    const bool good = in_.has(length, field::packed_bytes);
    in_.skip(captured);
    return end_value(place, good);
  }

 private:
  static constexpr bool reports = !std::is_same_v<S, SilentSink>;

  [[nodiscard]] bool has_facts() const noexcept { return facts_ != nullptr; }
  [[nodiscard]] PacketSink* who_reads() const {
    return in_.facts != nullptr && in_.facts->reads_values() ? in_.facts : nullptr;
  }

  /// Finds the values up to the bound that are halves.
  [[nodiscard]] HalfPlan half_plan(const HalfPrecision& given) const {
    const bool whole = in_.left() == in_.captured_left();
    const auto plain = [&](Offset at) { return end_of_plain(at); };
    const Offset end = in_.position() + in_.left();
    if (given.known && (given.values != 0 || dialect_.generation == variant::Generation::redot)) {
      const HalfPlan plan{.some = given.values};
      if (!whole || plan_fits(plan, in_.bound.captured.data(), in_.position(), end, plain)) return plan;
    }
    if (dialect_.generation != variant::Generation::redot) return {};
    if (!whole) return {.looks = true};
    return find_halves(in_.bound.captured.data(), in_.position(), end, plain);
  }

  /// True if the bits cannot be a plain header of the type.
  [[nodiscard]] bool looks_half() const noexcept {
    const auto header = in_.template look<std::uint32_t>();
    if (!header || halves_of(*header & variant::type_mask) == 0) return false;
    return (*header & ~(variant::type_mask | dialect_.types[*header & variant::type_mask].flags)) != 0;
  }

  /// The end of a plain value; 0: no encoder writes it (bits that are never set are those of halves).
  [[nodiscard]] Offset end_of_plain(Offset begin) const {
    SilentSink silence;
    Reader<SilentSink> in(in_.bound, silence, nullptr);
    in.skip(begin);
    const bool good = Values<SilentSink>(in, options_).read(field::godot_sync_value, 0);
    return good && !in.result.notes.has(note::reserved_bits) ? in.position() : 0;
  }

  bool halves(ValuePlace& place, std::uint8_t type) {
    constexpr Offset each = 2;
    const std::uint32_t count = halves_of(type);
    begin_value(place, 1, type, type);
    in_.leaf(field::godot_half_precision, place.begin, 1, {});
    in_.skip(1);
    const bool is_float = dialect_.types[type].kind == variant::Kind::floating;
    const Field first = is_float ? field::float_ : dialect_.types[type].layout.first;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto field = static_cast<Field>(static_cast<unsigned>(first) + i);
      std::uint16_t number = 0;
      if (!in_.peek(number, field)) return end_value(place, false);
      in_.leaf(field, in_.position(), each, Value::of_float(from_half(number)));
      in_.skip(each);
    }
    return end_value(place, true);
  }

  /// Passes a value about which there is nothing to note, where it takes no walk; false: it is another, or there is
  /// none.
  bool skip_good(std::uint32_t index) noexcept {
    const Offset length = length_of_good();
    if (length == 0) return false;
    if (index < types_.size()) types_[index] = *in_.bytes(1) & short_type_mask;
    ++in_.result.values;
    in_.skip(length);
    return true;
  }

  /// Passes such values from this index on. Returns the index of the next one.
  std::uint32_t skip_good_values(Field role, std::uint32_t index) {
    if (!has_facts()) {
      while (skip_good(index)) ++index;
      return index;
    }
    constexpr std::size_t most = 16;
    std::array<Offset, most> ends;
    for (bool more = true; more;) {
      const std::uint32_t first = index;
      const Offset begin = in_.position();
      std::size_t count = 0;
      while (count != most && (more = skip_good(index))) {
        ends[count++] = in_.position();
        ++index;
      }
      if (count != 0) facts_->good_values({role, first, begin, std::span(ends).first(count)});
    }
    return index;
  }

  /// The length of a value about which there is nothing to note, where it takes no walk; 0: of any other.
  [[nodiscard]] Offset length_of_good() const noexcept {
    if (in_.captured_left() == 0) return 0;
    const std::uint8_t first = *in_.bytes(1);
    const std::uint32_t type = first & short_type_mask;
    if (options_.api == Api::scene) {
      if (type == bool_type) return (first & ~(short_type_mask | truth_bit)) == 0 ? 1 : 0;
      if (type == int_type) return 0;  // a needless width is noted
    }
    const Offset end = numbers_end();
    return end != 0 ? end - in_.position() : 0;
  }

  [[nodiscard]] Offset numbers_end() const noexcept {
    return dialect_.documented_forms ? 0
                                     : variant::end_of_numbers(in_.bound, in_.position(), dialect_, options_.precision);
  }

  bool walk_value(ValuePlace& place, const variant::Options& options) {
    const variant::Result result = walked(options);
    in_.result.notes.add(result.notes);
    const bool good = !result.problem;
    if (good) {
      in_.skip(result.consumed - in_.position());
    } else {
      in_.result.problem = result.problem;
      in_.problem_reported = reports && !in_.silent;
    }
    place.end = good ? in_.position() : result.problem.offset;
    place.good = good;
    if (has_facts()) facts_->value_end(place);
    return good;
  }

  variant::Result walked(const variant::Options& options) {
    if constexpr (reports) {
      if (!in_.silent) return variant::walk(in_.bound, options, static_cast<Sink&>(in_.sink));
    }
    return variant::validate(in_.bound, options);
  }

  /// Such values never carry a whole object.
  [[nodiscard]] static bool is_of_replication(Field role) noexcept {
    return role == field::godot_sync_value || role == field::godot_spawn_value || role == field::godot_spawn_argument;
  }

  /// Walks the value without a sink: a receiver of facts may read it itself.
  void look_for_object_ids(std::uint8_t type, std::uint32_t index, const variant::Options& options) {
    const bool may_hold = type == object_type || type == array_type || type == dictionary_type;
    if (!may_hold || index >= 64) return;
    if (variant::has_object_id(in_.bound, options)) object_ids_ |= std::uint64_t{1} << index;
  }

  /// Opens the value and reports its header `bits` of 1 or 4 bytes.
  void begin_value(const ValuePlace& place, Offset header, std::uint32_t type, std::uint32_t bits) {
    const Offset begin = place.begin;
    in_.open(place.role, Value::of_uint(place.index));
    in_.open(field::header, Value::of_uint(bits));
    in_.leaf(dialect_.type_field, begin, header, Value::of_uint(type));
    if (type == int_type) in_.leaf(field::godot_int_width, begin, header, Value::of_uint(bits));
    if (!in_.silent) in_.sink.close(field::header, begin + header);
    in_.leaf(field::type_name, begin, header, Value::of_text(dialect_.types[type].name));
  }

  bool end_value(ValuePlace& place, bool good) {
    place.end = in_.position();
    place.good = good;
    in_.close(place.role, good);
    if (has_facts()) facts_->value_end(place);
    return good;
  }

  /// True if the receiver of facts reads the value, so that it is not reported.
  [[nodiscard]] bool is_taken(const ValuePlace& place, Offset length, bool is_bool, std::int64_t number) {
    if (!reports || in_.silent || !has_facts()) return false;
    return facts_->short_value({place.role, place.index, place.begin, place.begin + length, is_bool, number});
  }

  /// Passes a good value that is not reported.
  bool skip_value(ValuePlace& place, Offset length) {
    in_.skip(length);
    place.end = in_.position();
    place.good = true;
    if (has_facts()) facts_->value_end(place);
    return true;
  }

  /// Reads a value that is part of its header.
  bool short_bool(ValuePlace& place, std::uint8_t header) {
    const bool reserved = (header & ~(short_type_mask | truth_bit)) != 0;
    if (!reserved && is_taken(place, 1, true, (header & truth_bit) != 0 ? 1 : 0)) return skip_value(place, 1);
    begin_value(place, 1, bool_type, header);
    in_.leaf(field::bool_, place.begin, 1, Value::of_bool((header & truth_bit) != 0 ? 1 : 0));
    if (reserved) in_.note(note::godot_reserved_bits, place.begin, 1);
    in_.skip(1);
    return end_value(place, true);
  }

  /// Reads 1, 2, 4 or 8 bytes after its header.
  bool short_int(ValuePlace& place, std::uint8_t header) {
    const unsigned width = header >> int_width_shift;
    const Offset length = 1U << width;
    if (in_.captured_left() > length) {
      const std::int64_t number = little_int(in_.bytes(1 + length) + 1, width);
      if (!is_needless(number, width) && is_taken(place, 1 + length, false, number))
        return skip_value(place, 1 + length);
    }
    begin_value(place, 1, int_type, header);
    in_.skip(1);
    if (!in_.has(length, field::int_)) return end_value(place, false);
    const std::int64_t number = little_int(in_.bytes(length), width);
    in_.leaf(field::int_, in_.position(), length, Value::of_int(number));
    if (is_needless(number, width)) in_.note(note::godot_needless_width, in_.position(), length);
    in_.skip(length);
    return end_value(place, true);
  }

  /// The encoder writes a freed object as Nil and then overwrites its type. A whole object has the same beginning, but
  /// a class.
  [[nodiscard]] bool is_null_object() const noexcept {
    if (in_.template look<std::uint32_t>() != object_type) return false;
    const auto length = in_.template look<std::uint32_t>(word);
    if (!length) return in_.left() == in_.captured_left();
    if (*length == 0 || *length > longest_class || *length > in_.captured_left() - 2 * word) return true;
    return !is_identifier(in_.view(in_.position() + 2 * word, *length));
  }

  bool null_object(ValuePlace& place) {
    begin_value(place, word, object_type, object_type);
    in_.leaf(field::object_null, place.begin, word, {});
    in_.note(note::godot_null_object, place.begin, word);
    in_.skip(word);
    return end_value(place, true);
  }

  std::array<std::uint8_t, 16> types_ = {};  ///< of the first values, those of Godot 4
  std::uint64_t object_ids_ = 0;
  Reader<S>& in_;
  const Options& options_;
  const variant::Dialect& dialect_;
  PacketSink* facts_;  ///< null: nobody needs values
};

}  // namespace godot::multiplayer::detail
