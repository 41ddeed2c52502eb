// SPDX-License-Identifier: MIT
// A unit of the editor's file system on one line: "Read block: res://main.gd, 4096 bytes from 0".
#pragma once

#include <cstdint>

#include "base/host.h"
#include "codec/files/walk.h"

namespace godot::analysis {

/// `path`: of the file that the unit is about; null: unknown, or in the unit. `after`: its direction's state behind it.
[[nodiscard]] const char* files_line(const files::Facts& facts, const files::State& after, const char* path,
                                     const Host& host);

}  // namespace godot::analysis
