// SPDX-License-Identifier: MIT
#include "base/open_file.h"

namespace godot::analysis {

OpenFile open_to_read(const std::filesystem::path& path) noexcept {
#ifdef _WIN32
  return OpenFile(_wfopen(path.c_str(), L"rb"));
#else
  return OpenFile(std::fopen(path.c_str(), "rb"));
#endif
}

}  // namespace godot::analysis
