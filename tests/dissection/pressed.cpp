// SPDX-License-Identifier: GPL-2.0-or-later
// A window for tests, loaded before tshark: as tshark ends, it presses the entry of the menu Tools that PRESS names,
// over the capture CAPTURE. What the entry opens and shows goes to the file PRESSED, a line each.
#include <dlfcn.h>
#include <glib.h>

#include <epan/funnel.h>
#include <epan/plugin_if.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

void (*act)(void*) = nullptr;
void* data_of_act = nullptr;

void write(const char* what, const char* text) {
  std::FILE* file = std::fopen(std::getenv("PRESSED"), "a");
  if (file == nullptr) return;
  std::fprintf(file, "%s %s\n", what, text);
  std::fclose(file);
}

// The text windows have a title only.
funnel_text_window_t* new_text_window(funnel_ops_id_t*, const char* title) {
  write("window", title);
  return reinterpret_cast<funnel_text_window_t*>(&act);
}

/// A truth value has another type in each release.
template <class Truth>
Truth open_url(const char* address) {
  write("open", address);
  return static_cast<Truth>(1);
}

}  // namespace

extern "C" {
static void set_text(funnel_text_window_t*, const char* text) { write("text", text); }

// By their symbols: the parameters' types differ between releases.
__attribute__((visibility("default"))) void register_entry(const char* name, int, void (*pressed)(void*), void* data,
                                                           void*, int) __asm__("funnel_register_menu");
__attribute__((visibility("default"))) const funnel_ops_t* window_of_test() __asm__("funnel_get_funnel_ops");
__attribute__((visibility("default"))) void capture_of_test(ws_info_t** info) __asm__("plugin_if_get_ws_info");
__attribute__((visibility("default"))) void before_the_end() __asm__("epan_cleanup");

void register_entry(const char* name, int, void (*pressed)(void*), void* data, void*, int) {
  const char* wanted = std::getenv("PRESS");
  if (wanted == nullptr || std::strcmp(name, wanted) != 0) return;
  act = pressed;
  data_of_act = data;
}

const funnel_ops_t* window_of_test() {
  static funnel_ops_t window = {};
  window.new_text_window = new_text_window;
  window.set_text = set_text;
  window.browser_open_url = open_url;
  return &window;
}

void capture_of_test(ws_info_t** info) {
  static ws_info_t given = {};
  given.ws_info_supported = TRUE;
  given.cf_filename = std::getenv("CAPTURE");
  *info = &given;
}

void before_the_end() {
  if (act != nullptr) act(data_of_act);
  reinterpret_cast<void (*)()>(dlsym(RTLD_NEXT, "epan_cleanup"))();
}
}
