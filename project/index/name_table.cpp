// SPDX-License-Identifier: MIT
#include "project/index/name_table.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/glob.h"
#include "project/text/characters.h"

namespace godot::analysis {
namespace {

constexpr const char* source_name = "godot_names";

constexpr char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_same_checksum(std::string_view written, std::string_view md5) noexcept {
  return std::equal(written.begin(), written.end(), md5.begin(), md5.end(),
                    [](char one, char other) { return lower(one) == lower(other); });
}

bool is_meant(const std::string& node, const names::Node& asked) noexcept {
  if (asked.rpc_md5 != nullptr && is_same_checksum(node, asked.rpc_md5)) return true;
  return asked.path != nullptr && fits(node, asked.path);
}

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    parts.emplace_back(project::trimmed(list.substr(0, end)));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return parts;
}

/// A number as C writes it: 16, 0x10.
unsigned long long number_of(const std::string& text, const char*& end) noexcept {
  char* behind = nullptr;
  const unsigned long long number = std::strtoull(text.c_str(), &behind, 0);
  end = behind;
  return number;
}

}  // namespace

const char* fault_of(const NameRow& row) noexcept {
  constexpr unsigned long long last_id = 0xFFFF;
  if (row.node.empty()) return "A node's path or the MD5 of its RPC list must be given; * fits every path";
  if (row.method.empty()) return "The method's name must be given";
  if (row.method_id.empty()) return nullptr;
  const char* end = nullptr;
  const bool fits = number_of(row.method_id, end) <= last_id && *end == '\0';
  return fits ? nullptr : "The method's number must be 0 to 65535, or empty";
}

void NameTable::set_rows(const std::vector<NameRow>& rows) {
  if (rows == written_) return;
  written_ = rows;
  rows_.clear();
  for (const NameRow& written : rows) {
    const char* end = nullptr;
    rows_.push_back({.node = written.node,
                     .has_id = !written.method_id.empty(),
                     .id = static_cast<std::uint32_t>(number_of(written.method_id, end)),
                     .method = written.method,
                     .arguments = split(written.arguments)});
  }
  set_has_data(!rows_.empty());
}

names::Name NameTable::method(const names::Node& node, std::uint32_t id) const {
  for (const Row& row : rows_) {
    if (row.has_id && row.id == id && is_meant(row.node, node))
      return {row.method.c_str(), source_name, names::Certainty::certain};
  }
  return {};
}

const NameTable::Row* NameTable::find(const names::Node& node, std::string_view method) const {
  for (const Row& row : rows_) {
    if (row.method == method && !row.arguments.empty() && is_meant(row.node, node)) return &row;
  }
  return nullptr;
}

names::Signature NameTable::signature(const names::Node& node, std::string_view method) const {
  const Row* row = find(node, method);
  if (row == nullptr) return {};
  const auto count = static_cast<std::uint32_t>(row->arguments.size());
  return {true, count, count};
}

names::Argument NameTable::argument(const names::Node& node, std::string_view method, std::uint32_t index) const {
  const Row* row = find(node, method);
  if (row == nullptr || index >= row->arguments.size()) return {};
  return {{row->arguments[index].c_str(), source_name, names::Certainty::certain}, nullptr};
}

}  // namespace godot::analysis
