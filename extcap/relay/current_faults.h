// SPDX-License-Identifier: MIT
// The faults of each player and direction at a time: a preset, changes by hand, and a script, each over the ones
// before.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "extcap/relay/link_changes.h"

namespace godotdump::relay {

class CurrentFaults {
 public:
  CurrentFaults() { renew(); }

  [[nodiscard]] const Faults& of(unsigned player, Way way) const {
    return faults_[player][static_cast<std::size_t>(way)];
  }

  /// Replaces all changes and the preset before; its times count from `now`.
  void set_preset(const Preset& preset, Time now);
  /// Replaces the script; its times count from `now`.
  void set_script(std::vector<Step> steps, Time now);
  /// A change by hand. A freeze is for the caller.
  void change(const Change& change);

  /// Does what is due. Returns the changes that happened, freezes included, and the ends of those with an end, as text.
  struct Happened {
    Change change;
    bool has_ended = false;
  };
  [[nodiscard]] std::vector<Happened> proceed(Time now);
  /// When proceed() has something to do next; a time far away if it never has.
  [[nodiscard]] Time next() const;

 private:
  struct Planned {
    Step step;
    Time next = 0;
    bool is_of_preset = false;
  };
  struct Passing {
    Change change;
    Time until = 0;
  };

  void plan(const std::vector<Step>& steps, Time now, bool is_of_preset);
  void add(std::vector<Change>& list, const Change& change);
  void renew();

  std::vector<Planned> planned_;
  std::vector<Change> lasting_;   // in the order in which they were set
  std::vector<Passing> passing_;  // over the lasting ones, until their end
  std::array<std::array<Faults, ways>, most_players + 1> faults_ = {};
};

inline constexpr Time never = INT64_MAX;

}  // namespace godotdump::relay
