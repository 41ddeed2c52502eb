// SPDX-License-Identifier: MIT
// Names that the user has written into a table, for games without a project.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/names/source.h"

namespace godot::analysis {

/// A row of the user: the name of a method.
struct NameRow {
  std::string node;       ///< MD5 of the node's RPC list, or a pattern of its path with `*` and `?`
  std::string method_id;  ///< its number; empty: the row is about the arguments of a method known by name
  std::string method;
  std::string arguments;  ///< names, with commas between them

  bool operator==(const NameRow&) const = default;
};

/// What is wrong with a row, as a sentence; null: nothing.
[[nodiscard]] const char* fault_of(const NameRow& row) noexcept;

class NameTable final : public names::Source {
 public:
  NameTable() noexcept : Source(false, Range::methods) {}

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

}  // namespace godot::analysis
