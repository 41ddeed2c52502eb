// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/show/text_window.h"

#include "plugin/core/epan/bridge.h"

namespace godot::plugin {
namespace {

struct Tool {
  void (*act)(const void* data);
  const void* data;
};

void act_for_menu(void* tool) {
  const auto& [act, data] = *static_cast<const Tool*>(tool);
  act(data);
}

}  // namespace

void add_tool(const char* title, void (*act)(const void* data), const void* data) {
  const std::string name = std::string("Godot/") + title;
  // Until the program ends.
  funnel_register_menu(name.c_str(), REGISTER_TOOLS_GROUP_UNSORTED, act_for_menu, new Tool{act, data}, nullptr, FALSE);
}

void add_tool(ToolTitle title, void (*act)()) {
  add_tool(
      title.text, [](const void* function) { reinterpret_cast<void (*)()>(const_cast<void*>(function))(); },
      reinterpret_cast<const void*>(act));
}

bool has_window() {
  const funnel_ops_t* window = funnel_get_funnel_ops();
  return window != nullptr && window->new_dialog != nullptr;
}

void show_text(const char* title, const std::string& text) {
  const funnel_ops_t* window = funnel_get_funnel_ops();
  if (window == nullptr || window->new_text_window == nullptr) return;
  funnel_text_window_t* made = window->new_text_window(window->ops_id, title);
  if (made != nullptr) window->set_text(made, text.c_str());
}

void ask(const char* title, std::initializer_list<DialogField> fields, void (*act)(char** answers, void*)) {
  const funnel_ops_t* window = funnel_get_funnel_ops();
  if (window == nullptr || window->new_dialog == nullptr) return;
  constexpr std::size_t most = 4;
  const char* titles[most + 1] = {};
  const char* values[most + 1] = {};
  std::size_t count = 0;
  for (const DialogField& field : fields) {
    if (count == most) break;
    titles[count] = field.title;
    values[count++] = field.value;
  }
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
  if (!has_window() || !process_stat_cmd_arg("io,stat")) return false;
  start_requested_stats();
  return true;
}

std::string capture_file() {
  ws_info_t* info = nullptr;
  plugin_if_get_ws_info(&info);
  return info != nullptr && info->ws_info_supported && info->cf_filename != nullptr ? info->cf_filename : "";
}

void read_packets_again() {
  const funnel_ops_t* window = funnel_get_funnel_ops();
  if (window != nullptr && window->redissect_packets != nullptr) window->redissect_packets(window->ops_id);
}

void tap_again() {
  const funnel_ops_t* window = funnel_get_funnel_ops();
  if (window != nullptr && window->retap_packets != nullptr) window->retap_packets(window->ops_id);
}

}  // namespace godot::plugin
