// SPDX-License-Identifier: MIT
#include "extcap/toolbar/toolbar_controls.h"

#include <charconv>

namespace godotdump {
namespace {

// Numbers of the controls.
constexpr std::uint8_t control_player = 0;
constexpr std::uint8_t control_way = 1;
constexpr std::uint8_t control_preset = 2;
constexpr std::uint8_t control_delay = 3;
constexpr std::uint8_t control_loss = 4;
constexpr std::uint8_t control_change = 5;
constexpr std::uint8_t control_freeze = 6;
constexpr std::uint8_t control_log = 7;

constexpr std::string_view freeze = "freeze 3s";

std::string control(std::uint8_t number, std::string_view rest) {
  return "control {number=" + std::to_string(number) + "}" + std::string(rest) + "\n";
}

std::string choice(std::uint8_t number, std::string_view value, std::string_view title, bool is_default = false) {
  return "value {control=" + std::to_string(number) + "}{value=" + std::string(value) +
         "}{display=" + std::string(title) + "}" + (is_default ? "{default=true}" : "") + "\n";
}

}  // namespace

std::string Controls::sentences() {
  std::string text;
  text +=
      control(control_player, "{type=selector}{display=For}{tooltip=The player whom the fields behind this are about}");
  text +=
      control(control_way, "{type=selector}{display=Way}{tooltip=The direction that the fields behind this are about}");
  text +=
      control(control_preset, "{type=selector}{display=Preset}{tooltip=A link that people know; replaces all changes}");
  text += control(control_delay,
                  "{type=string}{display=Delay}{placeholder=80ms±20ms}"
                  "{tooltip=Of one direction: 80ms, 80ms±20ms, 80ms±20ms normal (uniform, normal, pareto)}");
  text +=
      control(control_loss, "{type=string}{display=Loss}{placeholder=5%}{tooltip=Share of datagrams that are dropped}");
  text += control(control_change,
                  "{type=string}{display=Change}{placeholder=burst 1%/20%}"
                  "{tooltip=duplicate 1%, reorder 2%/30ms, burst 1%/20%, bandwidth 2Mbit, queue 64kB, freeze 500ms}");
  text += control(control_freeze, "{type=button}{display=Freeze 3 s}{tooltip=Nothing goes on for three seconds}");
  text += control(control_log, "{type=button}{role=logger}{display=Log}{tooltip=What the relay says}");
  text += choice(control_player, "0", "All players", true);
  text += choice(control_way, "both", "Both directions", true);
  text += choice(control_way, "up", "To the server");
  text += choice(control_way, "down", "To the players");
  for (const relay::Preset& preset : relay::presets())
    text += choice(control_preset, preset.name, preset.title, preset.name == "none");
  return text;
}

std::optional<ToolbarOrder> Controls::apply(const ControlMessage& message, std::string& error) {
  error.clear();
  ToolbarOrder order;
  if (message.is_quit) {
    order.is_quit = true;
    return order;
  }
  if (message.command != static_cast<std::uint8_t>(Command::set)) return std::nullopt;
  const std::string_view text = relay::trimmed(message.text);
  std::string change;
  switch (message.control) {
    case control_player: {
      unsigned player = 0;
      const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), player);
      if (problem == std::errc() && end == text.data() + text.size() && player <= relay::most_players) player_ = player;
      return std::nullopt;
    }
    case control_way:
      way_.reset();
      if (text == "up") way_ = relay::Way::up;
      if (text == "down") way_ = relay::Way::down;
      return std::nullopt;
    case control_preset:
      order.preset = relay::find_preset(text);
      if (order.preset == nullptr) error = "'" + std::string(text) + "' is no preset";
      return order.preset != nullptr ? std::optional(order) : std::nullopt;
    case control_delay: change = "delay "; break;
    case control_loss: change = "loss "; break;
    case control_change: break;
    case control_freeze: change = freeze; break;
    default: return std::nullopt;
  }
  if (message.control != control_freeze) {
    if (text.empty()) return std::nullopt;
    change += text;
  }
  order.change = relay::read_change(change, error);
  if (!order.change) return std::nullopt;
  // What the text itself names comes first.
  if (order.change->player == 0) order.change->player = player_;
  if (!order.change->way) order.change->way = way_;
  return order;
}

void append_log(Bytes& out, std::string_view text) {
  append_control(out, control_log, Command::add, std::string(text) + "\n");
}

void append_player(Bytes& out, unsigned player) {
  // The value, a NUL, and what is shown.
  std::string text = std::to_string(player);
  text.push_back('\0');
  append_control(out, control_player, Command::add, text + "Player " + std::to_string(player));
}

void append_complaint(Bytes& out, std::string_view text) { append_control(out, no_control, Command::status, text); }

}  // namespace godotdump
