// SPDX-License-Identifier: MIT
// The captures of a folder, each read by a process of its own, as many at once as there are processors: a capture that
// ends its process costs its own answer alone.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace godot::analyse {

[[nodiscard]] bool is_folder(const std::string& path);

/// Files of pcap and pcapng by their names (.pcap, .pcapng, .cap; also .gz, .zst), in the folder and those below it, in
/// the order of their paths. Links to folders are not followed.
[[nodiscard]] std::vector<std::string> captures_below(const std::string& folder);

/// What a process printed, and its exit status; -1: it was ended.
struct Printed {
  std::string out;
  std::string errors;
  int status = 0;
};

/// Calls `read` for each capture, in a process that it ends with, and `take` for what it printed, in the order of the
/// captures. False: this system has no such processes (Windows).
[[nodiscard]] bool read_each(const std::vector<std::string>& captures,
                             const std::function<int(const std::string& capture)>& read,
                             const std::function<void(const std::string& capture, const Printed&)>& take);

}  // namespace godot::analyse
