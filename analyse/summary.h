// SPDX-License-Identifier: MIT
// What a person wants to know first of a capture, within one screen.
#pragma once

#include <string>
#include <vector>

#include "answers/tables/report.h"

namespace godot::analyse {

/// Tables that the summary is made of, as their questions answer them.
struct Answers {
  std::vector<std::string> overview;  ///< engine, transports and peers, a line each
  analysis::report::Report problems;
  analysis::report::Report profile;
  analysis::report::Report streams;
  std::vector<std::string> meetings;  ///< by noray, a line each
  std::vector<std::string> webrtc;    ///< meetings by WebRTC, a line each
};

/// `colours`: for a terminal.
[[nodiscard]] std::string summary(const Answers& answers, bool colours);

/// An object: lists of lines (`overview`, `noray`, `webrtc`), and all rows of each table, as its question has it in
/// JSON.
[[nodiscard]] std::string summary_as_json(const Answers& answers);

}  // namespace godot::analyse
