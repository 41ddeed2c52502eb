// SPDX-License-Identifier: MIT
// The text of a NodePath, from strings that a walk has checked.
#pragma once

#include <cstdint>
#include <string_view>

#include "codec/core/bytes.h"
#include "codec/variant/fields.h"

namespace godot::variant {

/// Reads the parts of a NodePath in the order of its text: each is a separator ("", "/", ":") and a name.
/// `block` is the value of a field::node_path leaf: from the word with the name count to the last string's padding.
///
///   NodePathReader reader(value.view(), dialect.root_path);
///   for (NodePathReader::Part part; reader.next(part);) text << part.separator << part.name;
class NodePathReader {
 public:
  struct Part {
    std::string_view separator;
    std::string_view name;
  };

  /// `root`: the dialect writes an absolute path without names as "/", not as an empty text.
  explicit NodePathReader(std::string_view block, bool root = true) noexcept;

  [[nodiscard]] bool next(Part& part) noexcept;

 private:
  std::string_view block_;
  Offset position_;
  std::uint32_t names_;
  std::uint64_t total_;
  std::uint64_t index_ = 0;
  bool absolute_;
  bool root_;
};

}  // namespace godot::variant
