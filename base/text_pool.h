// SPDX-License-Identifier: MIT
// Texts that are stored once for a capture: a path is announced to every client of a server.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/text_hash.h"

namespace godot::analysis {

class TextPool {
 public:
  struct Kept {
    const char* text;      ///< ended by a NUL; equal texts are the same pointer
    std::uint32_t number;  ///< equal texts have the same, from 1
  };

  Kept keep(std::string_view text) {
    auto found = texts_.find(text);
    if (found == texts_.end()) found = texts_.emplace(text, static_cast<std::uint32_t>(texts_.size() + 1)).first;
    return {found->first.c_str(), found->second};
  }

  /// How many texts there are: grows with each new one.
  [[nodiscard]] std::size_t size() const noexcept { return texts_.size(); }

  /// The same without storing it; number 0: the text is not stored.
  [[nodiscard]] Kept find(std::string_view text) const {
    const auto found = texts_.find(text);
    return found != texts_.end() ? Kept{found->first.c_str(), found->second} : Kept{nullptr, 0};
  }

 private:
  std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> texts_;
};

}  // namespace godot::analysis
