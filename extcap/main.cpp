// SPDX-License-Identifier: MIT
// godotdump: Wireshark's interfaces "Godot game: mirror" and "Godot game: worse network". Wireshark runs it with
// --extcap-... to query interfaces and options, and with --capture to capture (doc/extcap.adoc of Wireshark); --help
// and
// --relay are for users.
#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "codec/tool/console.h"
#include "extcap/mirror/game_recording.h"
#include "extcap/output/own_file.h"
#include "extcap/relay_program/relay_options.h"
#include "extcap/stop.h"
#include "extcap/toolbar/toolbar_controls.h"

namespace {

using godotdump::Settings;

constexpr const char* version = GODOTDUMP_VERSION;
constexpr std::string_view mirror_interface = "godotdump";
constexpr std::string_view relay_interface = "godotrelay";

enum class Action : std::uint8_t { unsaid, help, version, interfaces, dlts, config, capture, relay };

struct Arguments {
  Action action = Action::unsaid;
  std::string interface;
  std::string fifo;
  Settings settings;
  godotdump::RelaySettings relay;
  std::string error;
};

void show_help() {
  std::printf(
      "godotdump %s: shows the multiplayer of running Godot games in Wireshark, over any transport, and makes "
      "networks\n"
      "worse on purpose.\n"
      "\n"
      "In Wireshark: choose the interface \"Godot game: mirror\" and start the game. In a terminal:\n"
      "\n"
      "  tshark -i godotdump\n"
      "\n"
      "The game needs the addon godot_wireshark. It tries to connect once a second, so either of the two may start\n"
      "first.\n"
      "\n"
      "  --port=PORT        where games connect (16007; in the game: godot_wireshark/live/port)\n"
      "  --address=ADDRESS  on which address of this machine (127.0.0.1: games on this machine alone)\n"
      "  --only=LIST        only these games: process ids, project names, roles (server, client), with commas between\n"
      "  --capture --fifo=FILE\n"
      "                     writes pcapng into a file, a pipe, or - for the standard output\n"
      "  --metrics=FILE     keeps counters for Prometheus in this file (text format): bytes, messages and problems by\n"
      "                     kind and peers; without --capture for itself alone, until Ctrl+C\n"
      "  --project=DIR      for --metrics: the game's project, which says who may call what; may be given again\n"
      "\n"
      "%s"
      "  --version\n"
      "\n"
      "Used by Wireshark: --extcap-interfaces; --extcap-interface=%s or %s with --extcap-dlts or --extcap-config.\n",
      version, godotdump::relay_help().c_str(), mirror_interface.data(), relay_interface.data());
}

void show_interfaces() {
  std::printf("extcap {version=%s}{display=Godot games}\n", version);
  std::printf("interface {value=%s}{display=Godot game: mirror}\n", mirror_interface.data());
  std::printf("interface {value=%s}{display=Godot game: worse network}\n", relay_interface.data());
  std::printf("%s", godotdump::Controls::sentences().c_str());
}

void show_dlts(bool of_relay) {
  if (of_relay)
    std::printf("dlt {number=101}{name=RAW}{display=Datagrams of a Godot game, on both sides of the relay}\n");
  else std::printf("dlt {number=252}{name=WIRESHARK_UPPER_PDU}{display=Records of the mirror in a Godot game}\n");
}

void show_config(bool of_relay) {
  if (of_relay) {
    std::printf("%s", godotdump::relay_config().c_str());
    return;
  }
  std::printf(
      "arg {number=0}{call=--port}{display=Port}{type=unsigned}{range=1,65535}{default=16007}"
      "{tooltip=Where games connect: godot_wireshark/live/port in their project settings}\n"
      "arg {number=1}{call=--address}{display=Address}{type=string}{default=127.0.0.1}"
      "{tooltip=127.0.0.1 takes games on this machine alone; 0.0.0.0 takes those of other machines, too}\n"
      "arg {number=2}{call=--only}{display=Only these games}{type=string}{required=false}"
      "{tooltip=Process ids, project names or roles (server, client), with commas between; empty: all}\n");
}

void split(std::string_view list, godotdump::GameSelection& out) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    std::string_view word = list.substr(0, end);
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    if (!word.empty()) out.emplace_back(word);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

bool read_port(std::string_view text, std::uint16_t& port) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && port != 0;
}

