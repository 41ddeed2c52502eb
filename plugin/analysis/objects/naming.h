// SPDX-License-Identifier: GPL-2.0-or-later
// Names of files for bytes that games send: "Main.upload-3.bin", where 3 is the frame. Nodes and methods come from the
// wire: no name leads to another folder, is longer than longest_name bytes, means a device to any system, or has what
// a file name may not have.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace godot::analysis::objects {

inline constexpr std::size_t longest_name = 120;

/// What bytes are, by how they begin.
struct Content {
  const char* extension;  ///< without a dot
  const char* type;       ///< as MIME calls it
};
[[nodiscard]] Content content_of(std::span<const std::uint8_t> bytes) noexcept;

/// Where bytes come from; empty parts are left out.
struct Origin {
  std::string_view node = {};      ///< path; its last name is shown
  std::string_view member = {};    ///< method, property, kind of message
  std::string_view argument = {};  ///< name of the argument, or what kind of pixels
  std::string_view file = {};      ///< path of a file that has a name of its own: then this alone counts
  std::uint32_t frame = 0;
  std::uint32_t index = 0;  ///< among those of the frame
};
[[nodiscard]] std::string file_name(const Origin& origin, const char* extension);

}  // namespace godot::analysis::objects
