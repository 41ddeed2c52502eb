// SPDX-License-Identifier: MIT
// The Variant walker: reads one value of Godot's binary serialization API and reports it as a tree of fields.
//
// Memory: no allocation; about 17 KB of stack for the frames of nested containers, whatever the input.
// Limits: 1024 levels of nesting, as the engine. Time is linear in the bytes read; a packed array of numbers costs the
// same whatever its size unless the sink asks for its elements.
// Errors: the first problem ends the walk; the fields before it have been reported and their subtrees are closed.
//
//   struct Printer final : godot::Sink { ... };
//   const std::uint8_t bytes[] = {2, 0, 0, 0, 42, 0, 0, 0};
//   Printer printer;
//   auto result = godot::variant::walk(godot::Buffer{bytes}, {.dialect = &godot::variant::dialect(Generation::godot4)},
//                                      printer);
//   // result.consumed == 8, !result.problem
//
// Sources: core/io/marshalls.cpp, decode_variant and encode_variant, of Godot 2.1, 3.2-3.6, 4.0-4.6.
#pragma once

#include <cstdint>

#include "codec/core/bytes.h"
#include "codec/core/notes.h"
#include "codec/core/problem.h"
#include "codec/core/sink.h"
#include "codec/core/value.h"
#include "codec/variant/dialect.h"
#include "codec/variant/fields.h"
#include "codec/variant/framing.h"

namespace godot::variant {

/// Levels of containers inside a value that the engine accepts (Variant::MAX_RECURSION_DEPTH).
inline constexpr std::uint32_t max_depth = 1024;

/// Forms that pages about the format describe and no engine writes: a set of bits. Without any, a value is read as
/// engines write it, and in a documented form only if the bytes allow no other reading. Half of the bits are free.
using Forms = std::uint16_t;
namespace forms {
inline constexpr Forms engine = 0;
inline constexpr Forms unflagged_ids = 1;   ///< objects without the flag are ids of 8 bytes, if the bytes are no name
inline constexpr Forms unpadded_names = 2;  ///< names of classes and properties have no padding
inline constexpr Forms wide_counts = 4;     ///< counts of 64-bit integers have 8 bytes
inline constexpr Forms wide_ints = 8;       ///< ints have 8 bytes without a flag
inline constexpr Forms wide_floats = 16;    ///< floats have 8 bytes without a flag
inline constexpr Forms wide_colours = 32;   ///< colours have the width of other reals
inline constexpr Forms padded_old_paths = 64;
inline constexpr Forms chosen = 128;  ///< these and no others, also where the dialect is a page's own
}  // namespace forms

struct Options {
  const Dialect* dialect = nullptr;          ///< null: that of Godot 4
  Precision precision = Precision::single_;  ///< of reals where there is no flag
  Forms forms = forms::engine;
  Offset begin = 0;             ///< offset of the value in the buffer; events count from the buffer's front
  Field role = field::variant;  ///< the subtree that holds the value: a field that is_variant
  Value role_value = {};        ///< of that subtree: an index, for roles that are numbered
  Field limit = message_end;    ///< what sets the buffer's end: a length field, or the message itself
  bool whole = true;            ///< the value should fill the buffer: bytes after it are trailing
  bool prefixed = false;        ///< the buffer begins with a stream's length prefix
  ByteOrder prefix_order = ByteOrder::little;
};

/// The dialect, Godot 4's by default.
[[nodiscard]] inline const Dialect& dialect_of(const Options& options) noexcept {
  return options.dialect != nullptr ? *options.dialect : dialect(Generation::godot4);
}

struct Result {
  /// Has the members cleared one by one: GCC clears all at once by an instruction that takes longer than reading an
  /// int.
  Result() noexcept {}  // NOLINT(modernize-use-equals-default)

  Offset consumed = 0;  ///< where the value ends, or where the problem is
  Problem problem;
  bool has_object_id = false;  ///< a walk has met an object that is sent as its id
  Notes notes;                 ///< seen anywhere in the value, except in packed elements that were not reported

  /// The value was read without a problem and fills the buffer.
  [[nodiscard]] bool exact(const Buffer& buffer) const noexcept { return !problem && consumed == buffer.reported; }
};

/// Reports the value at `options.begin`, which must lie within the captured bytes or at their end, to `sink`.
Result walk(const Buffer& buffer, const Options& options, Sink& sink);

/// The same without a sink: whether it is a value, where it ends, its notes.
[[nodiscard]] Result validate(const Buffer& buffer, const Options& options) noexcept;

/// Whether an object anywhere in the value is sent as its id.
[[nodiscard]] bool has_object_id(const Buffer& buffer, const Options& options) noexcept;

/// The end of a value about which a walk reports neither a problem nor a note; 0: of any other.
[[nodiscard]] Offset end_of_good(const Buffer& buffer, const Options& options) noexcept;

/// The options for a value that may be in documented forms: the first forms that read it exactly, the engine's before
/// any other. If none does: the engine's, if they read a value at all.
[[nodiscard]] Options as_documented(const Buffer& buffer, Options options) noexcept;

/// The same for a page's own dialect, without its wide floats and colours.
[[nodiscard]] Options of_document(const Buffer& buffer, const Options& options) noexcept;

}  // namespace godot::variant
