// SPDX-License-Identifier: MIT
// The MD5 sum of a list of remote methods, in the order of its names.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

#include "project/text/checksum.h"

namespace godot::test {

inline std::string checksum_of(std::initializer_list<std::string_view> names) {
  analysis::project::ListChecksum checksum;
  for (const std::string_view name : names) checksum.add(name);
  return std::string(checksum.finish());
}

}  // namespace godot::test
