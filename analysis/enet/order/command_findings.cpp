// SPDX-License-Identifier: MIT
#include "analysis/enet/order/command_findings.h"

namespace godot::analysis::enet {

const Finding* Findings::next() noexcept {
  static constexpr Finding nothing = {};
  if (!known_) return nullptr;
  const unsigned command = command_++;
  if (next_ == nullptr || next_->command != command) return &nothing;
  const Finding* found = next_;
  next_ = found->next;
  return found;
}

}  // namespace godot::analysis::enet
