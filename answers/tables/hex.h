// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace godot::analysis::report {

/// Appends lines of sixteen bytes, each with its offset, its bytes in hexadecimal, and those that ASCII prints.
void append_hex(std::string& text, std::span<const std::uint8_t> bytes);

}  // namespace godot::analysis::report
