// SPDX-License-Identifier: MIT
// A change of a link, as people write it, in options, scripts and Wireshark's toolbar:
//
//   [player N] [up|down] NAME VALUE
//
//   delay 80ms             delay 80ms±20ms [uniform|normal|pareto]
//   loss 5%                duplicate 1%
//   burst 1%/20%           burst 1%/20%/90%: enters, leaves, loses in it (100 %)
//   reorder 2%             reorder 2%/30ms: this share waits so much longer
//   bandwidth 2Mbit        queue 64kB
//   freeze 3s              what comes in this time waits for its end
//
// `off` and 0 end a fault. Without `up` (to the server) or `down`, both directions; without a player, all of them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "extcap/relay/faults.h"

namespace godotdump::relay {

/// Most players at once.
inline constexpr unsigned most_players = 64;

enum class Setting : std::uint8_t { delay, loss, burst, duplicate, reorder, bandwidth, queue, freeze };

struct Change {
  Setting setting = Setting::delay;
  unsigned player = 0;     ///< the player's number; 0: all players
  std::optional<Way> way;  ///< the direction; empty: both directions
  Faults value;            ///< of the setting alone
  Time freeze = 0;

  /// Sets it in `faults`; a freeze changes nothing there.
  void apply(Faults& faults) const;
  [[nodiscard]] bool concerns(unsigned which, Way direction) const {
    return (player == 0 || player == which) && (!way || *way == direction);
  }
  bool operator==(const Change&) const = default;
};

/// Empty with a sentence in `error`: the text is no change.
[[nodiscard]] std::optional<Change> read_change(std::string_view text, std::string& error);

/// As read_change() reads it.
[[nodiscard]] std::string text_of(const Change& change);

/// `80ms`, `3s`, `1.5s`, `20us`; a number alone is in milliseconds.
[[nodiscard]] std::optional<Time> read_time(std::string_view text);

/// Without the blanks around it.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// Takes the first word, up to a blank.
[[nodiscard]] std::string_view take_word(std::string_view& text);

}  // namespace godotdump::relay
