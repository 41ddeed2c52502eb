// SPDX-License-Identifier: MIT
// The remote methods of godot-rollback-netcode's adaptor, known without the game's project: the MD5 of a node's list is
// that of its names. A game's subclass with remote methods of its own has another list, with other numbers: then the
// path and the bytes are what is left.
#pragma once

#include <cstdint>
#include <span>

#include "analysis/message/calls/parsed_call.h"
#include "base/names/source.h"

namespace godot::analysis {

enum class RollbackCall : std::uint8_t {
  none,
  other,  ///< _remote_stop, which ends a match
  ping,
  answer,        ///< the answer to a ping
  start,         ///< _remote_start: a match begins
  inputs,        ///< _rit: inputs of ticks, and hashes
  maybe_inputs,  ///< bytes alone, of a subclass: it is _rit if they fit
};

[[nodiscard]] RollbackCall rollback_call(const ParsedCall& call) noexcept;

/// The `local_time` of a ping or its answer, a key of the Dictionary in these bytes; false: it has none.
[[nodiscard]] bool rollback_ping_time(std::span<const std::uint8_t> bytes, std::int64_t& time) noexcept;

/// A quick check for messages that may announce the adaptor, or call it by its path. `api`: of Godot 3, by the name of
/// the method, too.
[[nodiscard]] bool names_rollback(std::span<const std::uint8_t> message, multiplayer::Api api) noexcept;

class RollbackMethods final : public names::Source {
 public:
  RollbackMethods() noexcept : Source(true, Range::methods) {}

  [[nodiscard]] names::Name method(const names::Node& node, std::uint32_t id) const override;
};

}  // namespace godot::analysis
