// SPDX-License-Identifier: MIT
// The options -z that show one table, a row each, where a new one is added: tshark (-z godot,profile), the window's
// menu, sharkd, godot-analyse and the report have the tables of this list. Options that ask for more than a table are
// in answers/options/options.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "answers/tables/question.h"

namespace godot::analysis {

struct StatisticsTable {
  const char* name;   ///< after tshark's -z, and in sharkd
  const char* title;  ///< in the window's menu
  std::unique_ptr<report::Question> (*make)(const report::TableOptions& options);
  bool needs_problems = false;  ///< of messages; the others need plain facts

  // Its place in the report:
  std::uint8_t place = 0;         ///< 1: the first; 0: not there
  const char* heading = nullptr;  ///< the heading; null: it is not in the report
  bool is_open = false;           ///< shown without a click if it has rows

  bool needs_values = false;  ///< of properties, as numbers or texts
};

[[nodiscard]] std::span<const StatisticsTable> statistics_tables() noexcept;

/// The one of this name, which the list has.
[[nodiscard]] const StatisticsTable& statistics_table(std::string_view name) noexcept;

}  // namespace godot::analysis
