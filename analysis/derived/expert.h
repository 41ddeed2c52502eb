// SPDX-License-Identifier: MIT
// The rows of expert information: what is odd in a packet, and no problem of the game. Each protocol has a file
// experts.def with the columns enumerator, filter name, group, severity, text. derived/experts.inc makes an enumeration
// of it.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "codec/core/catalogue.h"

namespace godot::analysis {

/// As Wireshark groups expert information.
enum class ExpertGroup : std::uint8_t {
  assumption,
  checksum,
  malformed,
  protocol,
  reassemble,
  response_code,
  sequence,
  undecoded,
};

struct ExpertRow {
  const char* filter;
  ExpertGroup group;
  Severity severity;
  const char* text;
};

/// An enumeration that derived/experts.inc has made.
template <class Id>
concept ExpertId = std::is_enum_v<Id> && requires(Id id) {
  { experts_of(id) } -> std::same_as<const ExpertRow*>;
};

template <ExpertId Id>
[[nodiscard]] const ExpertRow& expert_row(Id id) noexcept {
  return experts_of(id)[static_cast<std::size_t>(id)];
}

}  // namespace godot::analysis
