// SPDX-License-Identifier: MIT
// The steps of a value that is alone in a datagram or a message (put_var): recognise its conversation, learn, judge.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "analysis/streams/values/value_conversation.h"
#include "base/flow_table.h"
#include "base/number_hash.h"
#include "engine/frame/frame.h"
#include "engine/game/game.h"

namespace godot::engine {

/// The layer that carries a value, inside the flow.
enum class ValueLayer : std::uint8_t { datagram, enet, websocket };

class Values {
 public:
  explicit Values(Game& game) noexcept : game_(game) {}

  /// False: the message is no value, or not known to be one. `flow`: of its transport; `item`: its facts, if begun.
  bool take(Packet& packet, std::uint32_t flow, ValueLayer layer, const Buffer& bytes, analysis::facts::Item* item,
            analysis::facts::Transport transport);

  /// The same of a message of ENet in a connection that was requested as Godot's, if it is exactly one value.
  bool take_single(Packet& packet, std::uint32_t flow, const Buffer& bytes, analysis::facts::Item* item);

  /// True if datagrams, or messages, of the flow were found to be values.
  [[nodiscard]] bool has(std::uint32_t flow, ValueLayer layer) const;

 private:
  using Conversation = analysis::values::Conversation;

  struct Host;

  [[nodiscard]] static std::uint64_t key_of(std::uint32_t flow, ValueLayer layer) noexcept {
    return std::uint64_t{flow} << 1 | (layer == ValueLayer::websocket ? 1U : 0U);
  }
  [[nodiscard]] Conversation* find(std::uint64_t key);
  bool read(Packet& packet, std::uint64_t key, ValueLayer layer, const Buffer& bytes, analysis::facts::Item* item,
            analysis::facts::Transport transport);
  [[nodiscard]] analysis::values::Circumstances circumstances(const Packet& packet, std::uint64_t key,
                                                              ValueLayer layer);
  [[nodiscard]] std::uint8_t& refused(std::uint64_t key, ValueLayer layer) {
    return refused_[key << 2 | static_cast<unsigned>(layer)];
  }
  void refuse(std::uint64_t key, ValueLayer layer) { analysis::count_up(refused(key, layer)); }

  Game& game_;
  std::unordered_map<std::uint64_t, Conversation, analysis::NumberHash> conversations_;
  std::unordered_map<std::uint64_t, std::uint8_t, analysis::NumberHash> refused_;
  std::unordered_set<std::uint32_t, analysis::NumberHash> found_;  ///< flows of datagrams in which values were found
};

}  // namespace godot::engine
