// SPDX-License-Identifier: MIT
#include "codec/debugger/framing.h"

#include <algorithm>

#include "codec/debugger/scalar.h"
#include "codec/variant/framing.h"
#include "codec/variant/walk.h"

namespace godot::debugger {
namespace {

using variant::Generation;
using variant::Kind;
using variant::stream_prefix;

constexpr Offset word = 4;
constexpr Offset least_value = word;  // a header alone: Nil
constexpr Offset least_unit = stream_prefix + least_value;
constexpr std::size_t longest_name = 128;  // for the engine's names; a game's own may be longer but are no proof

bool is_name_letter(char byte) noexcept { return byte >= ' ' && byte <= '~'; }

/// True for a possible name in a program: printable, and not too long.
bool is_name(std::string_view text) noexcept {
  return !text.empty() && text.size() <= longest_name && std::all_of(text.begin(), text.end(), is_name_letter);
}

Extent whole(Offset size, bool run) noexcept { return {.status = Extent::Status::whole, .size = size, .run = run}; }
Extent more(std::uint64_t missing, bool run) noexcept {
  return {.status = Extent::Status::more, .missing = static_cast<Offset>(missing), .run = run};
}

/// Reads a message's Array as elements, up to the end of the bytes.
class Elements {
 public:
  Elements(const Buffer& buffer, Offset at, Generation generation) noexcept
      : buffer_(buffer), dialect_(variant::dialect(generation)), at_(at) {
    const Scalar head = scalar_at(buffer_, at_, dialect_);
    is_array_ = head.kind == Kind::array && head.is_plain && buffer_.captured.size() >= at_ + 2 * word;
    if (!is_array_) return;
    count_ = load_le<std::uint32_t>(buffer_.captured.data() + at_ + word);
    at_ += 2 * word;
  }
  [[nodiscard]] bool is_array() const noexcept { return is_array_; }
  [[nodiscard]] std::uint32_t count() const noexcept { return count_; }

  /// The next element, which must be a scalar; only its kind otherwise, or if it is cut.
  Scalar next() noexcept {
    const Scalar found = scalar_at(buffer_, at_, dialect_);
    if (found.size != 0) at_ += found.size;
    return found;
  }
  [[nodiscard]] bool at_end() const noexcept { return at_ + word > buffer_.captured.size(); }

