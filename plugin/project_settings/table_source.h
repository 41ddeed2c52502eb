// SPDX-License-Identifier: GPL-2.0-or-later
// Names from the user's table.
#pragma once

#include <string>
#include <vector>

#include "analysis/names/names.h"
#include "plugin/project_settings/tables.h"

namespace godot::plugin {

class TableSource final : public analysis::names::Source {
 public:
  TableSource() noexcept : Source(false, Range::methods) {}

  /// Invalidates earlier results if the rows have changed.
  void set_rows(const std::vector<NameRow>& rows);

  [[nodiscard]] analysis::names::Name method(const analysis::names::Node& node, std::uint32_t id) const override;
  [[nodiscard]] analysis::names::Signature signature(const analysis::names::Node& node,
                                                     std::string_view method) const override;
  [[nodiscard]] analysis::names::Argument argument(const analysis::names::Node& node, std::string_view method,
                                                   std::uint32_t index) const override;

 private:
  struct Row {
    std::string node;
    bool has_id = false;
    std::uint32_t id = 0;
    std::string method;
    std::vector<std::string> arguments;
  };

  [[nodiscard]] const Row* find(const analysis::names::Node& node, std::string_view method) const;

  std::vector<NameRow> written_;
  std::vector<Row> rows_;
};

}  // namespace godot::plugin
