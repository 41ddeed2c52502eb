// SPDX-License-Identifier: MIT
// Names of netfox's own remote methods, by the MD5 of a node's list of them: known without the game's project. The
// lists are those of netfox 1.10 to 1.48; a list's MD5 is that of its names, so an equal MD5 means equal names.
#pragma once

#include "base/names/source.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace godot::analysis {

/// One of netfox's remote methods that carries states, inputs or ticks.
struct NetfoxRemote {
  std::string_view method;
  bool of_rollback = false;  ///< a RollbackSynchronizer's, or its transmitter's; otherwise a StateSynchronizer's or an
                             ///< action's
};

/// The method with this number in the list with this MD5; empty if the list is none of these.
[[nodiscard]] std::optional<NetfoxRemote> netfox_remote(std::string_view md5, std::uint32_t id) noexcept;

/// Whether bytes contain the MD5 of one of these lists, as an announced path does.
[[nodiscard]] bool names_netfox_list(std::string_view bytes) noexcept;

class NetfoxMethods final : public names::Source {
 public:
  NetfoxMethods() noexcept : Source(true, Range::methods) {}

  [[nodiscard]] names::Name method(const names::Node& node, std::uint32_t id) const override;
};

}  // namespace godot::analysis
