// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "answers/tables/question.h"

namespace godot::analysis::report {

/// The first row's cell of a column.
inline Cell cell(const Question& question, const std::string& key, std::size_t row = 0) {
  const Report report = question.answer();
  for (std::size_t i = 0; i != report.columns.size(); ++i) {
    if (report.columns[i].key == key && row < report.rows.size()) return report.rows[row][i];
  }
  ADD_FAILURE() << "no " << key;
  return {};
}

}  // namespace godot::analysis::report
