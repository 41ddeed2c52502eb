// SPDX-License-Identifier: GPL-2.0-or-later
// The files of a project's folder, as Godot's editor would find them, and their bytes. Nothing in here throws, waits
// for a device, follows a loop or reads without end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/analysis/project/script.h"

namespace godot::project {

/// Tells whether a file has changed.
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

/// A fault and the file that it is in.
struct FileFault {
  std::string path;
  Fault fault;
};

struct FolderLimits {
  static constexpr std::size_t depth = 48;
  static constexpr std::size_t entries = 200'000;        ///< files and folders that are looked at
  static constexpr std::size_t files = 50'000;           ///< that are read
  static constexpr std::size_t file_size = 16U << 20;    ///< of one file; larger ones are left out
  static constexpr std::size_t total_size = 512U << 20;  ///< of all files that are read
};

/// A path in UTF-8, as users and projects write it: with `/`, on Windows with `\\` as well.
[[nodiscard]] std::filesystem::path from_utf8(std::string_view utf8);

/// The path in UTF-8, with `/`.
[[nodiscard]] std::string to_utf8(const std::filesystem::path& path);

/// The file that makes a folder a project: project.godot, in Godot 2 engine.cfg. Empty if there is none.
[[nodiscard]] std::string settings_file(const std::filesystem::path& folder);

/// Scripts, scenes, resources and .uid files below `folder`, by path. Left out: hidden folders, those with a .gdignore,
/// other projects within, what is no regular file.
[[nodiscard]] std::vector<ProjectFile> find_files(const std::filesystem::path& folder, std::vector<FileFault>& faults);

[[nodiscard]] Stamp stamp_of(const std::filesystem::path& file);

/// The file's text in valid UTF-8; nothing if it cannot be read or is too large, with a fault that says so.
[[nodiscard]] std::optional<std::string> read_text(const std::filesystem::path& file, const std::string& name,
                                                   std::vector<FileFault>& faults);

}  // namespace godot::project
