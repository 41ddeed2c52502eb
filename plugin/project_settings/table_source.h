// SPDX-License-Identifier: GPL-2.0-or-later
// Names from the user's table.
#pragma once

#include <string>
#include <vector>

#include "plugin/analysis/multiplayer/names.h"
#include "plugin/project_settings/tables.h"

namespace godot::plugin {

class TableSource final : public names::Source {
 public:
  /// Invalidates earlier results if the rows have changed.
  void set_rows(const std::vector<NameRow>& rows);

  [[nodiscard]] names::Name method(const names::Node& node, std::uint32_t id) const override;
  [[nodiscard]] names::Signature signature(const names::Node& node, std::string_view method) const override;
  [[nodiscard]] names::Argument argument(const names::Node& node, std::string_view method,
                                         std::uint32_t index) const override;

 private:
  struct Row {
    std::string node;
    bool has_id = false;
    std::uint32_t id = 0;
    std::string method;
    std::vector<std::string> arguments;
  };

  [[nodiscard]] const Row* find(const names::Node& node, std::string_view method) const;

  std::vector<NameRow> written_;
  std::vector<Row> rows_;
};

}  // namespace godot::plugin
