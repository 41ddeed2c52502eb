// SPDX-License-Identifier: MIT
// The lines of messages, as the packet list shows them, or an object in JSON for each.
#pragma once

#include "engine/message/messages.h"

namespace godot::analyse {

class CallPrinter final : public engine::Lines {
 public:
  explicit CallPrinter(bool json) noexcept : json_(json) {}

  void line(const engine::Frame& frame, const engine::MessageLine& line) override;

 private:
  bool json_;
};

}  // namespace godot::analyse
