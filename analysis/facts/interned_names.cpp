// SPDX-License-Identifier: MIT
#include "analysis/facts/interned_names.h"

#include <cstddef>
#include <string>
#include <string_view>

#include "codec/core/utf8.h"

namespace godot::analysis::facts {
namespace {

/// Limits memory: a spawn of thirty bytes below a path of a megabyte would store another megabyte.
constexpr std::size_t most_bytes = 1024;

constexpr std::string_view ellipsis = "\u2026";

}  // namespace

const char* InternedNames::keep(const char* text) {
  if (text == nullptr) return nullptr;
  const std::string_view name = text;
  if (name.size() <= most_bytes) return texts_.keep(name).text;
  std::string cut(name.substr(0, utf8_boundary(name, most_bytes)));
  cut += ellipsis;
  return texts_.keep(cut).text;
}

const char* InternedNames::numbered(std::uint32_t number) {
  const bool is_stored = number < numbered_.size();
  if (is_stored && numbered_[number] != nullptr) return numbered_[number];
  const char* name = keep(('#' + std::to_string(number)).c_str());
  if (is_stored) numbered_[number] = name;
  return name;
}

const char* InternedNames::keep_nameless(names::PropertyList list, std::uint32_t number) {
  static constexpr const char* lists[] = {"spawn #", "always #", "on change #"};
  const auto index = static_cast<std::size_t>(list);
  std::string text = lists[index];
  text += std::to_string(number);
  const char* name = keep(text.c_str());
  if (number < nameless_[index].size()) nameless_[index][number] = name;
  return name;
}

const char* InternedNames::find(const void* object) const {
  const char* const* found = names_of_objects_.find(object);
  return found != nullptr ? *found : nullptr;
}

const char* InternedNames::keep_for(const void* object, const char* text) {
  if (text == nullptr) return nullptr;
  const char* name = keep(text);
  if (!std::string_view(text).starts_with(ellipsis)) names_of_objects_[object] = name;
  return name;
}

}  // namespace godot::analysis::facts
