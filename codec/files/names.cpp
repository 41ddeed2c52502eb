// SPDX-License-Identifier: MIT
// Sources: FileAccessNetwork::Command and Response in core/io/file_access_network.h of 3.x; errors that
// editor_file_server.cpp returns, from core/error_list.h.
#include "codec/files/names.h"

namespace godot::names {

constexpr ValueName files_commands[] = {
    {0, "Open file"}, {1, "Read block"}, {2, "Close"}, {3, "File exists"}, {4, "Get modified time"}, {0, nullptr},
};
constexpr ValueName files_responses[] = {
    {0, "Open"}, {1, "Data"}, {2, "File exists"}, {3, "Modified time"}, {0, nullptr},
};
constexpr ValueName files_errors[] = {{0, "OK"}, {7, "File not found"}, {30, "Invalid data"}, {0, nullptr}};

}  // namespace godot::names
