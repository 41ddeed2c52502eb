// SPDX-License-Identifier: MIT
#include "project/libraries/library_findings.h"

namespace godot::analysis::project {
namespace {

constexpr std::string_view root = "root";

}  // namespace

ScriptParts read_script_parts(std::string_view text) {
  return {.netfox_schemas = read_netfox_schemas(text), .netfox_builders = read_netfox_builders(text)};
}

bool NodeParts::have(std::string_view name) noexcept {
  return name == "state_properties" || name == "input_properties" || name == "properties" || name == root;
}

void NodeParts::set(std::string_view name, const WrittenValue& value) {
  static const std::string no_path;
  static const std::vector<std::string> no_strings;
  if (value.strings == nullptr && (name != root || value.path == nullptr)) return;
  if (netfox == nullptr) netfox = std::make_shared<NetfoxLists>();
  set_list(*netfox, name, value.path != nullptr ? *value.path : no_path,
           value.strings != nullptr ? *value.strings : no_strings);
}

void NodeLists::add(const NodeParts& parts, std::string_view script) {
  if (parts.netfox != nullptr && (netfox != nullptr || is_netfox_synchronizer(script))) netfox = parts.netfox.get();
}

bool SettingsParts::have(std::string_view section) noexcept { return section == "netfox"; }

void SettingsParts::set(std::string_view name, const WrittenValue& value) {
  constexpr std::size_t most = 64;
  if (value.number != nullptr && netfox.size() < most) netfox.emplace_back(name, *value.number);
}

}  // namespace godot::analysis::project
