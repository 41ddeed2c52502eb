// SPDX-License-Identifier: MIT
// Which connections that end without a Close, after a time in which nothing was sent, are worth a word. A program that
// is ended does the same, and that is no problem: so the end of one connection needs a sign of a timer. The signs: the
// time is whole seconds, as people set timeouts; it is long; it comes again with another connection; both connections
// of a proxy end at the same moment; a message after the silence is answered by a reset.
#pragma once

#include <cstdint>
#include <vector>

#include "analysis/tcp_ends/ending.h"

namespace godot::analysis::tcp_ends {

class Silences {
 public:
  /// An end after silence, in the order of the capture. True if it is said; sets what proves it.
  bool add(Ending& ending, Nanoseconds time, std::uint32_t frame);

  void forget() noexcept { earlier_.clear(); }

 private:
  struct Earlier {
    Nanoseconds length = 0;
    Nanoseconds time = 0;
    std::uint32_t frame = 0;
    bool is_clients_fin = false;
  };

  std::vector<Earlier> earlier_;  ///< the last few, by time
};

}  // namespace godot::analysis::tcp_ends
