// SPDX-License-Identifier: MIT
// Where systems differ: terminals, pipes, words of the command line, and names of files. POSIX and Windows. For
// godot-variant and godotdump.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace godot::tool {

/// Makes standard input and output carry bytes as they are, and a closed pipe an error of the write instead of an end
/// of the program.
void prepare_console();

/// The words of the command line in UTF-8, the program's name first.
[[nodiscard]] std::vector<std::string> command_line(int count, const char* const* words);

[[nodiscard]] bool is_terminal(std::FILE* stream);

/// Null with errno if it cannot be opened. The name is in UTF-8; `mode` is that of std::fopen.
[[nodiscard]] std::FILE* open_file(const std::string& name, const char* mode);

}  // namespace godot::tool
