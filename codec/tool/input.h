// SPDX-License-Identifier: MIT
// Reads the input.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codec/tool/arguments.h"

namespace godot::tool {

/// The bytes that the arguments name. An error goes to `problem`, which is otherwise left empty.
[[nodiscard]] std::vector<std::uint8_t> read_input(const Arguments& arguments, std::string& problem);

/// Bytes from hexadecimal text: pairs of digits, with white space, commas, colons and 0x between them.
[[nodiscard]] std::vector<std::uint8_t> from_hex(std::string_view text, std::string& problem);

}  // namespace godot::tool
