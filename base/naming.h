// SPDX-License-Identifier: MIT
// Names of files for bytes that games send: "Main.upload-3.bin", where 3 is the frame. Nodes and methods come from the
// wire: no name leads to another folder, is longer than longest_name bytes, is a device's on any system, or contains
// characters that file names may not have.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace godot::analysis::objects {

inline constexpr std::size_t longest_name = 120;

/// The type of bytes, by their beginning.
struct Content {
  const char* extension;  ///< the file name's extension, without a dot
  const char* type;       ///< the MIME type of such bytes
};
[[nodiscard]] Content content_of(std::span<const std::uint8_t> bytes) noexcept;

/// The source of bytes; empty parts are left out.
struct Origin {
  std::string_view node = {};      ///< path; its last name is shown
  std::string_view member = {};    ///< method, property, kind of message
  std::string_view argument = {};  ///< name of the argument, or the format of pixels
  std::string_view file = {};      ///< path of a file that has a name of its own: then only this is used
  std::uint32_t frame = 0;
  std::uint32_t index = 0;  ///< among the objects of the frame
};
[[nodiscard]] std::string file_name(const Origin& origin, const char* extension);

}  // namespace godot::analysis::objects
