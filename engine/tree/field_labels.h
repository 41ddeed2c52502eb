// SPDX-License-Identifier: MIT
// The labels of fields, as Wireshark writes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/arena.h"
#include "codec/core/catalogue.h"
#include "codec/core/value.h"

namespace godot::engine {

/// "Title: value". `shown`: the bytes of a text or of bytes. `like_printf`: how exponents are written.
[[nodiscard]] std::string label_of_field(Field field, const Value& value, std::string_view shown, bool like_printf,
                                         const analysis::Arena& arena);

/// A time in seconds, as Wireshark shows it: "Title: 0.012000000 seconds".
[[nodiscard]] std::string label_of_time(std::string_view title, std::int64_t nanoseconds);

/// Bytes as hexadecimal digits, at most so many of them, and an ellipsis.
[[nodiscard]] std::string hexadecimal(std::string_view bytes, std::size_t most);

}  // namespace godot::engine
