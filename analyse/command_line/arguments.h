// SPDX-License-Identifier: MIT
// The command line of godot-analyse.
#pragma once

#include <string>
#include <vector>

namespace godot::analyse {

struct Arguments {
  std::vector<std::string> captures;
  std::vector<std::string> projects;
  std::vector<std::string> questions;  ///< as behind tshark's -z
  std::vector<std::string> fail_on;    ///< kinds of problems at which it fails
  bool calls = false;                  ///< the lines of the packet list
  bool watch = false;                  ///< problems when they are found; packets are read once
  bool json = false;                   ///< questions without a form of their own are answered in JSON
  bool is_row = false;                 ///< the summary as a row of a folder's table, for another process
  bool is_page = false;                ///< the page for a browser is opened
  bool is_help = false;
  bool is_version = false;
  bool lists_questions = false;  ///< for completion, as the next one
  bool lists_kinds = false;
  std::string error;  ///< what is wrong; empty: nothing
};

[[nodiscard]] Arguments parse(const std::vector<std::string>& words);

/// The text that --help prints.
[[nodiscard]] const char* help() noexcept;

}  // namespace godot::analyse
