// SPDX-License-Identifier: MIT
// A value as Statistics > Godot > Variants counts it.
#pragma once

#include <cstdint>

#include "analysis/facts/counts.h"

namespace godot::analysis {

struct CountedValue {
  const char* type;
  const char* dialect;
  std::uint32_t size;  ///< in bytes, with the length prefix on a stream
  bool malformed;

  static constexpr CountedTitle titles[] = {
      {"Values by type"}, {"Values by Godot version"}, {"Malformed values", CountedTitle::Kind::alone}};

  /// The numbers beside a type are the sizes of its values.
  void count_in(Counts& counts) const {
    counts.entry(0, type, size);
    counts.entry(1, dialect);
    if (malformed) counts.alone(2);
  }
};

}  // namespace godot::analysis
