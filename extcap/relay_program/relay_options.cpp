// SPDX-License-Identifier: MIT
#include "extcap/relay_program/relay_options.h"

#include <charconv>
#include <cstdio>
#include <memory>

#include "codec/tool/console.h"

namespace godotdump {
namespace {

constexpr std::string_view faults[] = {"delay", "loss", "burst", "duplicate", "reorder", "bandwidth", "queue"};
constexpr std::size_t largest_script = 1U << 20;

template <class Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool read_port(std::string_view text, std::uint16_t& port) { return read_number(text, port) && port != 0; }

/// Takes the last part behind a colon that is not in brackets.
std::string_view take_last(std::string_view& text) {
  const std::size_t bracket = text.ends_with(']') ? text.rfind('[') : std::string_view::npos;
  const std::size_t colon = text.rfind(':', bracket);
  if (colon == std::string_view::npos) {
    const std::string_view all = text;
    text = {};
    return all;
  }
  const std::string_view last = text.substr(colon + 1);
  text = text.substr(0, colon);
  return last;
}

std::string unbracketed(std::string_view host) {
  if (host.size() >= 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  return std::string(host);
}

bool read_whole_file(const std::string& name, std::string& text, std::string& error) {
  std::FILE* const file = godot::tool::open_file(name, "rb");
  if (file == nullptr) {
    error = "Cannot read " + name;
    return false;
  }
  text.resize(largest_script);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return true;
}

bool add_change(const std::string& text, RelaySettings& settings, std::string& error) {
  const auto change = relay::read_change(text, error);
  if (change) settings.changes.push_back(*change);
  return change.has_value();
}

std::string names_of_presets() {
  std::string names;
  for (const relay::Preset& preset : relay::presets()) names.append(names.empty() ? "" : ", ").append(preset.name);
  return names;
}

/// Reads the options of faults: --loss, --up-loss, --down-delay and so on.
Option read_fault(std::string_view name, std::string_view value, RelaySettings& settings, std::string& error) {
  std::string change;
  for (const auto& [prefix, way] : {std::pair<std::string_view, std::string_view>{"up-", "up "}, {"down-", "down "}}) {
    if (!name.starts_with(prefix)) continue;
    name.remove_prefix(prefix.size());
    change = way;
    break;
  }
  for (const std::string_view fault : faults) {
    if (fault != name) continue;
    if (relay::trimmed(value).empty()) return Option::good;  // a field of the dialog that was left empty
    change.append(fault).append(" ").append(value);
    return add_change(change, settings, error) ? Option::good : Option::bad;
  }
  return Option::unknown;
}

}  // namespace

bool read_server(std::string_view text, RelaySettings& settings, std::string& error) {
  std::string_view host = text;
  const std::string_view port = take_last(host);
  if (!read_port(port, settings.server_port)) {
    error = "'" + std::string(text) + "' is no server: 127.0.0.1:24681, with a port from 1 to 65535";
    return false;
  }
  settings.server = host.empty() ? "127.0.0.1" : unbracketed(host);
  return true;
}

bool read_relay_ends(std::string_view text, RelaySettings& settings, std::string& error) {
  const auto fail = [&] {
    error =
        "'" + std::string(text) +
        "' does not name both ends: --relay 24680:127.0.0.1:24681 listens on port 24680 for players, and the server is "
        "at 127.0.0.1:24681";
    return false;
  };
  // From the end: the server's port, its host, the relay's port, its address.
  std::string_view rest = text;
  const std::string_view server_port = take_last(rest);
  if (rest.empty() || !read_port(server_port, settings.server_port)) return fail();
  const std::string_view host = take_last(rest);
  // PORT:PORT and ADDRESS:PORT:PORT: the server is on this machine.
  std::string_view before = rest;
  std::uint16_t port_before = 0;
  if (rest.empty() || (read_port(host, settings.port) && !read_port(take_last(before), port_before))) {
    if (!rest.empty()) settings.address = unbracketed(rest);
    return read_port(host, settings.port) || fail();
  }
  const std::string_view port = take_last(rest);
  if (host.empty() || !read_port(port, settings.port)) return fail();
  settings.server = unbracketed(host);
  if (!rest.empty()) settings.address = unbracketed(rest);
  return true;
}

Option read_relay_option(std::string_view name, std::string_view value, RelaySettings& settings, std::string& error) {
  const auto outcome = [](bool good) { return good ? Option::good : Option::bad; };
  if (!name.starts_with("--")) return Option::unknown;
  name.remove_prefix(2);
  if (name == "relay") return outcome(read_relay_ends(value, settings, error));
  if (name == "server") return outcome(read_server(value, settings, error));
  if (name == "log") {
    settings.log = value;
    return Option::good;
  }
  if (name == "seed") {
    if (read_number(value, settings.seed)) return Option::good;
    error = "'" + std::string(value) + "' is no seed: a number from 0 on";
    return Option::bad;
  }
  if (name == "preset") {
    settings.preset = relay::find_preset(value);
    if (settings.preset != nullptr) return Option::good;
    error = "'" + std::string(value) + "' is no preset: there are " + names_of_presets();
    return Option::bad;
  }
  if (name == "set") return outcome(add_change(std::string(value), settings, error));
  if (name == "script") {
    std::string text(value);
    if (value.starts_with('@') && !read_whole_file(std::string(value.substr(1)), text, error)) return Option::bad;
    return outcome(relay::read_script(text, settings.script, error));
  }
  return read_fault(name, value, settings, error);
}

std::string relay_help() {
  std::string text =
      "A network that is worse on purpose, seen from both sides:\n"
      "\n"
      "  godotdump --relay 24680:127.0.0.1:24681 --loss 5% --delay 80ms±20 --seed 7 --write lag.pcapng\n"
      "\n"
      "Players connect to port 24680 of this machine instead of the server's port, 24681.\n"
      "\n"
      "  --relay=[ADDRESS:]PORT:[HOST:]PORT\n"
      "                     where players connect (127.0.0.1 unless said otherwise), and the server\n"
      "  --write=FILE       a capture of both sides, in which each packet says what happened to it; - is the standard\n"
      "                     output\n"
      "  --log=FILE         what happened to each datagram, as CSV\n"
      "  --seed=NUMBER      of the random numbers (1); the same seed gives the same fates\n"
      "  --preset=NAME      ";
  text += names_of_presets();
  text +=
      "\n"
      "  --delay=80ms±20ms  of each direction; then uniform, normal or pareto\n"
      "  --loss=5%, --duplicate=1%, --reorder=2%/30ms\n"
      "  --burst=1%/20%/90% shares of datagrams that begin a burst, end it, and are lost in it (100%)\n"
      "  --bandwidth=2Mbit, --queue=64kB\n"
      "  --up-..., --down-...\n"
      "                     the same for one direction: --up-loss=5% is to the server\n"
      "  --set=CHANGE       the same for one player: \"player 2 down loss 10%\"\n"
      "  --script=TEXT      \"at 10s: loss 5% for 2s; every 8s: freeze 500ms\"; @FILE reads a file\n"
      "\n";
  return text;
}

std::string relay_config() {
  std::string text =
      "arg {number=0}{call=--port}{display=Port for players}{type=unsigned}{range=1,65535}{default=24680}"
      "{tooltip=Clients connect to this port instead of the server's}\n"
      "arg {number=1}{call=--address}{display=Address}{type=string}{default=127.0.0.1}"
      "{tooltip=127.0.0.1 takes players on this machine alone; 0.0.0.0 takes those of other machines, too}\n"
      "arg {number=2}{call=--server}{display=Server}{type=string}{default=127.0.0.1:24681}"
      "{tooltip=Address and port of the game's server}\n"
      "arg {number=3}{call=--preset}{display=Preset}{type=selector}{tooltip=A link that people know}\n"
      "arg {number=4}{call=--delay}{display=Delay}{type=string}{required=false}{placeholder=80ms±20ms}"
      "{tooltip=Of one direction: 80ms, 80ms±20ms, 80ms±20ms normal (uniform, normal, pareto)}\n"
      "arg {number=5}{call=--loss}{display=Loss}{type=string}{required=false}{placeholder=5%}"
      "{tooltip=Share of datagrams that are dropped}\n"
      "arg {number=6}{call=--script}{display=Changes}{type=string}{required=false}"
      "{placeholder=down bandwidth 2Mbit; at 10s: loss 5% for 2s}"
      "{tooltip=Further changes, with times if you like: burst 1%/20%, duplicate 1%, reorder 2%/30ms, bandwidth 2Mbit, "
      "queue 64kB, freeze 3s}\n"
      "arg {number=7}{call=--seed}{display=Seed}{type=unsigned}{default=1}"
      "{tooltip=The same seed gives the same fates}\n"
      "arg {number=8}{call=--log}{display=Log of fates}{type=fileselect}{mustexist=false}{required=false}"
      "{tooltip=What happened to each datagram, as CSV}\n";
  for (const relay::Preset& preset : relay::presets()) {
    text.append("value {arg=3}{value=").append(preset.name).append("}{display=").append(preset.title).append("}");
    text += preset.name == "none" ? "{default=true}\n" : "\n";
  }
  return text;
}

}  // namespace godotdump
