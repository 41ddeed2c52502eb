// SPDX-License-Identifier: MIT
#include "analysis/libraries/netfox/layouts.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/glob.h"
#include "codec/libraries/netfox/property_index.h"

namespace godot::analysis {
namespace {

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// The position of the next comma outside brackets.
std::size_t next_comma(std::string_view text) noexcept {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] == ',' && depth == 0) return i;
  }
  return text.size();
}

}  // namespace

bool parse(std::string_view word, NetfoxList& list) noexcept {
  constexpr std::string_view words[] = {"state", "input", "sync"};
  for (std::size_t i = 0; i < std::size(words); ++i) {
    if (word != words[i]) continue;
    list = static_cast<NetfoxList>(i);
    return true;
  }
  return false;
}

void set_indexes(NetfoxProperties& properties) {
  netfox::PropertyIndexes indexes;
  properties.indexes.clear();
  for (const std::string& name : properties.names) {
    const bool is_path = name.find(':') != std::string::npos;
    const auto index = indexes.next(is_path ? name : ":" + name);
    if (!index) {
      properties.indexes.clear();
      return;
    }
    properties.indexes.push_back(*index);
  }
}

bool parse(std::string_view text, NetfoxProperties& properties) {
  text = trimmed(text);
  while (!text.empty()) {
    const std::size_t end = next_comma(text);
    const std::string_view part = text.substr(0, end);
    const std::size_t first = part.find(':');
    const std::size_t second = first != std::string_view::npos ? part.find(':', first + 1) : first;
    const std::size_t colon = std::min(second != std::string_view::npos ? second : first, part.size());
    const std::string_view name = trimmed(part.substr(0, colon));
    netfox::Schema schema;
    if (name.empty()) return false;
    if (colon != part.size() && !netfox::parse(part.substr(colon + 1), schema)) return false;
    properties.names.emplace_back(name);
    properties.schemas.push_back(schema);
    text = trimmed(text.substr(std::min(end + 1, text.size())));
  }
  set_indexes(properties);
  return properties.size() != 0;
}

const char* netfox_row_fault(std::string_view node, std::string_view list, std::string_view properties) {
  NetfoxList parsed_list{};
  NetfoxProperties parsed;
  if (node.empty()) return "A node's path must be given; * fits every path";
  if (!parse(list, parsed_list)) return "The list must be state, input or sync";
  if (!parse(properties, parsed))
    return "Properties are names with commas between them, each with a schema behind a colon if it has one";
  return nullptr;
}

void NetfoxLayouts::clear() {
  rows_.clear();
  others_.clear();
  found_ = {};
}

void NetfoxLayouts::add(std::string pattern, NetfoxList list, NetfoxProperties properties) {
  rows_.push_back({std::move(pattern), list, std::move(properties)});
  found_ = {};
}

bool NetfoxLayouts::find(std::string_view path, NetfoxList list, const NetfoxProperties*& found) const {
  Found& of_list = found_[static_cast<std::size_t>(list)];
  const auto known = of_list.find(path);
  if (known != of_list.end()) {
    found = known->second;
    return true;
  }
  const auto row = std::find_if(rows_.begin(), rows_.end(),
                                [&](const Row& each) { return each.list == list && fits(each.pattern, path); });
  if (row == rows_.end()) return of_list.size() >= most_found;
  found = &row->properties;
  if (of_list.size() < most_found) of_list.emplace(path, found);
  return true;
}

const NetfoxProperties* NetfoxLayouts::remember(std::string_view path, NetfoxList list, NetfoxProperties properties) {
  const NetfoxProperties* kept = &others_.emplace_back(std::move(properties));
  found_[static_cast<std::size_t>(list)].emplace(path, kept);
  return kept;
}

void NetfoxLayouts::remember(std::string_view path, NetfoxList list) {
  found_[static_cast<std::size_t>(list)].emplace(path, nullptr);
}

}  // namespace godot::analysis