/// Options come as `--name=value` and as `--name value`.
Arguments read_arguments(const std::vector<std::string>& words) {
  Arguments arguments;
  struct Switch {
    std::string_view name;
    Action action;
  };
  constexpr Switch switches[] = {
      {"--help", Action::help},        {"-h", Action::help},
      {"--version", Action::version},  {"--extcap-interfaces", Action::interfaces},
      {"--extcap-dlts", Action::dlts}, {"--extcap-config", Action::config},
      {"--capture", Action::capture},
  };
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const auto* chosen =
        std::find_if(std::begin(switches), std::end(switches), [&](const Switch& each) { return each.name == word; });
    if (chosen != std::end(switches)) {
      arguments.action = chosen->action;
      continue;
    }
    const std::size_t equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    std::string_view value;
    if (equals != std::string_view::npos) value = word.substr(equals + 1);
    else if (i + 1 < words.size()) value = words[++i];
    if (name == "--extcap-interface") arguments.interface = value;
    else if (name == "--extcap-control-in") arguments.settings.control_in = arguments.relay.control_in = value;
    else if (name == "--extcap-control-out") arguments.settings.control_out = arguments.relay.control_out = value;
    else if (name == "--fifo" || name == "--write") arguments.fifo = value;
    else if (name == "--address") arguments.settings.address = arguments.relay.address = value;
    else if (name == "--metrics") {
      arguments.settings.metrics = value;
      if (value.empty()) arguments.error = "--metrics needs a file";
    } else if (name == "--project") arguments.settings.projects.emplace_back(value);
    else if (name == "--only") split(value, arguments.settings.wanted);
    else if (name == "--port") {
      if (!read_port(value, arguments.settings.port))
        arguments.error = "'" + std::string(value) + "' is no port: a number from 1 to 65535 is expected";
      arguments.relay.port = arguments.settings.port;
    } else if (const auto option = godotdump::read_relay_option(name, value, arguments.relay, arguments.error);
               option != godotdump::Option::unknown) {
      if (name == "--relay") arguments.action = Action::relay;
      if (option == godotdump::Option::bad) return arguments;
    } else if (!name.starts_with("--extcap-")) {  // further options of later versions of Wireshark
      arguments.error = "'" + std::string(name) + "' is no option of godotdump; see godotdump --help";
    }
  }
  return arguments;
}

extern "C" void on_signal(int) { godotdump::stopping = 1; }

void heed_signals() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
#ifdef _WIN32
  std::signal(SIGBREAK, on_signal);  // Ctrl+Break also reaches a program with Ctrl+C disabled
#endif
}

int run_relay(Arguments& arguments) {
  arguments.relay.in_terminal = arguments.action == Action::relay;
  std::FILE* out = nullptr;
  if (!arguments.fifo.empty() && !arguments.relay.log.empty() &&
      godot::tool::is_same_file(arguments.fifo, arguments.relay.log)) {
    std::fprintf(stderr, "The capture and the log can't be one file, %s.\n", arguments.fifo.c_str());
    return 2;
  }
  if (!arguments.fifo.empty()) {
    out = godotdump::open_own_file(arguments.fifo, godotdump::capture_begins, stderr);
    if (out == nullptr) return 1;
  }
  heed_signals();
  return godotdump::relay_games(arguments.relay, out, stderr);
}

int run_metrics(const Arguments& arguments) {
  heed_signals();
  return godotdump::capture(arguments.settings, nullptr, stderr);
}

int run_capture(Arguments& arguments) {
  if (arguments.fifo.empty()) {
    std::fprintf(stderr, "--capture needs --fifo=FILE, where the packets go.\n");
    return 2;
  }
  if (arguments.interface == relay_interface) return run_relay(arguments);
  heed_signals();
  std::FILE* const out = godotdump::open_own_file(arguments.fifo, godotdump::capture_begins, stderr);
  if (out == nullptr) return 1;
  return godotdump::capture(arguments.settings, out, stderr);
}

}  // namespace

int main(int count, char** words) {
  godot::tool::prepare_console();
  Arguments arguments = read_arguments(godot::tool::command_line(count, words));
  if (!arguments.error.empty()) {
    std::fprintf(stderr, "%s.\n", arguments.error.c_str());
    return 2;
  }
  const bool has_metrics = !arguments.settings.metrics.empty();
  if (has_metrics && (arguments.action == Action::relay || arguments.interface == relay_interface)) {
    std::fprintf(stderr, "--metrics counts what the mirror sends; a relay decodes nothing.\n");
    return 2;
  }
  if (has_metrics && !arguments.fifo.empty() && godot::tool::is_same_file(arguments.fifo, arguments.settings.metrics)) {
    std::fprintf(stderr, "The capture and the counters can't be one file, %s.\n", arguments.fifo.c_str());
    return 2;
  }
  if (has_metrics && arguments.action == Action::unsaid) return run_metrics(arguments);
  const bool needs_interface =
      arguments.action == Action::dlts || arguments.action == Action::config || arguments.action == Action::capture;
  const bool of_relay = arguments.interface == relay_interface;
  if (needs_interface && !arguments.interface.empty() && !of_relay && arguments.interface != mirror_interface) {
    std::fprintf(stderr, "'%s' is no interface of godotdump: it has %s and %s.\n", arguments.interface.c_str(),
                 mirror_interface.data(), relay_interface.data());
    return 2;
  }
  switch (arguments.action) {
    case Action::unsaid:
    case Action::help: show_help(); return 0;
    case Action::version: std::printf("godotdump %s\n", version); return 0;
    case Action::interfaces: show_interfaces(); return 0;
    case Action::dlts: show_dlts(of_relay); return 0;
    case Action::config: show_config(of_relay); return 0;
    case Action::capture: return run_capture(arguments);
    case Action::relay: return run_relay(arguments);
  }
  return 0;
}
