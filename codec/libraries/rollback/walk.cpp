// SPDX-License-Identifier: MIT
#include "codec/libraries/rollback/walk.h"

#include <limits>
#include <string_view>

#include "codec/core/reader.h"
#include "codec/core/silent_sink.h"
#include "codec/libraries/rollback/fields.h"

namespace godot::rollback {
namespace {

constexpr std::uint32_t shared_bit = 0x80000000;  // of a container's count
constexpr Offset word = 4;
constexpr Offset size_bytes = 2;
constexpr std::string_view hash_key = "$";

/// Ticks are ints of scripts that begin with 1: none is that large.
constexpr std::uint32_t most_tick = std::numeric_limits<std::int32_t>::max();

class Walker : private MessageReader<Result> {
 public:
  /// `reads`: inputs are read; otherwise only their sizes.
  Walker(const Buffer& message, const Options& options, Sink& sink, PacketSink* facts, bool reads) noexcept
      : MessageReader(message, sink, message_end), options_(options), facts_(facts), reads_(reads) {}

  Result run() {
    sink.open(field::rollback, 0, {});
    close(field::rollback, message());
    result.consumed = result.problem ? result.problem.offset : in_.position();
    return result;
  }

 private:
  bool tick(Field field, std::uint32_t& out) {
    const Offset begin = in_.position();
    if (!number(field, out)) return false;
    return out <= most_tick || fail(Problem::Code::out_of_range, field, begin, out, std::uint64_t{most_tick} + 1);
  }

  bool message() { return inputs() && hashes(); }

  // --- Inputs ------------------------------------------------------------------------------------------------------

  bool inputs() {
    Requested requested{.begin = in_.position()};
    std::uint8_t count = 0;
    if (!tick(field::rollback_requested_input, requested.next_tick)) return false;
    if (facts_ != nullptr) facts_->inputs_requested(requested);
    if (!number(field::rollback_input_count, count)) return false;
    std::uint32_t first = 0;
    if (count != 0 && !tick(field::rollback_first_input, first)) return false;
    for (std::uint32_t i = 0; i != count; ++i) {
      open(field::rollback_input, Value::of_uint(first + i));
      const bool good = input(first + i);
      if (!close(field::rollback_input, good)) return false;
      ++result.inputs;
    }
    return true;
  }

  bool input(std::uint32_t tick) {
    const Offset at = in_.position();
    leaf(field::rollback_input_tick, at, 0, Value::of_uint(tick));
    std::uint16_t size = 0;
    if (!number(field::rollback_input_size, size)) return false;
    Input mine{.tick = tick, .begin = in_.position(), .length = size};
    if (!has(size, field::rollback_input_data)) return false;
    if (reads_) {
      mine.by_node = is_dictionary(mine);
      if (mine.by_node) nodes(mine);
      else data(mine);
    }
    in_.skip(mine.begin + mine.length - in_.position());
    if (facts_ != nullptr) facts_->input(mine);
    return true;
  }

  void data(Input& mine) {
    if (mine.length >= word) mine.hash = *in_.look<std::uint32_t>();
    if (mine.length != 0)
      leaf(field::rollback_input_data, mine.begin, mine.length, Value::of_bytes(in_.view(mine.begin, mine.length)));
  }

  [[nodiscard]] variant::Options variant_at(Offset begin, Field role) const noexcept {
    return {
        .dialect = options_.dialect, .begin = begin, .role = role, .limit = field::rollback_input_size, .whole = false};
  }

  /// The kind of the Variant at `at`, whose header is one of an engine that sends no flags with it.
  [[nodiscard]] bool is_kind(Offset at, variant::Kind kind, std::uint32_t flags = 0) const noexcept {
    const auto header = in_.look<std::uint32_t>(at - in_.position());
    if (!header || (*header & ~(variant::type_mask | flags)) != 0) return false;
    const auto& types = variant::dialect_of(variant_at(at, field::none)).types;
    const std::uint32_t type = *header & variant::type_mask;
    return type < types.size() && types[type].kind == kind;
  }

