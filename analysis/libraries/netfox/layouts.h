// SPDX-License-Identifier: MIT
// Names and serializers of nodes' properties, which netfox does not send: rows written by the user, or found in a
// project.
//
//   node                the node's path, with * and ? (all of it, "/root/Main/Players/*")
//   list                state, input (of rollback), sync (of StateSynchronizer)
//   properties          in the order of registration: "position: vec2f32, velocity, health: varuint"
//
// Before netfox 1.40 the node is the synchronizer, whose list holds properties of several nodes: "position,
// Health:value: uint8".
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text_hash.h"
#include "codec/libraries/netfox/protocol.h"
#include "codec/libraries/netfox/schema.h"

namespace godot::analysis {

/// The list of properties that a snapshot has.
enum class NetfoxList : std::uint8_t { state, input, sync };

[[nodiscard]] constexpr NetfoxList list_of(netfox::CommandKind kind) noexcept {
  if (kind == netfox::CommandKind::input) return NetfoxList::input;
  const bool is_sync = kind == netfox::CommandKind::full_sync || kind == netfox::CommandKind::diff_sync;
  return is_sync ? NetfoxList::sync : NetfoxList::state;
}

/// "state", "input", "sync"; false for any other word.
[[nodiscard]] bool parse(std::string_view word, NetfoxList& list) noexcept;

/// The properties of a node: a name for each, and a schema for each or, if some are unknown, for none.
struct NetfoxProperties {
  std::vector<std::string> names;
  std::vector<netfox::Schema> schemas;
  std::vector<std::uint8_t> indexes;  ///< of each in the differences of calls before netfox 1.40; empty: none
  std::string source;                 ///< the scene that defines them; empty: the user's table
  bool guessed = false;               ///< another scene may be meant: names get a question mark

  [[nodiscard]] std::size_t size() const noexcept { return names.size(); }
};

/// Sets the indexes that netfox assigns to properties of these names, `position`, `Health:value`.
void set_indexes(NetfoxProperties& properties);

/// Parses "position: vec2f32, velocity"; a property with a path needs a schema: "Health:value: uint8". False: a name is
/// empty, or a schema is invalid.
[[nodiscard]] bool parse(std::string_view text, NetfoxProperties& properties);

/// What is wrong with a row of the user, as a sentence; null: nothing.
[[nodiscard]] const char* netfox_row_fault(std::string_view node, std::string_view list, std::string_view properties);

class NetfoxLayouts {
 public:
  /// Removes all rows, and what was found.
  void clear();

  /// Rows that are added first are found first.
  void add(std::string pattern, NetfoxList list, NetfoxProperties properties);

  /// The properties of the node at `path`; null: unknown. False: no row matches, and the project has not been searched
  /// yet.
  [[nodiscard]] bool find(std::string_view path, NetfoxList list, const NetfoxProperties*& found) const;

  /// Stores the result of a search elsewhere, until the next clear(); without properties: nothing was found. The number
  /// of paths is limited.
  const NetfoxProperties* remember(std::string_view path, NetfoxList list, NetfoxProperties properties);
  void remember(std::string_view path, NetfoxList list);

 private:
  struct Row {
    std::string pattern;
    NetfoxList list;
    NetfoxProperties properties;
  };
  /// Paths are looked up in every packet; a hostile capture may have many.
  static constexpr std::size_t most_found = std::size_t{1} << 16;

  std::deque<Row> rows_;
  using Found = std::unordered_map<std::string, const NetfoxProperties*, TextHash, std::equal_to<>>;
  mutable std::array<Found, 3> found_;  ///< of each list: answers by path
  std::deque<NetfoxProperties> others_;
};

}  // namespace godot::analysis
