// SPDX-License-Identifier: MIT
// Files of users that a program must not lose by a wrong name: a capture, a text, another program's output.
#pragma once

#include <string>
#include <string_view>

namespace godot::analysis {

/// True for a file of another kind, as the capture that is read: there is something in it, and it begins otherwise than
/// each of the program's own (`begins`). Devices and pipes are none. The name is in UTF-8. Reads as many bytes as
/// `begins` has.
[[nodiscard]] bool is_other_file(const std::string& name, std::string_view begins);

/// What is said of one.
inline constexpr std::string_view other_file_stays = "a file of another kind has this name; it is left as it is";

/// Makes an empty file that its owner alone may read, as dumpcap does, because it will have what players say. A file
/// that is there keeps its rights; on Windows a folder's rights apply. If it fails, opening the file for writing says
/// why.
void make_private_file(const std::string& name);

}  // namespace godot::analysis
