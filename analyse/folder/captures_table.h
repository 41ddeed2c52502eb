// SPDX-License-Identifier: MIT
// The captures of a folder, a row each: what their summaries say first, from the processes that read them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyse/folder/folder.h"
#include "answers/tables/report.h"

namespace godot::analyse {

/// The cells of a row (summary_cells) as a process prints them for the table.
[[nodiscard]] std::string bytes_of(const std::vector<analysis::report::Cell>& cells);

class CapturesTable {
 public:
  explicit CapturesTable(const std::string& folder);

  /// A capture that could not be read has a row that says why.
  void add(const std::string& capture, const Printed& printed);

  /// Valid as long as the table.
  [[nodiscard]] const analysis::report::Report& answer();

 private:
  analysis::report::Report report_;
  std::map<std::string, std::uint64_t> open_;  ///< captures by the reason for which something in them is not judged
};

}  // namespace godot::analyse
