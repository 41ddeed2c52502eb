// SPDX-License-Identifier: MIT
// Options of tshark that it does not tell its dissectors, read from its command line: the fields that -e names, and the
// file that -r reads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace godot::analysis {

class TsharkCommandLine {
 public:
  /// Reads the next argument: "-e NAME", "-eNAME" and the same of -r, which may follow options without values
  /// ("-2nr FILE").
  void take(std::string_view argument);

  /// Reads all of them, each followed by a NUL.
  void take_all(std::string_view arguments);

  /// False: no argument has been read.
  [[nodiscard]] bool is_known() const noexcept { return is_known_; }

  /// True if there is an option -e; true if one names the field, or may do: it may be an expression.
  [[nodiscard]] bool has_fields() const noexcept { return !fields_.empty(); }
  [[nodiscard]] bool names(std::string_view field) const noexcept;

  /// The path behind -r; empty: there is none.
  [[nodiscard]] const std::string& file() const noexcept { return file_; }

 private:
  void set(char option, std::string_view value);

  bool is_known_ = false;
  std::vector<std::string> fields_;
  std::string file_;
  char awaited_ = 0;  ///< the option whose value is the next argument
};

}  // namespace godot::analysis
