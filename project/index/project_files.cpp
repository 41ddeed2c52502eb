// SPDX-License-Identifier: MIT
#include "project/index/project_files.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/open_file.h"
#include "project/text/characters.h"

namespace godot::analysis::project {
namespace {

namespace fs = std::filesystem;

struct Suffix {
  std::string_view text;
  FileKind kind;
};
constexpr Suffix suffixes[] = {
    {".gd", FileKind::gdscript},   {".cs", FileKind::csharp}, {".tscn", FileKind::scene},
    {".tres", FileKind::resource}, {".uid", FileKind::uid},
};

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

class Walk {
 public:
  Walk(std::vector<ProjectFile>& files, std::vector<FileFault>& faults) : files_(files), faults_(faults) {}

  /// `prefix` is the folder's path in the project, with a `/` at its end unless it is empty.
  void folder(const fs::path& path, const std::string& prefix, std::size_t depth) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    // Links may lead to a folder twice, or in a cycle.
    if (error || !seen_.insert(real.native()).second) return;
    if (depth > FolderLimits::depth) {
      faults_.push_back({prefix, {0, "folders are nested deeper than is read"}});
      return;
    }
    std::vector<std::pair<fs::path, std::string>> folders;
    fs::directory_iterator entry(path, error);
    for (; !error && entry != fs::directory_iterator() && entries_ < FolderLimits::entries; entry.increment(error)) {
      ++entries_;
      std::string name = to_utf8(entry->path().filename());
      if (name.empty() || name.front() == '.') continue;
      std::error_code failed;
      if (entry->is_directory(failed)) folders.emplace_back(entry->path(), prefix + name + "/");
      else if (!failed) file(*entry, name, prefix);
    }
    if (error) faults_.push_back({prefix, {0, "the folder cannot be read"}});
    if (entries_ >= FolderLimits::entries && !full_) {
      full_ = true;
      faults_.push_back({prefix, {0, "more files than are looked at"}});
    }
    for (const auto& [below, name] : folders) {
      if (!is_there(below / ".gdignore") && settings_file(below).empty()) folder(below, name, depth + 1);
    }
  }

 private:
  void file(const fs::directory_entry& entry, const std::string& name, const std::string& prefix) {
    const auto* row = std::find_if(std::begin(suffixes), std::end(suffixes),
                                   [&](const Suffix& suffix) { return name.ends_with(suffix.text); });
    std::error_code error;
    if (row == std::end(suffixes) || !entry.is_regular_file(error) || error) return;
    if (files_.size() >= FolderLimits::files) {
      if (!full_) faults_.push_back({prefix, {0, "more files than are read"}});
      full_ = true;
      return;
    }
    std::string path = prefix + name;
    if (!make_utf8(path)) return;  // Godot cannot load it either
    files_.push_back({std::move(path), row->kind, stamp_of(entry.path())});
  }

  std::vector<ProjectFile>& files_;
  std::vector<FileFault>& faults_;
  std::set<fs::path::string_type> seen_;
  std::size_t entries_ = 0;
  bool full_ = false;
};

}  // namespace

std::filesystem::path from_utf8(std::string_view utf8) { return analysis::path_of(utf8); }

std::string to_utf8(const std::filesystem::path& path) {
  const std::u8string text = path.generic_u8string();
  return {reinterpret_cast<const char*>(text.data()), text.size()};
}

std::string settings_file(const std::filesystem::path& folder) {
  for (const char* name : {"project.godot", "engine.cfg"}) {
    if (is_there(folder / name)) return name;
  }
  return {};
}

std::vector<ProjectFile> find_files(const std::filesystem::path& folder, std::vector<FileFault>& faults) {
  std::vector<ProjectFile> files;
  Walk(files, faults).folder(folder, "", 0);
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

Stamp stamp_of(const std::filesystem::path& file) {
  std::error_code error;
  Stamp stamp;
  const auto time = fs::last_write_time(file, error);
  if (!error) stamp.time = static_cast<std::int64_t>(time.time_since_epoch().count());
  stamp.size = fs::file_size(file, error);
  return stamp;
}

std::optional<std::string> read_text(const std::filesystem::path& file, const std::string& name,
                                     std::vector<FileFault>& faults) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) {
    faults.push_back({name, {0, "no file that can be read"}});
    return std::nullopt;
  }
  const OpenFile stream = open_to_read(file);
  std::string text;
  const std::uintmax_t size = fs::file_size(file, error);
  if (stream == nullptr || error) {
    faults.push_back({name, {0, "the file cannot be read"}});
    return std::nullopt;
  }
  if (size > FolderLimits::file_size) {
    faults.push_back({name, {0, "larger than is read"}});
    return std::nullopt;
  }
  text.resize(static_cast<std::size_t>(size));
  text.resize(std::fread(text.data(), 1, text.size(), stream.get()));
  if (!make_utf8(text)) faults.push_back({name, {0, "not in UTF-8"}});
  return text;
}

}  // namespace godot::analysis::project