  /// True for a valid Dictionary that fills the input; what reads it relies on that.
  [[nodiscard]] bool is_dictionary(const Input& mine) const noexcept {
    if (mine.length < 2 * word || !is_kind(mine.begin, variant::Kind::dictionary)) return false;
    const Offset end = mine.begin + mine.length;
    const variant::Result read =
        variant::validate(Buffer(whole.captured.first(end)), variant_at(mine.begin, field::rollback_input_value));
    return !read.problem && read.consumed == end;
  }

  void nodes(Input& mine) {
    in_.skip(word);
    const std::uint32_t entries = *in_.look<std::uint32_t>() & ~shared_bit;
    in_.skip(word);
    const Offset end = mine.begin + mine.length;
    for (std::uint32_t i = 0; i != entries && in_.position() < end; ++i) entry(mine, i);
  }

  void entry(Input& mine, std::uint32_t index) {
    if (!is_kind(in_.position(), variant::Kind::string)) {
      value(mine, field::rollback_input_key, index);
      value(mine, field::rollback_input_value, index);
      return;
    }
    const std::uint32_t length = *in_.look<std::uint32_t>(word);
    const Offset begin = in_.position() + 2 * word;
    const std::string_view key = in_.view(begin, length);
    const Offset next = begin + (length + word - 1) / word * word;
    if (key == hash_key && is_kind(next, variant::Kind::integer, variant::flag_64)) {
      in_.skip(next - in_.position());
      hash_of_input(mine);
      return;
    }
    leaf_of_text(field::rollback_input_node, begin, length, key, note::rollback_invalid_utf8);
    in_.skip(next - in_.position());
    value(mine, field::rollback_input_value, index);
  }

  /// An int, of 8 bytes if the hash does not fit into 31 bits.
  void hash_of_input(Input& mine) {
    const bool is_wide = (*in_.look<std::uint32_t>() & variant::flag_64) != 0;
    in_.skip(word);
    mine.has_hash = true;
    mine.hash = *in_.look<std::uint32_t>();
    const Offset width = is_wide ? 2 * word : word;
    leaf(field::rollback_input_hash, in_.position(), word, Value::of_uint(mine.hash));
    in_.skip(width);
  }

  /// A Variant that was checked before.
  void value(const Input& mine, Field role, std::uint32_t index) {
    const Buffer bound(whole.captured.first(mine.begin + mine.length));
    variant::Options options = variant_at(in_.position(), role);
    options.role_value = Value::of_uint(index);
    const variant::Result read = variant::walk(bound, options, sink);
    result.notes.add(read.notes);
    in_.skip(read.consumed - in_.position());
  }

  // --- State hashes ------------------------------------------------------------------------------------------------

  bool hashes() {
    Requested requested{.begin = in_.position()};
    std::uint8_t count = 0;
    if (!tick(field::rollback_requested_hash, requested.next_tick)) return false;
    if (facts_ != nullptr) facts_->hashes_requested(requested);
    if (!number(field::rollback_hash_count, count)) return false;
    std::uint32_t first = 0;
    if (count != 0 && !tick(field::rollback_first_hash, first)) return false;
    for (std::uint32_t i = 0; i != count; ++i) {
      StateHash mine{.tick = first + i, .begin = in_.position()};
      sink.open(field::rollback_state, mine.begin, Value::of_uint(mine.tick));
      leaf(field::rollback_hash_tick, mine.begin, 0, Value::of_uint(mine.tick));
      const bool good = number(field::rollback_hash, mine.hash);
      if (!good) report_problem();
      else if (facts_ != nullptr) facts_->hash(mine);
      sink.close(field::rollback_state, in_.position());
      if (!good) return false;
      ++result.hashes;
    }
    if (in_.left() == 0) return true;
    return fail(Problem::Code::length_mismatch, field::rollback, in_.position(), whole.reported, in_.position());
  }

  const Options& options_;
  PacketSink* facts_;
  bool reads_;
};

}  // namespace

Result walk(const Buffer& message, const Options& options, Sink& sink, PacketSink* facts) {
  return Walker(message, options, sink, facts, true).run();
}

Result validate(const Buffer& message, const Options& options, PacketSink* facts) {
  SilentSink silence;
  return Walker(message, options, silence, facts, true).run();
}

bool fits(const Buffer& message) noexcept {
  if (message.reported < least_message) return false;
  SilentSink silence;
  return Walker(message, {}, silence, nullptr, false).run().exact(message);
}

}  // namespace godot::rollback
