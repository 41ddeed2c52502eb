// SPDX-License-Identifier: MIT
#include "base/text_hash.h"

#include <random>

namespace godot::analysis {

TextHash::Key TextHash::any_key() {
  std::random_device random;
  const auto word = [&] { return std::uint64_t{random()} << 32 | random(); };
  const std::uint64_t low = word();
  return {low, word()};
}

}  // namespace godot::analysis
