// SPDX-License-Identifier: GPL-2.0-or-later
// Tools > Godot > Open in the browser: the page that reads captures (docs/page.md), from where it is installed.
#include <string>

#include "plugin/core/epan/bridge.h"
#include "plugin/core/epan/file_places.h"
#include "plugin/core/epan/glib_text.h"
#include "plugin/show/text_window.h"

namespace godot::plugin {
namespace {

constexpr const char* page_name = "godot-page.html";

/// The page in the user's settings folder, or where packages put it, beside Wireshark's own files; empty: in neither.
std::string installed_page() {
  const std::string own = bridge::own_file(page_name);
  const std::string shared =
      taken(g_build_filename(bridge::shared_folder(), "..", "godot-wireshark", page_name, nullptr));
  for (const std::string& place : {own, shared})
    if (g_file_test(place.c_str(), G_FILE_TEST_IS_REGULAR) != FALSE)
      return taken(g_canonicalize_filename(place.c_str(), nullptr));
  return {};
}

void open_page() {
  constexpr const char* title = "Godot: the page";
  const std::string page = installed_page();
  if (page.empty()) {
    return show_text(title, std::string("The page is not installed. A release has it, ") + page_name + ": put it at " +
                                bridge::own_file(page_name) + ", or open it in a browser.");
  }
  const std::string address = taken(g_filename_to_uri(page.c_str(), nullptr, nullptr));
  open_in_browser(address.c_str());
  // A browser opens no file by itself.
  const std::string capture = capture_file();
  if (!capture.empty()) show_text(title, "Drop this capture on the page in the browser: " + capture);
}

}  // namespace

void register_page_window() { add_tool("Open in the browser", open_page); }

}  // namespace godot::plugin
