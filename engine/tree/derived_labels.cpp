// SPDX-License-Identifier: MIT
#include "engine/tree/derived_labels.h"

#include <cstdint>
#include <cstdio>

#include "codec/mirror/fields.h"
#include "codec/relay/relay_fate.h"
#include "engine/tree/field_labels.h"
#include "engine/tree/sink.h"

namespace godot::engine {
namespace {

using analysis::DerivedKind;
using analysis::DerivedValue;

template <class Number>
std::string printed(const char* format, Number number) {
  char text[64];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

/// Returns a name with its number, as "reliable (2)".
std::string named(std::string_view name, std::uint32_t number) {
  return std::string(name) + " (" + std::to_string(number) + ')';
}

std::string value_of(DerivedKind kind, const DerivedValue& value) {
  constexpr double nanoseconds_per_millisecond = 1e6;
  constexpr double tenths_per_millisecond = 10;
  const auto number = static_cast<std::uint32_t>(value.number);
  switch (kind) {
    case DerivedKind::text: return value.text;
    case DerivedKind::boolean: return value.number != 0 ? "True" : "False";
    case DerivedKind::integer: return std::to_string(static_cast<std::int32_t>(value.number));
    case DerivedKind::number64: return std::to_string(static_cast<std::uint64_t>(value.number));
    case DerivedKind::hexadecimal: return printed("0x%08x", unsigned{number});
    case DerivedKind::real: return printed("%.15g", value.real());
    case DerivedKind::milliseconds:
      return printed("%.15g", static_cast<double>(value.number) / nanoseconds_per_millisecond);
    case DerivedKind::tenths: return printed("%.1f", static_cast<double>(value.number) / tenths_per_millisecond);
    case DerivedKind::checksum_status: return number == 0 ? "Bad" : number == 1 ? "Good" : "Unverified";
    case DerivedKind::transfer_mode: return named(value_name(field::mirror_transfer_mode, number), number);
    case DerivedKind::relay_outcome: return named(relay::name(static_cast<relay::Outcome>(number)), number);
    default: return std::to_string(number);
  }
}

}  // namespace

std::string label_of(const analysis::DerivedRow& row, const DerivedValue& value) {
  const char* title = title_of(row);
  if (row.kind == DerivedKind::subtree) return title;
  if (row.kind == DerivedKind::time) return label_of_time(title, value.number);
  return label_of({title, ": ", std::string_view(value_of(row.kind, value))});
}

TreeItem* TreeOutput::add_derived(TreeItem* parent, const analysis::DerivedRow& row, const analysis::ByteRange& range,
                                  const DerivedValue& value) const {
  constexpr std::size_t most_bytes = 36;  // as many as Wireshark shows
  const std::string label =
      row.kind == DerivedKind::bytes
          ? label_of({title_of(row), ": ", std::string_view(hexadecimal(bytes(range.begin, range.length), most_bytes))})
          : label_of(row, value);
  return add_remark(parent, filter_of(row), range.begin, range.length, label, false);
}

}  // namespace godot::engine
