// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/show/state_at_packet.h"

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "analysis/questions/state.h"
#include "analysis/report/option_text.h"
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

/// ",300", ",csv", ",300,differences,csv" or nothing.
void begin_printing_state(const char* argument, const void*) {
  auto* asking = new Asking;  // until the program ends
  for (analysis::report::OptionText text(argument, state_option); !text.is_empty();) {
    const std::string_view word = text.take();
    const auto number = analysis::report::number_of(word, analysis::state::no_end - 1);
    if (word == "differences") asking->differences = true;
    else if (word == "csv") asking->write = as_csv;
    else if (word == "json") asking->write = as_json;
    else if (number) asking->until = *number;
    else refuse(argument, "expected a packet's number, differences, csv or json");
  }
  begin_state(asking);
  listen_to_frames(argument, {.data = asking, .begin = begin_state, .add = on_packet, .finish = print_state});
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
  const std::string error = listen_once({.data = &asking, .begin = begin_state, .add = on_packet});
  if (!error.empty()) return show_text("State at this packet", error);
  const std::string title =
      (differences ? "Godot: differences at packet " : "Godot: state at packet ") + std::to_string(asking.until);
  show_text(title.c_str(), asking.state->tree());
}

void show_differences() { show_in_window(true); }

}  // namespace

void show_state() { show_in_window(false); }

void register_state_at_packet() {
  register_option(state_option, begin_printing_state);
  add_tool("State at this packet", show_state);
  add_tool("State at this packet, differences only", show_differences);
}

}  // namespace godot::plugin
