// SPDX-License-Identifier: MIT
// The names of the arguments of the engine's own methods, which Node.rpc_config() can make remote: set_meta(name,
// value). The table is generated from Godot 4.6.3's API description; it has names only, and applies to nodes whose list
// of remote methods was announced, which are Godot 4's.
#pragma once

#include "base/names/source.h"

namespace godot::analysis {

class EngineMethods final : public names::Source {
 public:
  EngineMethods() noexcept : Source(true, Range::methods) {}

  [[nodiscard]] names::Argument argument(const names::Node& node, std::string_view method,
                                         std::uint32_t index) const override;
};

}  // namespace godot::analysis
