// SPDX-License-Identifier: MIT
// Valid values for tests: the vectors, and every different value of the truth files up to a length.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/support/truth.h"
#include "tests/unit/support/vectors.h"

namespace godot::test {

struct Sample {
  std::string name;
  variant::Options options;
  Bytes bytes;
};

inline variant::Options options_of(const Vector& row) {
  return {.dialect = variant::find_dialect(row.dialect),
          .precision = row.double_ ? variant::Precision::double_ : variant::Precision::single_};
}

inline std::vector<Sample> samples(std::size_t longest) {
  std::vector<Sample> list;
  std::set<std::pair<const variant::Dialect*, Bytes>> seen;
  for (const Vector& row : vectors) {
    list.push_back({std::string(row.dialect) + ' ' + row.name, options_of(row), from_hex(row.hex)});
    seen.insert({list.back().options.dialect, list.back().bytes});
  }
  for (const Truth& truth : truths()) {
    if (truth.malformed || truth.bytes.size() > longest || !seen.insert({truth.dialect, truth.bytes}).second) continue;
    list.push_back({truth.where(), truth.options(), truth.bytes});
  }
  return list;
}

}  // namespace godot::test
