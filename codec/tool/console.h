// SPDX-License-Identifier: MIT
// Differences between POSIX and Windows: terminals, pipes, command line arguments, and file names. For godot-variant
// and godotdump.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace godot::tool {

/// Makes standard input and output binary, and makes a write to a closed pipe fail instead of ending the program.
void prepare_console();

/// The command line arguments in UTF-8, the program's name first.
[[nodiscard]] std::vector<std::string> command_line(int count, const char* const* words);

[[nodiscard]] bool is_terminal(std::FILE* stream);

/// Null with errno if it cannot be opened. The name is in UTF-8; `mode` is that of std::fopen.
[[nodiscard]] std::FILE* open_file(const std::string& name, const char* mode);

/// The same, for writing; what is made new can be read by its owner alone, as captures of dumpcap.
[[nodiscard]] std::FILE* open_private_file(const std::string& name);

/// Both names are of one file, which need not exist.
[[nodiscard]] bool is_same_file(const std::string& one, const std::string& other);

}  // namespace godot::tool
