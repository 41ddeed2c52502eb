// SPDX-License-Identifier: MIT
#include "extcap/output/own_file.h"

#include <cerrno>
#include <cstring>

#include "base/protected_file.h"
#include "codec/tool/console.h"

namespace godotdump {

std::FILE* open_own_file(const std::string& name, std::string_view begins, std::FILE* errors) {
  if (name == "-") return stdout;
  const bool is_other = godot::analysis::is_other_file(name, begins);
  std::FILE* const file = is_other ? nullptr : godot::tool::open_private_file(name);
  if (file != nullptr) return file;
  const std::string why(is_other ? godot::analysis::other_file_stays : std::strerror(errno));
  std::fprintf(errors, "Cannot write to %s: %s.\n", name.c_str(), why.c_str());
  return nullptr;
}

}  // namespace godotdump
