// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/show/state_at_packet.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "analysis/questions/state.h"
#include "plugin/show/command_line.h"
#include "plugin/show/feed.h"
#include "plugin/show/text_window.h"

namespace godot::plugin {
namespace {

constexpr const char* state_option = "godot,state";

std::string as_tree(const analysis::state::GameState& state) { return state.tree(); }
std::string as_csv(const analysis::state::GameState& state) {
  return analysis::report::text_by(analysis::report::write_csv, state.answer());
}
std::string as_json(const analysis::state::GameState& state) {
  return analysis::report::text_by(analysis::report::write_json, state.answer());
}

/// A requested state, built from the packets so far.
struct Asking {
  std::uint32_t until = analysis::state::no_end;
  std::string (*write)(const analysis::state::GameState&) = as_tree;
  bool differences = false;
  Feed feed{Feed::Extent::texts};
  std::unique_ptr<analysis::state::GameState> state = nullptr;
};

extern "C" {
static void begin_state(void* data) {
  auto& asking = *static_cast<Asking*>(data);
  asking.state = analysis::state::make_game_state(asking.until);
  if (asking.differences) asking.state->show_differences_only();
}
static tap_packet_status on_packet(void* data, packet_info* pinfo, epan_dissect_t*, const void*, tap_flags_t) {
  auto& asking = *static_cast<Asking*>(data);
  if (analysis::facts::Frame* frame = asking.feed.frame(pinfo)) asking.state->add(*frame);
  return TAP_PACKET_DONT_REDRAW;
}
static void print_state(void* data) {
  const auto& asking = *static_cast<Asking*>(data);
  const std::string text = asking.write(*asking.state);
  std::fwrite(text.data(), 1, text.size(), stdout);
}
}

/// Parses what follows the state_option: ",300", ",csv", ",300,differences,csv" or nothing.
void read_wish(Asking& asking, const char* argument) {
  std::string_view rest = argument + std::strlen(state_option);
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view word = rest.substr(0, rest.find(','));
    rest.remove_prefix(word.size());
    if (word == "differences") {
      asking.differences = true;
    } else if (word == "csv") {
      asking.write = as_csv;
    } else if (word == "json") {
      asking.write = as_json;
    } else {
      char* end = nullptr;
      const std::string digits(word);
      const unsigned long long number = std::strtoull(digits.c_str(), &end, 10);
      const bool is_number = !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
      if (!is_number || number == 0 || number >= analysis::state::no_end)
        refuse(argument, "expected a packet's number, differences, csv or json");
      asking.until = static_cast<std::uint32_t>(number);
    }
  }
}

/// Ends tshark if the state_option is wrong: epan has no way to report an error from here.
void begin_printing(const char* argument) {
  auto* asking = new Asking;  // until the program ends
  read_wish(*asking, argument);
  begin_state(asking);
  GString* error = register_tap_listener("frame", asking, nullptr, TL_REQUIRES_NOTHING, begin_state, on_packet,
                                         print_state, nullptr);
  if (error != nullptr) refuse(argument, error->str);
}

void show_in_window(bool differences) {
  Asking asking;
  asking.differences = differences;
  asking.until = bridge::selected_packet();
  if (asking.until == 0) {
    show_text("State at this packet", "No packet is selected.");
    return;
  }
  begin_state(&asking);
  GString* error =
      register_tap_listener("frame", &asking, nullptr, TL_REQUIRES_NOTHING, begin_state, on_packet, nullptr, nullptr);
  if (error != nullptr) {
    show_text("State at this packet", error->str);
    g_string_free(error, TRUE);
    return;
  }
  tap_again();
  remove_tap_listener(&asking);
  const std::string title =
      (differences ? "Godot: differences at packet " : "Godot: state at packet ") + std::to_string(asking.until);
  show_text(title.c_str(), asking.state->tree());
}

void show_differences() { show_in_window(true); }

}  // namespace

void show_state() { show_in_window(false); }

void register_state_at_packet() {
  static stat_tap_ui command_line = {};
  command_line.group = REGISTER_STAT_GROUP_GENERIC;
  command_line.cli_string = state_option;
  command_line.tap_init_cb = [](const char* argument, void*) BRIDGE_STAT_INIT(begin_printing(argument));
  register_stat_tap_ui(&command_line, nullptr);
  add_tool("State at this packet", show_state);
  add_tool("State at this packet, differences only", show_differences);
}

}  // namespace godot::plugin
