// SPDX-License-Identifier: MIT
#include "base/open_file.h"

#include <string>

namespace godot::analysis {

std::filesystem::path path_of(std::string_view utf8) { return {std::u8string(utf8.begin(), utf8.end())}; }

OpenFile open_to_read(const std::filesystem::path& path) noexcept {
#ifdef _WIN32
  return OpenFile(_wfopen(path.c_str(), L"rb"));
#else
  return OpenFile(std::fopen(path.c_str(), "rb"));
#endif
}

}  // namespace godot::analysis
