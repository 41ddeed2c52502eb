// SPDX-License-Identifier: MIT
// Files that godotdump writes and a user has named.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace godotdump {

/// How every capture begins: pcapng's first block.
inline constexpr std::string_view capture_begins = "\x0A\x0D\x0D\x0A";

/// How every log of the relay begins.
inline constexpr std::string_view log_begins = "time_us,player,way,number,outcome,";

/// Opens a file for writing, that of its owner alone; "-" is the standard output. A file that is there and begins
/// otherwise than `begins` is left as it is. Null: `errors` has got a sentence that says why.
[[nodiscard]] std::FILE* open_own_file(const std::string& name, std::string_view begins, std::FILE* errors);

}  // namespace godotdump
