// SPDX-License-Identifier: MIT
// Files by their path, without streams: those of the standard library bring all locales into a program.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace godot::analysis {

struct CloseFile {
  void operator()(std::FILE* file) const noexcept { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

/// A path as users, captures and projects write it, whatever letters the system's paths have.
[[nodiscard]] std::filesystem::path path_of(std::string_view utf8);

/// Opens a file for reading its bytes; a path on Windows has letters of 16 bits. Null: errno says why.
[[nodiscard]] OpenFile open_to_read(const std::filesystem::path& path) noexcept;

}  // namespace godot::analysis
