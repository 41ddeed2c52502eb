// SPDX-License-Identifier: MIT
// Whether the folder that a recording names may be read. A recording may come from anybody: its folder must be on this
// machine, so that opening a recording never reaches another one.
#pragma once

#include <cstdint>
#include <string_view>

namespace godot::analysis::project {

enum class System : std::uint8_t { posix, windows };
#ifdef _WIN32
constexpr System this_system = System::windows;
#else
constexpr System this_system = System::posix;
#endif

/// An absolute path without `..`, in UTF-8, outside of what stands for devices and other machines.
[[nodiscard]] bool is_local_folder(std::string_view path, System system = this_system) noexcept;

}  // namespace godot::analysis::project
