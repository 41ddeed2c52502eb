// SPDX-License-Identifier: MIT
// What is said of meetings, a line each.
#pragma once

#include <string>

#include "analysis/ice/meetings.h"
#include "tests/unit/analysis/arena.h"

namespace godot::test::ice {

inline std::string said(const analysis::IceMeetings& meetings, bool problems) {
  std::string all;
  for (const auto& each : meetings.statements(analysis::arena))
    if (each.is_problem == problems) all += std::string(each.text) + '\n';
  return all;
}
inline bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace godot::test::ice
