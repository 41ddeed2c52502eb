// SPDX-License-Identifier: MIT
// Where the bytes come from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "codec/tool/arguments.h"

namespace godot::tool {

/// The bytes that the arguments name. What went wrong goes to `problem`, which is otherwise left empty.
[[nodiscard]] std::vector<std::uint8_t> read_input(const Arguments& arguments, std::string& problem);

/// Bytes from hexadecimal text: pairs of digits, with white space, commas, colons and 0x between them.
[[nodiscard]] std::vector<std::uint8_t> from_hex(std::string_view text, std::string& problem);

}  // namespace godot::tool
