// SPDX-License-Identifier: MIT
// Shared by the fuzz targets: options from the first two bytes of the input, and a function that fails with a message.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/unit/support/recorder.h"

namespace godot::test {

/// Stops the target with a message that libFuzzer reports.
inline void require(bool good, std::string_view message) {
  if (good) return;
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(message.size()), message.data());
  std::abort();
}

/// The first byte: bits 0-1 dialect (Godot 4 with a limit of 128 or more: Redot), bit 2 double precision, bit 3 bytes
/// may follow the value, bit 4 a length prefix, bit 5 the prefix is big-endian, bits 6-7 how many bytes of the message
/// were not captured. The second byte: limit of the text, and modulo 3 the forms.
struct Input {
  static constexpr std::size_t head = 2;
  static constexpr Offset not_captured[] = {0, 1, 100, 1U << 20};

  variant::Options options;
  std::uint32_t limit;
  ExactCopy copy;

  /// Redot reads every value of Godot 4: values with a long limit test it.
  static variant::Generation generation(unsigned choice, unsigned limit) {
    const auto chosen = static_cast<variant::Generation>(choice);
    return chosen == variant::Generation::godot4 && limit >= 0x80 ? variant::Generation::redot : chosen;
  }

  Input(const std::uint8_t* data, std::size_t size)
      : options({.dialect = &variant::dialect(generation(data[0] & 3, data[1])),
                 .precision = (data[0] & 4) != 0 ? variant::Precision::double_ : variant::Precision::single_,
                 .forms = static_cast<variant::Forms>(data[1] % 3),
                 .whole = (data[0] & 8) == 0,
                 .prefixed = (data[0] & 16) != 0,
                 .prefix_order = (data[0] & 32) != 0 ? variant::ByteOrder::big : variant::ByteOrder::little}),
        limit(data[1]),
        copy({data + head, size - head}, static_cast<Offset>(size - head) + not_captured[data[0] >> 6]) {}
};

}  // namespace godot::test
