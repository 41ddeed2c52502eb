// SPDX-License-Identifier: MIT
#include "extcap/relay/current_faults.h"

#include <algorithm>

namespace godotdump::relay {

void CurrentFaults::plan(const std::vector<Step>& steps, Time now, bool is_of_preset) {
  std::erase_if(planned_, [&](const Planned& each) { return each.is_of_preset == is_of_preset; });
  for (const Step& step : steps)
    planned_.push_back({.step = step, .next = now + step.at, .is_of_preset = is_of_preset});
}

void CurrentFaults::set_preset(const Preset& preset, Time now) {
  std::vector<Step> steps;
  std::string error;
  read_script(preset.script, steps, error);
  lasting_.clear();
  plan({}, now, true);
  std::vector<Step> later;
  for (const Step& step : steps) {
    if (step.at == 0 && step.lasts == 0) add(lasting_, step.change);
    else later.push_back(step);
  }
  plan(later, now, true);
  renew();
}

void CurrentFaults::set_script(std::vector<Step> steps, Time now) { plan(steps, now, false); }

void CurrentFaults::change(const Change& change) {
  if (change.setting == Setting::freeze) return;
  add(lasting_, change);
  renew();
}

/// A change replaces those that it covers, so that the list stays short however many there are.
void CurrentFaults::add(std::vector<Change>& list, const Change& change) {
  std::erase_if(list, [&](const Change& old) {
    return old.setting == change.setting && (change.player == 0 || change.player == old.player) &&
           (!change.way || change.way == old.way);
  });
  list.push_back(change);
}

std::vector<CurrentFaults::Happened> CurrentFaults::proceed(Time now) {
  std::vector<Happened> happened;
  std::erase_if(passing_, [&](const Passing& each) {
    if (each.until > now) return false;
    happened.push_back({.change = each.change, .has_ended = true});
    return true;
  });
  for (Planned& each : planned_) {
    if (each.next > now) continue;
    const Step& step = each.step;
    if (step.change.setting != Setting::freeze) {
      if (step.lasts != 0) passing_.push_back({.change = step.change, .until = each.next + step.lasts});
      else add(lasting_, step.change);
    }
    happened.push_back({.change = step.change});
    if (step.every == 0) each.next = never;
    else each.next += step.every * ((now - each.next) / step.every + 1);  // late ones happen once
  }
  std::erase_if(planned_, [](const Planned& each) { return each.next == never; });
  // One that began too late to be seen has an end already.
  std::erase_if(passing_, [&](const Passing& each) {
    if (each.until > now) return false;
    happened.push_back({.change = each.change, .has_ended = true});
    return true;
  });
  if (!happened.empty()) renew();
  return happened;
}

Time CurrentFaults::next() const {
  Time next = never;
  for (const Planned& each : planned_) next = std::min(next, each.next);
  for (const Passing& each : passing_) next = std::min(next, each.until);
  return next;
}

void CurrentFaults::renew() {
  faults_ = {};
  const auto apply = [&](const Change& change) {
    for (unsigned player = 0; player <= most_players; ++player)
      for (const Way way : {Way::up, Way::down})
        if (change.concerns(player, way)) change.apply(faults_[player][static_cast<std::size_t>(way)]);
  };
  for (const Change& change : lasting_) apply(change);
  for (const Passing& each : passing_) apply(each.change);
}

}  // namespace godotdump::relay
