// SPDX-License-Identifier: MIT
// Numbers of the ends of a capture's connections, from 1, in the order in which they appear.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "engine/frame/frame.h"

namespace godot::engine {

class EndNumbers {
 public:
  [[nodiscard]] std::uint32_t of(const Address& end) {
    const auto number = static_cast<std::uint32_t>(numbers_.size() + 1);
    return numbers_.try_emplace(end, number).first->second;
  }

 private:
  std::unordered_map<Address, std::uint32_t, AddressHash> numbers_;
};

}  // namespace godot::engine
