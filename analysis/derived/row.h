// SPDX-License-Identifier: MIT
// The rows of derived fields: what a program shows that does not stand in the bytes. Each protocol has a file
// derived.def with the columns enumerator, filter name, kind, title, blurb. derived/rows.inc makes an enumeration of
// it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "codec/core/catalogue.h"

namespace godot::analysis {

/// What a derived field contains. The program that shows the fields chooses a type for each kind.
enum class DerivedKind : std::uint8_t {
  subtree,  ///< an item without a value of its own
  text,
  bytes,  ///< the bytes of the item's range
  number64,
  real,
  milliseconds,  ///< a real number; the value has nanoseconds
  tenths,        ///< milliseconds with one decimal; the value has tenths of a millisecond
  time,          ///< the value has nanoseconds
  // From here on, numbers of up to 32 bits; those called number are unsigned.
  number,
  number8,
  number16,
  hexadecimal,
  integer,
  boolean,
  checksum_status,  ///< whether it is unverified, good or bad
  transfer_mode,    ///< a value of MultiplayerPeer.TransferMode
  relay_outcome,    ///< what a relay did with a packet (relay::Outcome)
  // Frames, by their relation to the field's frame.
  frame,
  frame_of_request,
  frame_of_response,
  frame_of_acknowledgement,
  frame_of_first_copy,
  frame_of_previous,  ///< the transmission before of the same data
  frame_of_next,
};

/// True for numbers of up to 32 bits.
[[nodiscard]] constexpr bool is_small_number(DerivedKind kind) noexcept { return kind >= DerivedKind::number; }
[[nodiscard]] constexpr bool is_frame(DerivedKind kind) noexcept { return kind >= DerivedKind::frame; }

struct DerivedRow {
  DerivedKind kind;
  const char* filter;
  const char* title;
  const char* blurb;
  Field wire = field::none;  ///< the codec's field that has this name, too, in place of filter, title and blurb
};

[[nodiscard]] inline const char* filter_of(const DerivedRow& row) noexcept {
  return row.wire != field::none ? info(row.wire).filter : row.filter;
}
[[nodiscard]] inline const char* title_of(const DerivedRow& row) noexcept {
  return row.wire != field::none ? info(row.wire).title : row.title;
}

/// An enumeration that derived/rows.inc has made.
template <class Id>
concept DerivedId = std::is_enum_v<Id> && requires(Id id) {
  { rows_of(id) } -> std::same_as<const DerivedRow*>;
};

template <DerivedId Id>
[[nodiscard]] const DerivedRow& derived_row(Id id) noexcept {
  return rows_of(id)[static_cast<std::size_t>(id)];
}

}  // namespace godot::analysis
