// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/show/text_window.h"

#include "plugin/core/bridge.h"

namespace godot::plugin {
namespace {

extern "C" {
static void act_for_menu(void* act) { reinterpret_cast<void (*)()>(act)(); }
}

}  // namespace

void add_tool(const char* title, void (*act)()) {
  const std::string name = std::string("Godot/") + title;
  funnel_register_menu(name.c_str(), REGISTER_TOOLS_GROUP_UNSORTED, act_for_menu, reinterpret_cast<void*>(act), nullptr,
                       FALSE);
}

void show_text(const char* title, const std::string& text) {
  const funnel_ops_t* window = funnel_get_funnel_ops();
  if (window == nullptr || window->new_text_window == nullptr) return;
  funnel_text_window_t* made = window->new_text_window(window->ops_id, title);
  if (made != nullptr) window->set_text(made, text.c_str());
}

void ask(const char* title, const std::array<Wanted, 2>& fields, void (*act)(char** answers, void*)) {
  const funnel_ops_t* window = funnel_get_funnel_ops();
  if (window == nullptr || window->new_dialog == nullptr) return;
  const char* titles[] = {fields[0].title, fields[1].title, nullptr};
  const char* values[] = {fields[0].value, fields[1].value, nullptr};
  window->new_dialog(window->ops_id, title, titles, values, act, nullptr, nullptr);
}

void open_in_browser(const char* address) {
  const funnel_ops_t* window = funnel_get_funnel_ops();
  if (window != nullptr && window->browser_open_url != nullptr) window->browser_open_url(address);
}

std::string window_filter() {
  const funnel_ops_t* window = funnel_get_funnel_ops();
  const char* filter =
      window != nullptr && window->get_filter != nullptr ? window->get_filter(window->ops_id) : nullptr;
  return filter != nullptr ? filter : "";
}

/// Runs Wireshark's own option -z io,stat: the window opens I/O Graphs for it, tshark would print a table.
bool open_graphs() {
  const funnel_ops_t* window = funnel_get_funnel_ops();
  if (window == nullptr || window->new_dialog == nullptr || !process_stat_cmd_arg("io,stat")) return false;
  start_requested_stats();
  return true;
}

void tap_again() {
  const funnel_ops_t* window = funnel_get_funnel_ops();
  if (window != nullptr && window->retap_packets != nullptr) window->retap_packets(window->ops_id);
}

}  // namespace godot::plugin
