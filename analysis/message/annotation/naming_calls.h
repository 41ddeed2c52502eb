// SPDX-License-Identifier: MIT
// The user's table `godot_peer_names`: which calls contain the name of a peer.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/arena.h"

namespace godot::analysis::annotation {

/// A row as the user writes it; null is empty.
struct NamingRow {
  char* method;  ///< the node and the method: "Network.register"
  char* name;    ///< index of the argument with the name
  char* id;      ///< index of the argument with the peer's id; empty: the caller is the peer
};

/// Why a row is none, as a sentence; null: it is one.
[[nodiscard]] const char* fault_of(const NamingRow& row) noexcept;

/// A call that names a peer.
struct NamingCall {
  bool found = false;
  std::uint32_t name = 0;  ///< index of the argument with the name
  int id = -1;             ///< index of the argument with the peer's id; -1: the caller is the peer
};

/// The first row for a call of this node's method. The rows are valid; texts may be null.
[[nodiscard]] NamingCall naming_call(std::span<const NamingRow> rows, const char* node, const char* method) noexcept;

/// The text of a script's literal: "red" or &"red". Null: it is none.
[[nodiscard]] const char* text_of_literal(std::string_view literal, const Arena& arena);

}  // namespace godot::analysis::annotation
