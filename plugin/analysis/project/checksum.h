// SPDX-License-Identifier: GPL-2.0-or-later
// The checksum that Godot 4 sends of a node's RPC list, so that both sides know whether they number methods alike.
// (Godot: modules/multiplayer/scene_rpc_interface.cpp, get_rpc_md5)
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace godot::project {

/// MD5 of names one after the other, without anything between them, as 32 hexadecimal digits.
class ListChecksum {
 public:
  ListChecksum();
  ~ListChecksum();
  ListChecksum(const ListChecksum&) = delete;
  ListChecksum& operator=(const ListChecksum&) = delete;

  void add(std::string_view name);

  /// Of what was added since the last call. Valid until the next call.
  [[nodiscard]] std::string_view finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Of nodes without any remote method, which spawners and synchronizers are.
inline constexpr std::string_view empty_checksum = "d41d8cd98f00b204e9800998ecf8427e";

}  // namespace godot::project
