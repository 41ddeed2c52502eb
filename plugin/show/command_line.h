// SPDX-License-Identifier: GPL-2.0-or-later
// Errors in tshark's -z options.
#pragma once

namespace godot::plugin {

/// Prints what is wrong with the option `-z argument`, and ends tshark: epan has no way to report an error from there.
[[noreturn]] void refuse(const char* argument, const char* why);

}  // namespace godot::plugin
