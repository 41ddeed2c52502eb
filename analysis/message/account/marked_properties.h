// SPDX-License-Identifier: MIT
// Which properties the mask of a change means. It has 64 bits; a synchronizer may have more properties that are sent on
// change. Source: SceneReplicationInterface::_make_delta, which shifts by the property's number (godot#103938).
#pragma once

#include <bit>
#include <cstdint>

namespace godot::analysis::account {

/// The properties that the bits of a change's mask mean. Bit i means property i, i + 64, ...
class MarkedProperties {
 public:
  static constexpr std::uint32_t bits = 64;

  /// `properties`: the number of those that are sent on change.
  MarkedProperties(std::uint64_t indexes, std::uint32_t properties) noexcept
      : indexes_(indexes), properties_(properties) {}

  [[nodiscard]] std::uint32_t properties() const noexcept { return properties_; }
  [[nodiscard]] bool marks(std::uint32_t property) const noexcept { return (indexes_ >> property % bits & 1) != 0; }

  /// True if one of the bits means several properties.
  [[nodiscard]] bool is_beyond() const noexcept {
    return properties_ > bits && static_cast<std::uint32_t>(std::countr_zero(indexes_)) < properties_ - bits;
  }

  [[nodiscard]] std::uint32_t count() const noexcept {
    std::uint32_t count = 0;
    for (std::uint32_t property = 0; property < properties_; ++property) count += marks(property) ? 1 : 0;
    return count;
  }

 private:
  std::uint64_t indexes_;
  std::uint32_t properties_;
};

}  // namespace godot::analysis::account
