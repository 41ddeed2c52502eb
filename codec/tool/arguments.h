// SPDX-License-Identifier: MIT
// The command line of godot-variant.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codec/variant/dialect.h"
#include "codec/variant/framing.h"

namespace godot::tool {

enum class Format : std::uint8_t { tree, json, text };

struct Arguments {
  std::string file;                             ///< "-" or empty: standard input
  std::optional<std::string> hex;               ///< the input itself, in hexadecimal
  bool hex_input = false;                       ///< the file holds hexadecimal text
  const variant::Dialect* dialect = nullptr;    ///< null: the dialect is recognised by the bytes
  std::optional<variant::Precision> precision;  ///< empty: the precision is recognised by the bytes
  std::optional<variant::ByteOrder> stream;     ///< of the length prefixes; empty = one value
  std::optional<std::uint32_t> text_limit;      ///< 0 = none; empty = the output form's default
  std::uint32_t max_elements = 0;               ///< elements of a container that are shown; 0 = all
  std::uint32_t hex_bytes = 0;                  ///< bytes from which on an array is hexadecimal; 0 = never
  Format format = Format::tree;
  bool as_documented = false;
  bool all = false;
  bool version = false;
  bool help = false;
};

/// Parses the command line. An error goes to `problem`, which is otherwise left empty.
[[nodiscard]] Arguments parse_arguments(int count, const char* const* words, std::string& problem);

extern const std::string_view help_text;

}  // namespace godot::tool
