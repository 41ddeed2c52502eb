// SPDX-License-Identifier: MIT
// The commands of a datagram, read once for all that look at them.
//
//   const CommandList commands(reading.reader());
//   const Problem problem = commands.each([](const Command& command) { use(command); });
//
// Memory: as many commands as ENet itself sends in a datagram. Those after them are read again by each call.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include "codec/enet/protocol.h"

namespace godot::enet {

class CommandList {
 public:
  /// ENet's receivers read no more commands of a datagram: ENET_PROTOCOL_MAXIMUM_PACKET_COMMANDS.
  static constexpr std::size_t most_kept = 32;

  /// `reader` is at the first one.
  explicit CommandList(const CommandReader& reader) noexcept : rest_(reader) {
    while (count_ != most_kept && rest_.next(*std::construct_at(&kept_[count_]))) ++count_;
  }
  CommandList(const CommandList&) = delete;
  CommandList& operator=(const CommandList&) = delete;

  /// Null: there is none.
  [[nodiscard]] const Command* first() const noexcept { return count_ != 0 ? kept_.data() : nullptr; }

  /// Calls `visit` with each command in order. Returns the problem that ended the reading.
  template <class Visit>
  Problem each(Visit visit) const {  // NOLINT(modernize-use-nodiscard): the walk shows the problem
    for (const Command& command : std::span(kept_).first(count_)) visit(command);
    if (count_ != most_kept) return rest_.problem();
    CommandReader rest = rest_;
    for (Command command; rest.next(command);) visit(command);
    return rest.problem();
  }

 private:
  union {
    std::array<Command, most_kept> kept_;  // the first `count_` are written
  };
  std::size_t count_ = 0;
  CommandReader rest_;  // after those that are kept
};

}  // namespace godot::enet
