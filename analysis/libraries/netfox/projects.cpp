// SPDX-License-Identifier: MIT
#include "analysis/libraries/netfox/projects.h"

#include <utility>

namespace godot::analysis {

void NetfoxProjects::add_row(const std::string& pattern, std::string_view list, std::string_view properties) {
  NetfoxList parsed_list{};
  NetfoxProperties parsed;
  if (!parse(list, parsed_list) || !parse(properties, parsed)) return;
  layouts_.add(pattern, parsed_list, parsed);
  called_layouts_.add(pattern, parsed_list, std::move(parsed));
}

namespace {

NetfoxSettings settings_of(const ProjectSource& source) {
  NetfoxSettings settings;
  if (source.projects().size() != 1) return settings;
  settings.known = true;
  for (const auto& [name, number] : source.projects().front()->settings().libraries.netfox) {
    if (name == "rollback/history_limit") settings.history_limit = number;
    else if (name == "rollback/input_delay") settings.input_delay = number;
    else if (name == "general/max_sync_packet_size") settings.packet_limit = number;
  }
  return settings;
}

}  // namespace

void NetfoxProjects::read() {
  stale_ = false;
  times_read_ = projects_.times_read();
  asked_ = 0;
  layouts_.clear();
  called_layouts_.clear();
  roots_.agreed.clear();
  settings_ = settings_of(projects_.source);
  if (add_rows_ != nullptr) add_rows_(*this);
}

template <class Search>
const NetfoxProperties* NetfoxProjects::known(NetfoxLayouts& layouts, std::string_view path, NetfoxList list,
                                              Search search) {
  refresh();
  const NetfoxProperties* row = nullptr;
  if (layouts.find(path, list, row)) return row;
  for (const auto& project : projects_.source.projects()) {
    if (asked_ == most_asked) return nullptr;
    ++asked_;
    auto found = search(*project);
    if (found) return layouts.remember(path, list, std::move(*found));
  }
  layouts.remember(path, list);
  return nullptr;
}

const NetfoxProperties* NetfoxProjects::properties(std::string_view path, NetfoxList list) {
  return known(layouts_, path, list,
               [&](project::Project& project) { return netfox_properties_of(project, path, list, roots_); });
}

const NetfoxProperties* NetfoxProjects::called_properties(std::string_view path, NetfoxList list) {
  return known(called_layouts_, path, list,
               [&](project::Project& project) { return netfox_called_properties_of(project, path, list); });
}

}  // namespace godot::analysis
