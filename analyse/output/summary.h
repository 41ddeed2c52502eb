// SPDX-License-Identifier: MIT
// What a person wants to know first of a capture, within one screen.
#pragma once

#include <string>
#include <vector>

#include "answers/report_page/overview.h"
#include "answers/tables/report.h"

namespace godot::analyse {

/// Tables that the summary is made of, as their questions answer them.
struct Answers {
  analysis::page::Sketch overview;
  analysis::report::Report problems;
  analysis::report::Report profile;
  analysis::report::Report streams;
  std::vector<std::string> meetings;  ///< by noray, a line each
  std::vector<std::string> webrtc;    ///< meetings by WebRTC, a line each
};

/// `colours`: for a terminal.
[[nodiscard]] std::string summary(const Answers& answers, bool colours);

/// An object: `overview`; lists of lines, `noray` and `webrtc`; all rows of each table, as its question has them in
/// JSON.
[[nodiscard]] std::string summary_as_json(const Answers& answers);

/// The same on a line of a table of captures: its columns, and its cells.
[[nodiscard]] const std::vector<analysis::report::Column>& summary_columns();
[[nodiscard]] std::vector<analysis::report::Cell> summary_cells(const Answers& answers);

}  // namespace godot::analyse
