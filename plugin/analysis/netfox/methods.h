// SPDX-License-Identifier: GPL-2.0-or-later
// Names of netfox's own remote methods, by the MD5 of a node's list of them: known without the game's project. The
// lists are those of netfox 1.12, 1.39 and 1.48; a list's MD5 is of its names, so whoever has the same has these names.
#pragma once

#include "plugin/analysis/multiplayer/names.h"

namespace godot::plugin {

class NetfoxMethods final : public names::Source {
 public:
  [[nodiscard]] names::Name method(const names::Node& node, std::uint32_t id) const override;
};

}  // namespace godot::plugin
