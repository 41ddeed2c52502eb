// SPDX-License-Identifier: MIT
// The properties of nodes and netfox's settings, from the user's rows and projects. Nothing of them is on the wire.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "analysis/game/learning/game_projects.h"
#include "analysis/libraries/netfox/layouts.h"
#include "analysis/libraries/netfox/project_layouts.h"
#include "analysis/libraries/netfox/settings.h"

namespace godot::analysis {

class NetfoxProjects {
 public:
  /// `add_rows`: adds the user's rows; called again after make_stale(). Null: there are none.
  explicit NetfoxProjects(const GameProjects& projects, void (*add_rows)(NetfoxProjects& to) = nullptr) noexcept
      : projects_(projects), add_rows_(add_rows) {}

  void make_stale() noexcept { stale_ = true; }
  /// Ignores a row that netfox_row_fault() refuses.
  void add_row(const std::string& pattern, std::string_view list, std::string_view properties);

  /// The properties of the node at `path`, or null if unknown: those of a row, else those in a project.
  [[nodiscard]] const NetfoxProperties* properties(std::string_view path, NetfoxList list);
  /// The same of the synchronizer at `path` that netfox calls before 1.40.
  [[nodiscard]] const NetfoxProperties* called_properties(std::string_view path, NetfoxList list);

  /// The settings in the user's project, if there is exactly one.
  [[nodiscard]] const NetfoxSettings& settings() {
    refresh();
    return settings_;
  }

  /// Limit of paths looked up in projects: a hostile capture may have many.
  static constexpr std::uint32_t most_asked = 4096;

 private:
  /// Runs for each node of a message.
  void refresh() {
    if (stale_ || projects_.times_read() != times_read_) read();
  }
  void read();
  template <class Search>
  const NetfoxProperties* known(NetfoxLayouts& layouts, std::string_view path, NetfoxList list, Search search);

  const GameProjects& projects_;
  void (*add_rows_)(NetfoxProjects& to);
  NetfoxLayouts layouts_;
  NetfoxLayouts called_layouts_;  ///< the same rows, but another search in projects
  NetfoxRoots roots_;
  NetfoxSettings settings_;
  bool stale_ = true;
  std::uint32_t asked_ = 0;
  std::uint32_t times_read_ = 0;
};

}  // namespace godot::analysis
