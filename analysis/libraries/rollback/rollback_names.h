// SPDX-License-Identifier: MIT
// Names of peers, for texts about a match.
#pragma once

#include "analysis/libraries/rollback/match_message.h"

namespace godot::analysis {

class RollbackNames {
 public:
  [[nodiscard]] virtual const char* name(RollbackPeer peer) const = 0;

 protected:
  ~RollbackNames() = default;  // never owned through this interface
};

}  // namespace godot::analysis
