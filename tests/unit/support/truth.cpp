// SPDX-License-Identifier: MIT
#include "tests/unit/support/truth.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace godot::test {
namespace {

using Json = nlohmann::json;

/// Engines log their version; vectors have their dialect.
const variant::Dialect* dialect_of(const Json& row) {
  if (row.contains("dialect")) return variant::find_dialect(row["dialect"].get<std::string>());
  return variant::find_dialect("godot" + row.value("engine", std::string("?")).substr(0, 1));
}

std::string text_of(const Json& number) { return number.is_string() ? number.get<std::string>() : number.dump(); }

std::optional<Truth> read(const Json& row, const std::string& file, int line) {
  // Other kinds of messages have truth files, too.
  if (row.value("kind", std::string()).find("_var") == std::string::npos) return {};
  if (!row.contains("hex") || !row.contains("typeid") || dialect_of(row) == nullptr) return {};
  Truth truth{.file = file,
              .line = line,
              .label = row.value("label", std::string()),
              .dialect = dialect_of(row),
              .double_ = row.value("double", false),
              .full_objects = row.value("full_objects", false),
              .bytes = from_hex(row["hex"].get<std::string>()),
              .type = row["type"].is_string() ? row["type"].get<std::string>() : std::string(),
              .type_id = row["typeid"].is_number() ? row["typeid"].get<int>() : -1,
              .text = {},
              .components = {},
              .fields = {},
              .malformed = row.value("malformed", false),
              .reason = row.value("reason", std::string()),
              .good = row.value("good", Offset{0}),
              .wrong_field = row.value("field", std::string())};
  if (row.contains("text")) truth.text = row["text"].get<std::string>();
  if (row.contains("fields")) {
    for (const auto& [key, value] : row["fields"].items()) truth.fields[key] = text_of(value);
  }
  if (row.contains("components")) {
    truth.components.emplace();
    for (const Json& number : row["components"]) truth.components->push_back(text_of(number));
  }
  return truth;
}

std::vector<Truth> read_all() {
  std::vector<Truth> all;
  for (const auto& path : files_below(captures(), ".truth.jsonl")) {
    std::ifstream file(path);
    std::string text;
    for (int line = 1; std::getline(file, text); ++line) {
      if (text.empty()) continue;
      if (auto truth = read(Json::parse(text), std::filesystem::relative(path, captures()).generic_string(), line))
        all.push_back(std::move(*truth));
    }
  }
  return all;
}

}  // namespace

std::filesystem::path captures() { return std::filesystem::path(GODOT_SOURCE_DIR) / "pcaps"; }

std::vector<std::filesystem::path> files_below(const std::filesystem::path& directory, const std::string& suffix) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file() && entry.path().string().ends_with(suffix)) paths.push_back(entry.path());
  }
  if (paths.empty()) throw std::runtime_error("no file below " + directory.string() + " ends in " + suffix);
  std::sort(paths.begin(), paths.end());
  return paths;
}

const std::vector<Truth>& truths() {
  static const std::vector<Truth> all = read_all();
  return all;
}

}  // namespace godot::test
