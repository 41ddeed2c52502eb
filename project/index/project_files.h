// SPDX-License-Identifier: MIT
// The files of a project's folder, as Godot's editor finds them, and their bytes. Nothing in here throws, waits for a
// device, follows a cycle of links or reads without a limit.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "project/scripts/script.h"

namespace godot::analysis::project {

/// Identifies a version of a file.
struct Stamp {
  std::int64_t time = 0;
  std::uintmax_t size = 0;

  bool operator==(const Stamp&) const = default;
};

enum class FileKind { gdscript, csharp, scene, resource, uid };

struct ProjectFile {
  std::string path;  ///< from the project's folder, with `/`
  FileKind kind = FileKind::gdscript;
  Stamp stamp;

  bool operator==(const ProjectFile&) const = default;
};

/// A fault, and the file with it.
struct FileFault {
  std::string path;
  Fault fault;
};

struct FolderLimits {
  static constexpr std::size_t depth = 48;
  static constexpr std::size_t entries = 200'000;        ///< files and folders visited
  static constexpr std::size_t files = 50'000;           ///< files that are read at most
  static constexpr std::size_t file_size = 16U << 20;    ///< of one file; larger ones are skipped
  static constexpr std::size_t total_size = 512U << 20;  ///< of all files read
};

/// A path in UTF-8, as users and projects write it: with `/`, on Windows also with `\\`.
[[nodiscard]] std::filesystem::path from_utf8(std::string_view utf8);

/// The path in UTF-8, with `/`.
[[nodiscard]] std::string to_utf8(const std::filesystem::path& path);

/// The file that marks a folder as a project: project.godot, in Godot 2 engine.cfg. Empty if there is none.
[[nodiscard]] std::string settings_file(const std::filesystem::path& folder);

/// Scripts, scenes, resources and .uid files below `folder`, sorted by path. Skips hidden folders, those with a
/// .gdignore, other projects inside, and everything but regular files.
[[nodiscard]] std::vector<ProjectFile> find_files(const std::filesystem::path& folder, std::vector<FileFault>& faults);

[[nodiscard]] Stamp stamp_of(const std::filesystem::path& file);

/// The file's text in valid UTF-8; empty, with a fault, if it cannot be read or is too large.
[[nodiscard]] std::optional<std::string> read_text(const std::filesystem::path& file, const std::string& name,
                                                   std::vector<FileFault>& faults);

}  // namespace godot::analysis::project
