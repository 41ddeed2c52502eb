// SPDX-License-Identifier: MIT
#include "extcap/relay/link_changes.h"

#include <algorithm>

namespace godotdump::relay {
namespace {

constexpr Time shortest_period = 100 * millisecond;

/// Takes what is before the next end of a step.
std::string_view take_step(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of(";\n"), text.size());
  std::string_view step = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  step = step.substr(0, step.find('#'));
  return trimmed(step);
}

bool fail(std::string& error, std::string_view step, std::string_view why) {
  error = "'" + std::string(step) + "': " + std::string(why);
  return false;
}

/// Times of a script may be longer than those of a fault: `at 5min`.
std::optional<Time> read_moment(std::string_view text) {
  constexpr Time longest = 24 * 3600 * second;
  if (const auto time = read_time(text)) return time;
  // Longer ones in two units, minutes and seconds.
  for (const auto& [unit, factor] : {std::pair<std::string_view, Time>{"min", 60}, {"s", 1}}) {
    if (!text.ends_with(unit)) continue;
    std::string number(text.substr(0, text.size() - unit.size()));
    const auto milliseconds = read_time(number + "us");
    if (!milliseconds) return std::nullopt;
    const Time time = *milliseconds / microsecond * factor * second;
    return time <= longest ? std::optional(time) : std::nullopt;
  }
  return std::nullopt;
}

bool read_step(std::string_view text, Step& step, std::string& error) {
  const std::string_view whole = text;
  std::string_view rest = text;
  const std::string_view word = take_word(rest);
  if (word == "at" || word == "every") {
    const std::size_t colon = rest.find(':');
    if (colon == std::string_view::npos) return fail(error, whole, "a colon follows the time, as in 'at 10s: loss 5%'");
    const auto time = read_moment(trimmed(rest.substr(0, colon)));
    if (!time) return fail(error, whole, "times are written like 10s, 500ms or 2min");
    step.at = *time;
    if (word == "every") step.every = *time;
    if (word == "every" && *time < shortest_period) return fail(error, whole, "at most ten times a second");
    text = trimmed(rest.substr(colon + 1));
  }
  if (const std::size_t at = text.rfind(" for "); at != std::string_view::npos) {
    const auto time = read_moment(trimmed(text.substr(at + 5)));
    if (!time || *time == 0) return fail(error, whole, "'for' needs a time like 2s");
    step.lasts = *time;
    text = trimmed(text.substr(0, at));
  }
  const auto change = read_change(text, error);
  if (!change) return false;
  step.change = *change;
  if (step.change.setting == Setting::freeze && step.lasts != 0)
    return fail(error, whole, "a freeze has its length already");
  return true;
}

}  // namespace

bool read_script(std::string_view text, std::vector<Step>& steps, std::string& error) {
  while (!text.empty()) {
    const std::string_view part = take_step(text);
    if (part.empty()) continue;
    Step step;
    if (!read_step(part, step, error)) return false;
    if (steps.size() >= most_steps) return fail(error, part, "a script has at most 1000 steps");
    steps.push_back(step);
  }
  return true;
}

// Rough figures of such links. Delays are of one direction.
const std::vector<Preset>& presets() {
  static const std::vector<Preset> all = {
      {"none", "Nothing", ""},
      {"lan", "LAN", "delay 0.3ms±0.1ms"},
      {"wifi", "Wi-Fi", "delay 2ms±2ms pareto; loss 0.2%; bandwidth 40Mbit; queue 256kB"},
      {"wifi-stalls", "Wi-Fi that stalls for 500 ms",
       "delay 2ms±2ms pareto; loss 0.5%; bandwidth 40Mbit; queue 256kB; every 8s: freeze 500ms"},
      {"4g", "4G",
       "delay 25ms±8ms normal; loss 0.3%; burst 0.1%/25%; up bandwidth 8Mbit; down bandwidth 25Mbit; queue 256kB"},
      {"intercontinental", "Intercontinental",
       "delay 80ms±3ms normal; loss 0.3%; burst 0.02%/10%; bandwidth 50Mbit; queue 512kB"},
      {"train", "Train",
       "delay 45ms±25ms pareto; loss 1%; burst 0.5%/8%/80%; bandwidth 3Mbit; queue 128kB; every 30s: loss 100% for 3s"},
  };
  return all;
}

const Preset* find_preset(std::string_view name) {
  const auto& all = presets();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Preset& each) { return each.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace godotdump::relay
