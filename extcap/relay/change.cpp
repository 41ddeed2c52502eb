// SPDX-License-Identifier: MIT
#include "extcap/relay/change.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <utility>

namespace godotdump::relay {
namespace {

constexpr std::array<std::pair<std::string_view, Setting>, 8> settings = {{{"delay", Setting::delay},
                                                                           {"loss", Setting::loss},
                                                                           {"burst", Setting::burst},
                                                                           {"duplicate", Setting::duplicate},
                                                                           {"reorder", Setting::reorder},
                                                                           {"bandwidth", Setting::bandwidth},
                                                                           {"queue", Setting::queue},
                                                                           {"freeze", Setting::freeze}}};
constexpr std::array<std::pair<std::string_view, Shape>, 3> shapes = {
    {{"uniform", Shape::uniform}, {"normal", Shape::normal}, {"pareto", Shape::pareto}}};
constexpr Time longest_time = 60 * second;  // as dice.cpp bounds delays

struct Unit {
  std::string_view name;
  double factor;
};
constexpr std::array<Unit, 5> time_units = {{{"", 1e6}, {"ms", 1e6}, {"s", 1e9}, {"us", 1e3}, {"min", 60e9}}};
constexpr std::array<Unit, 5> rate_units = {{{"", 1}, {"bit", 1}, {"kbit", 1e3}, {"Mbit", 1e6}, {"Gbit", 1e9}}};
constexpr std::array<Unit, 6> size_units = {
    {{"", 1}, {"B", 1}, {"kB", 1e3}, {"KiB", 1024}, {"MB", 1e6}, {"MiB", 1048576}}};

bool is_off(std::string_view text) { return text == "off" || text == "0"; }

/// A plain number that is not negative, and the text behind it.
std::optional<double> read_number(std::string_view text, std::string_view& rest) {
  std::size_t length = 0;
  while (length < text.size() && ((text[length] >= '0' && text[length] <= '9') || text[length] == '.')) ++length;
  if (length == 0 || length > 15) return std::nullopt;
  // Not std::from_chars for doubles: libc++ 14 has none.
  double number = 0;
  double place = 1;
  bool in_fraction = false;
  for (const char letter : text.substr(0, length)) {
    if (letter == '.') {
      if (in_fraction || length == 1) return std::nullopt;
      in_fraction = true;
      continue;
    }
    number = number * 10 + (letter - '0');
    if (in_fraction) place *= 10;
  }
  rest = trimmed(text.substr(length));
  return number / place;
}

template <std::size_t Count>
std::optional<double> read_quantity(std::string_view text, const std::array<Unit, Count>& units) {
  std::string_view unit;
  const auto number = read_number(text, unit);
  if (!number) return std::nullopt;
  for (const Unit& each : units)
    if (each.name == unit) return *number * each.factor;
  return std::nullopt;
}

std::optional<double> read_share(std::string_view text) {
  std::string_view unit;
  const auto number = read_number(text, unit);
  if (!number || (unit != "%" && !unit.empty()) || *number > 100) return std::nullopt;
  return *number / 100;
}

/// Takes what is before the next slash.
std::string_view take_part(std::string_view& text) {
  const std::size_t end = std::min(text.find('/'), text.size());
  const std::string_view part = trimmed(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

bool read_delay(std::string_view text, Faults::Delay& delay) {
  delay = {};
  if (is_off(text)) return true;
  // The shape is a word of its own at the end.
  if (const std::size_t blank = text.find_last_of(" ,"); blank != std::string_view::npos) {
    for (const auto& [name, shape] : shapes) {
      if (text.substr(blank + 1) != name) continue;
      delay.shape = shape;
      text = trimmed(text.substr(0, blank));
      if (text.ends_with(',')) text.remove_suffix(1);
      break;
    }
  }
  for (const std::string_view sign : {"±", "+-", "+/-"}) {
    const std::size_t at = text.find(sign);
    if (at == std::string_view::npos) continue;
    const auto jitter = read_time(trimmed(text.substr(at + sign.size())));
    if (!jitter) return false;
    delay.jitter = *jitter;
    text = trimmed(text.substr(0, at));
    break;
  }
  const auto base = read_time(text);
  if (!base) return false;
  delay.base = *base;
  return true;
}

bool read_burst(std::string_view text, Faults::Burst& burst) {
  burst = {};
  if (is_off(text)) return true;
  const auto enter = read_share(take_part(text));
  const auto leave = read_share(take_part(text));
  if (!enter || !leave || *leave == 0) return false;
  burst.enter = *enter;
  burst.leave = *leave;
  if (text.empty()) return true;
  const auto loss = read_share(trimmed(text));
  if (loss) burst.loss = *loss;
  return loss.has_value();
}

bool read_reorder(std::string_view text, Faults::Reorder& reorder) {
  reorder = {};
  if (is_off(text)) return true;
  const auto share = read_share(take_part(text));
  if (!share) return false;
  reorder.share = *share;
  if (text.empty()) return true;
  const auto by = read_time(trimmed(text));
  if (by) reorder.by = *by;
  return by.has_value();
}

bool read_value(Change& change, std::string_view text) {
  const auto share = [&](double& field) {
    const auto read = is_off(text) ? 0.0 : read_share(text);
    if (read) field = *read;
    return read.has_value();
  };
  switch (change.setting) {
    case Setting::delay: return read_delay(text, change.value.delay);
    case Setting::burst: return read_burst(text, change.value.burst);
    case Setting::reorder: return read_reorder(text, change.value.reorder);
    case Setting::loss: return share(change.value.loss);
    case Setting::duplicate: return share(change.value.duplicate);
    case Setting::bandwidth: {
      constexpr double most = 1e12;
      const auto rate = is_off(text) ? 0.0 : read_quantity(text, rate_units);
      if (!rate || *rate > most || (*rate > 0 && *rate < 1)) return false;
      change.value.bandwidth = static_cast<std::uint64_t>(*rate);
      return true;
    }
    case Setting::queue: {
      constexpr double most = 1e9;
      const auto size = read_quantity(text, size_units);
      if (!size || *size > most) return false;
      change.value.queue = static_cast<std::size_t>(*size);
      return true;
    }
    case Setting::freeze: {
      const auto time = read_time(text);
      if (time) change.freeze = *time;
      return time.has_value();
    }
  }
  return false;
}

std::string_view example(Setting setting) {
  switch (setting) {
    case Setting::delay: return "80ms, 80ms±20ms or 80ms±20ms normal (uniform, normal, pareto), at most 60 s";
    case Setting::loss: return "5%";
    case Setting::burst: return "1%/20%/90%: shares of datagrams that begin a burst, end it, and are lost in it";
    case Setting::duplicate: return "1%";
    case Setting::reorder: return "2%/30ms: the share that waits longer, and how much";
    case Setting::bandwidth: return "2Mbit, 500kbit or off";
    case Setting::queue: return "64kB";
    case Setting::freeze: return "3s, at most 60 s";
  }
  return "";
}

std::string number_text(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", number);
  return text;
}

std::string share_text(double share) { return number_text(share * 100) + "%"; }
std::string time_text(Time time) {
  return number_text(static_cast<double>(time) / static_cast<double>(millisecond)) + "ms";
}

std::string value_text(const Change& change) {
  const Faults& value = change.value;
  switch (change.setting) {
    case Setting::delay: {
      std::string text = time_text(value.delay.base);
      if (value.delay.jitter == 0) return text;
      text += "±" + time_text(value.delay.jitter);
      return text.append(" ").append(shapes[static_cast<std::size_t>(value.delay.shape)].first);
    }
    case Setting::loss: return share_text(value.loss);
    case Setting::burst:
      if (value.burst.enter == 0) return "off";
      return share_text(value.burst.enter) + "/" + share_text(value.burst.leave) + "/" + share_text(value.burst.loss);
    case Setting::duplicate: return share_text(value.duplicate);
    case Setting::reorder:
      if (value.reorder.share == 0) return "off";
      return share_text(value.reorder.share) + "/" + time_text(value.reorder.by);
    case Setting::bandwidth: return value.bandwidth == 0 ? "off" : std::to_string(value.bandwidth) + "bit";
    case Setting::queue: return std::to_string(value.queue) + "B";
    case Setting::freeze: return time_text(change.freeze);
  }
  return "";
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const std::size_t end = std::min(text.find_first_of(" \t\r\n="), text.size());
  const std::string_view word = text.substr(0, end);
  text = trimmed(text.substr(std::min(end + 1, text.size())));
  return word;
}

std::optional<Time> read_time(std::string_view text) {
  const auto time = read_quantity(text, time_units);
  if (!time || *time > static_cast<double>(longest_time)) return std::nullopt;
  return static_cast<Time>(std::llround(*time));
}

void Change::apply(Faults& faults) const {
  switch (setting) {
    case Setting::delay: faults.delay = value.delay; return;
    case Setting::loss: faults.loss = value.loss; return;
    case Setting::burst: faults.burst = value.burst; return;
    case Setting::duplicate: faults.duplicate = value.duplicate; return;
    case Setting::reorder: faults.reorder = value.reorder; return;
    case Setting::bandwidth: faults.bandwidth = value.bandwidth; return;
    case Setting::queue: faults.queue = value.queue; return;
    case Setting::freeze: return;
  }
}

std::optional<Change> read_change(std::string_view text, std::string& error) {
  const std::string whole(trimmed(text));
  Change change;
  std::string_view word = take_word(text);
  if (word == "player") {
    word = take_word(text);
    const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), change.player);
    if (problem != std::errc() || end != word.data() + word.size() || change.player == 0 ||
        change.player > most_players) {
      error = "'" + whole + "': players have numbers from 1 to " + std::to_string(most_players);
      return std::nullopt;
    }
    word = take_word(text);
  }
  if (word == "up" || word == "down") {
    change.way = word == "up" ? Way::up : Way::down;
    word = take_word(text);
  }
  for (const auto& [name, setting] : settings) {
    if (word != name) continue;
    change.setting = setting;
    if (read_value(change, text)) return change;
    error = "'" + whole + "': " + std::string(name) + " is written like " + std::string(example(setting));
    return std::nullopt;
  }
  error =
      "'" + whole + "' changes nothing: delay, loss, burst, duplicate, reorder, bandwidth, queue and freeze can change";
  return std::nullopt;
}

std::string text_of(const Change& change) {
  std::string text;
  if (change.player != 0) text += "player " + std::to_string(change.player) + " ";
  if (change.way) text += *change.way == Way::up ? "up " : "down ";
  text += settings[static_cast<std::size_t>(change.setting)].first;
  return text + " " + value_text(change);
}

}  // namespace godotdump::relay