 private:
  const Buffer& buffer_;
  const variant::Dialect& dialect_;
  Offset at_;
  std::uint32_t count_ = 0;
  bool is_array_ = false;
};

using Look = Proof::Look;

/// Common words as names are no proof in an Array of Godot 3, which any game may send.
bool is_distinctive(std::string_view name) noexcept { return name.find_first_of("_:") != std::string_view::npos; }

Proof of_name(std::string_view name, Era era, bool era_certain, bool to_game_only) noexcept {
  const Message* to_editor = to_game_only ? nullptr : find(name, Direction::to_editor, era);
  const Message* to_game = find(name, Direction::to_game, era);
  Proof proof{.look = Look::named,
              .era = era,
              .era_certain = era_certain,
              .direction = to_game_only ? Direction::to_game : Direction::to_editor,
              .direction_certain = to_game_only};
  if (to_editor == nullptr && to_game == nullptr) return proof;
  proof.look = Look::yes;
  if ((to_editor == nullptr) != (to_game == nullptr)) {
    proof.direction = to_editor != nullptr ? Direction::to_editor : Direction::to_game;
    proof.direction_certain = true;
  }
  return proof;
}

/// [name, data] or [name, thread id, data].
Proof prove_godot4(const Buffer& bytes, Offset at) noexcept {
  Elements elements(bytes, at, Generation::godot4);
  if (!elements.is_array() || elements.count() < 2 || elements.count() > 3) return {};
  const Scalar name = elements.next();
  if (name.kind == Kind::nil && elements.at_end()) return {.look = Look::maybe};
  if (name.kind != Kind::string) return {};
  const Proof begun{.look = Look::maybe, .begun = true};
  if (name.size == 0) return name.cut ? begun : Proof{};
  if (!is_name(name.value.view())) return {};
  const bool threads = elements.count() == 3;
  if (elements.at_end()) return begun;
  if (threads) {
    const Scalar thread = elements.next();
    if (thread.kind != Kind::integer) return {};
    if (thread.size == 0 || elements.at_end()) return begun;
  }
  if (elements.next().kind != Kind::array) return {};
  return of_name(name.value.view(), threads ? Era::godot4_2 : Era::godot4_0, true, false);
}

/// Judges an Array that is a command: [command, arguments...].
Proof prove_command(const Buffer& bytes, Offset at, Era era) noexcept {
  Elements elements(bytes, at, info(era).generation);
  if (!elements.is_array() || elements.count() == 0) return {};
  if (elements.at_end()) return {.look = Look::maybe};
  const Scalar name = elements.next();
  if (name.kind != Kind::string) return {};
  if (name.size == 0) return name.cut ? Proof{.look = Look::maybe} : Proof{};
  if (!is_name(name.value.view())) return {};
  Proof proof = of_name(name.value.view(), era, true, true);
  if (proof.look == Look::yes && !is_distinctive(name.value.view())) proof.look = Look::named;
  return proof;
}

/// name; n; n units.
Proof prove_run(const Buffer& bytes) noexcept {
  const Scalar name = scalar_at(bytes, stream_prefix, variant::dialect(Generation::godot3));
  const Proof begun{.look = Look::maybe, .begun = true, .era = Era::godot3, .direction_certain = true};
  if (name.size == 0) return name.cut ? Proof{.look = Look::maybe} : Proof{};
  const auto length = load_le<std::uint32_t>(bytes.captured.data());
  if (name.size != length || !begins_run(name.value.view())) return {};
  const Offset at = stream_prefix + length;
  if (bytes.captured.size() < at + least_unit) return begun;
  const Scalar count = scalar_at(bytes, at + stream_prefix, variant::dialect(Generation::godot3));
  if (count.kind != Kind::integer) return {};
  if (count.size == 0) return begun;
  const auto count_length = load_le<std::uint32_t>(bytes.captured.data() + at);
  if (count.size != count_length || count.value.int_ < 0 || count.value.int_ > max_units) return {};
  return {.look = Look::yes,
          .era = Era::godot3,
          .era_certain = false,
          .direction = Direction::to_editor,
          .direction_certain = true};
}

/// The proof at the beginning of the bytes.
Proof look_at(const Buffer& bytes, bool prefixed) noexcept {
  Offset at = 0;
  if (prefixed) {
    if (bytes.captured.size() < stream_prefix) {
      // A length below 16 MiB: its last byte is zero, and so is at least one bit of its first.
      const bool possible = bytes.captured.empty() || (bytes.captured[0] & 3) == 0;
      return possible ? Proof{.look = Look::maybe} : Proof{};
    }
    const auto length = load_le<std::uint32_t>(bytes.captured.data());
    if (!variant::plausible_stream_length(length) || length > max_unit) return {};
    at = stream_prefix;
  }
  if (bytes.captured.size() < at + word) return prefixed ? Proof{.look = Look::maybe} : Proof{};
  const auto header = load_le<std::uint32_t>(bytes.captured.data() + at);
  const bool cut = bytes.captured.size() < at + 2 * word;
  const auto is = [&](Generation generation, Kind kind) {
    const variant::Dialect& dialect = variant::dialect(generation);
    return header < dialect.types.size() && dialect.types[header].kind == kind;
  };
  if (is(Generation::godot4, Kind::array)) return cut ? Proof{.look = Look::maybe} : prove_godot4(bytes, at);
  if (!prefixed) return {};
  if (is(Generation::godot3, Kind::array))
    return cut ? Proof{.look = Look::maybe} : prove_command(bytes, at, Era::godot3);
  if (is(Generation::godot2, Kind::array))
    return cut ? Proof{.look = Look::maybe} : prove_command(bytes, at, Era::godot2);
  if (is(Generation::godot3, Kind::string)) return prove_run(bytes);
  return {};
}

/// True if the Variant fills the bytes. If only Redot's dialect can read it, sets the era to Redot's.
bool reads(const Buffer& value, Era& era) noexcept {
  const auto is_exact = [&](Era candidate) {
    return variant::validate(value, {.dialect = &variant::dialect(info(candidate).generation)}).exact(value);
  };
  if (is_exact(era)) return true;
  if (era != Era::godot4_2 || !is_exact(Era::redot)) return false;
  era = Era::redot;
  return true;
}

}  // namespace

bool begins_run(std::string_view name) noexcept {
  return name.starts_with("message:") || name.starts_with("Too many ") ||
         find(name, Direction::to_editor, Era::godot3) != nullptr ||
         find(name, Direction::to_editor, Era::godot2) != nullptr;
}

Extent unit_extent(const Buffer& stream) noexcept {
  if (stream.captured.size() < stream_prefix) return more(stream_prefix - stream.captured.size(), false);
  const auto length = load_le<std::uint32_t>(stream.captured.data());
  if (!variant::plausible_stream_length(length) || length > max_unit) return {};
  const Offset size = stream_prefix + length;
  if (stream.reported < size) return more(size - stream.reported, false);
  return whole(size, false);
}

Buffer whole_units(const Buffer& stream) noexcept {
  Offset end = 0;
  while (end < stream.captured.size()) {
    const Extent unit = unit_extent({stream.captured.subspan(end), stream.reported - end});
    if (unit.status != Extent::Status::whole || unit.size > stream.captured.size() - end) break;
    end += unit.size;
  }
  return Buffer{stream.captured.first(end)};
}

Extent extent(const Buffer& stream) noexcept {
  const Extent first = unit_extent(stream);
  if (first.status != Extent::Status::whole) return first;
  const variant::Dialect& dialect = variant::dialect(Generation::godot3);
  const Scalar name = scalar_at(stream, stream_prefix, dialect);
  if (name.kind != Kind::string || name.size == 0 || !begins_run(name.value.view())) return first;
  const Offset at = first.size;
  if (stream.reported < at + least_unit) return more(at + least_unit - stream.reported, true);
  const Scalar count = scalar_at(stream, at + stream_prefix, dialect);
  if (count.cut) return more(1, true);
  if (count.kind != Kind::integer || count.value.int_ < 0 || count.value.int_ > max_units) return first;
  Offset end = at + stream_prefix + count.size;
  for (auto left = static_cast<std::uint64_t>(count.value.int_); left != 0; --left) {
    // Assumes the least size for each missing unit, so that it does not wait for bytes after the message.
    if (end + stream_prefix > stream.captured.size()) {
      if (end + stream_prefix <= stream.reported) return whole(stream.reported, true);  // the capture is cut here
      return more(end + left * least_unit - stream.reported, true);
    }
    const auto length = load_le<std::uint32_t>(stream.captured.data() + end);
    if (!variant::plausible_stream_length(length) || length > max_unit) return whole(end, true);
    if (end + stream_prefix + length > stream.reported) {
      return more(std::uint64_t{end} + stream_prefix + length + (left - 1) * least_unit - stream.reported, true);
    }
    end += stream_prefix + length;
  }
  return whole(end, true);
}

bool is_unit(const Buffer& stream, Era era) noexcept {
  const Extent unit = unit_extent(stream);
  if (unit.status != Extent::Status::whole || unit.size > stream.captured.size()) return false;
  return reads(Buffer{stream.captured.subspan(stream_prefix, unit.size - stream_prefix)}, era);
}

bool shows_era(const Buffer& message, Era& era) noexcept {
  constexpr Era either[] = {Era::godot2, Era::godot3};
  for (Offset at = 0; message.captured.size() > at && message.captured.size() - at >= least_unit;) {
    const Buffer unit{message.captured.subspan(at), message.reported - at};
    const Extent extent = unit_extent(unit);
    if (extent.status != Extent::Status::whole) return false;
    for (const Era candidate : either) {
      const Kind kind = scalar_at(unit, stream_prefix, variant::dialect(info(candidate).generation)).kind;
      if (kind != Kind::array && kind != Kind::dictionary) continue;
      if (!is_unit(unit, candidate) || is_unit(unit, candidate == Era::godot2 ? Era::godot3 : Era::godot2)) continue;
      era = candidate;
      return true;
    }
    at += extent.size;
  }
  return false;
}

Proof prove(const Buffer& bytes, bool prefixed) noexcept {
  Proof proof = look_at(bytes, prefixed);
  if (proof.look < Proof::Look::named) return proof;
  // A complete value must parse as the message that it appears to be.
  Buffer value = bytes;
  if (prefixed) {
    const Extent unit = unit_extent(bytes);
    if (unit.status != Extent::Status::whole || unit.size > bytes.captured.size()) return proof;
    value = Buffer{bytes.captured.subspan(stream_prefix, unit.size - stream_prefix)};
  } else if (bytes.captured.size() != bytes.reported) {
    return proof;
  }
  return reads(value, proof.era) ? proof : Proof{};
}

}  // namespace godot::debugger
