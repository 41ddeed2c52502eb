// SPDX-License-Identifier: MIT
// The truth files beside the captures: the logs of the senders' scripts.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "codec/variant/walk.h"
#include "tests/unit/support/bytes.h"

namespace godot::test {

/// One message that is one Variant.
struct Truth {
  std::string file;  ///< relative to pcaps/
  int line = 0;
  std::string label;
  const variant::Dialect* dialect = nullptr;
  bool double_ = false;
  bool full_objects = false;  ///< sent with objects allowed
  Bytes bytes;
  std::string type;
  int type_id = 0;
  std::optional<std::string> text;
  std::optional<std::vector<std::string>> components;  ///< numbers in wire order, as text
  std::map<std::string, std::string> fields;           ///< text as it is, everything else as JSON
  bool malformed = false;
  std::string reason;
  Offset good = 0;
  std::string wrong_field;

  [[nodiscard]] variant::Options options() const {
    return {.dialect = dialect, .precision = double_ ? variant::Precision::double_ : variant::Precision::single_};
  }
  [[nodiscard]] std::string where() const { return file + ":" + std::to_string(line) + " " + label; }
};

/// The captures' directory.
std::filesystem::path captures();

/// All Variants whose bytes are in the truth files, malformed ones included. Read once.
const std::vector<Truth>& truths();

/// Files by name, sorted: every one below the directory that ends in `suffix`. Throws if there is none: a test that
/// loops over them would pass without a comparison.
std::vector<std::filesystem::path> files_below(const std::filesystem::path& directory, const std::string& suffix);

}  // namespace godot::test
