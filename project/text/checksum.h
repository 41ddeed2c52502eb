// SPDX-License-Identifier: MIT
// The MD5 of a node's RPC list that Godot 4 sends, so that both ends can check that they number methods alike.
// (Godot: modules/multiplayer/scene_rpc_interface.cpp, get_rpc_md5)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace godot::analysis::project {

/// MD5 (RFC 1321) of concatenated names, as 32 hexadecimal digits. Own code, because this library uses only the
/// standard library.
class ListChecksum {
 public:
  ListChecksum() noexcept { begin(); }

  void add(std::string_view name) noexcept;

  /// The digest of the names added since the last call. Valid until the next call.
  [[nodiscard]] std::string_view finish() noexcept;

 private:
  static constexpr std::size_t block_size = 64;

  void begin() noexcept;
  void take_block(const std::uint8_t* bytes) noexcept;

  std::array<std::uint32_t, 4> state_{};
  std::array<std::uint8_t, block_size> block_{};
  std::uint64_t length_ = 0;  ///< bytes that were added so far
  std::array<char, 32> text_{};
};

/// The checksum of nodes without remote methods, such as spawners and synchronizers.
inline constexpr std::string_view empty_checksum = "d41d8cd98f00b204e9800998ecf8427e";

}  // namespace godot::analysis::project
