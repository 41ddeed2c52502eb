// SPDX-License-Identifier: MIT
// A walk as a list of fields, for output.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codec/core/bytes.h"
#include "codec/core/catalogue.h"
#include "codec/core/value.h"
#include "codec/variant/walk.h"

namespace godot::tool {

struct NotedBytes {
  Note note;
  Offset begin;
  Offset length;
};

/// A field of the tree. Nodes are in tree order, so that the depth determines each node's parent: nesting as deep as
/// the engine's needs no recursion.
struct Node {
  Field field;
  bool is_numbered = false;  ///< one of its parent's numbered children
  std::uint32_t depth;
  std::uint32_t number = 0;
  Offset begin;
  Offset length;
  Value value;                 ///< points into the message
  std::string_view name = {};  ///< of a struct's field, where its value is; in the message
  std::string text;            ///< of generated texts, and of keys and values
  std::vector<NotedBytes> notes;
};

struct Report {
  variant::Options options;
  variant::Result result;
  Buffer message;
  std::vector<Node> nodes;                      ///< empty unless they were requested
  std::vector<const variant::Dialect*> others;  ///< further dialects under which the message reads exactly
  std::string text;                             ///< of the whole value

  [[nodiscard]] bool exact() const noexcept { return result.exact(message); }

  /// The error in the value as a sentence; empty if it is exact.
  [[nodiscard]] std::string problem_text() const;
};

struct Request {
  bool nodes = true;
  std::uint32_t max_elements = 0;  ///< elements of a container that get nodes; 0 = all
  std::uint32_t text_limit = 0;    ///< the longest text of a value; 0 = no limit
  std::uint32_t hex_bytes = 0;     ///< bytes from which on an array of them is hexadecimal; 0 = never
};

/// Reads one value. The report points into the message.
[[nodiscard]] Report read_value(const Buffer& message, const variant::Options& options, const Request& request);

/// The path in a value of kind node_path.
[[nodiscard]] std::string path_text(const Value& value, const variant::Dialect& dialect);

/// The bits of a masked number that the field shows.
[[nodiscard]] std::uint64_t masked(Field field, const Value& value) noexcept;

}  // namespace godot::tool
