// SPDX-License-Identifier: MIT
// The lists of a body, within their limits.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "project/audit/method_bodies.h"

namespace godot::analysis::project {

class BodyLists {
 public:
  explicit BodyLists(std::string_view script) : script_(script) {}

  /// The text of the script between these places.
  void add_assigned(std::size_t begin, std::size_t end) { add(result.assigned, begin, end); }
  void add_call(std::size_t begin, std::size_t end) { add(result.called, begin, end); }

  Body result;

 private:
  void add(std::vector<std::string>& list, std::size_t begin, std::size_t end) {
    // What is beyond the limit is cut before it is read.
    std::string text(script_.substr(begin, std::min(end - begin, BodyLimits::text + 1)));
    std::replace_if(
        text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    if (text.size() > BodyLimits::text) {
      std::size_t cut = BodyLimits::text;
      while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
      text = text.substr(0, cut) + "\u2026";
    }
    if (std::find(list.begin(), list.end(), text) != list.end()) return;
    if (list.size() == BodyLimits::listed) result.has_more = true;
    else list.push_back(std::move(text));
  }

  std::string_view script_;
};

}  // namespace godot::analysis::project
