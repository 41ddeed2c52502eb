// SPDX-License-Identifier: MIT
// Texts that a page stores once each, by number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text_hash.h"
#include "codec/core/utf8.h"

namespace godot::analysis::page {

class NumberedTexts {
 public:
  /// `most_text`: bytes of a text, which is cut there; `most_bytes`: of all.
  NumberedTexts(std::size_t most_text, std::size_t most_bytes) : most_text_(most_text), most_bytes_(most_bytes) {}

  /// The text's number, from 1; 0: there is no room for it.
  [[nodiscard]] std::uint32_t number_of(std::string_view text) {
    std::string cut;
    if (text.size() > most_text_) {
      cut = text.substr(0, utf8_boundary(text, most_text_));
      cut += "\u2026";
      text = cut;
    }
    const auto found = numbers_.find(text);
    if (found != numbers_.end()) return found->second;
    if (bytes_ + text.size() > most_bytes_) return 0;
    bytes_ += text.size();
    const auto number = static_cast<std::uint32_t>(numbers_.size() + 1);
    in_order_.push_back(&numbers_.emplace(std::string(text), number).first->first);
    return number;
  }

  /// In the order of their numbers.
  [[nodiscard]] const std::vector<const std::string*>& in_order() const noexcept { return in_order_; }

 private:
  std::size_t most_text_;
  std::size_t most_bytes_;
  std::size_t bytes_ = 0;
  std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> numbers_;
  std::vector<const std::string*> in_order_;
};

}  // namespace godot::analysis::page
