// SPDX-License-Identifier: MIT
// Why a file cannot be written, for the user who asked for it.
#pragma once

#include <string>
#include <string_view>

namespace godot::analysis {

/// A sentence without a full stop, with the file, its folder where that is the cause, and the system's reason. `error`:
/// errno after the call that failed; 0: the cause is looked for.
[[nodiscard]] std::string write_fault(const std::string& file, int error);

/// Why a file is not written before its content is known; empty: it can be. A file that is there and begins otherwise
/// than `begins` is left as it is: it may be the capture. Opens the file, which makes it if it is missing.
[[nodiscard]] std::string fault_of_file(const std::string& file, std::string_view begins);

}  // namespace godot::analysis
