// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/show/report.h"

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "analysis/output/page.h"
#include "analysis/report/option_text.h"
#include "plugin/core/preferences.h"
#include "plugin/core/program_options.h"
#include "plugin/show/command_line.h"
#include "plugin/show/feed.h"
#include "plugin/show/text_window.h"

namespace godot::plugin {
namespace {

constexpr const char* report_option = "godot,report";

/// A report that is being made from the packets so far.
struct Making {
  std::string file;
  bool masked = false;
  Feed feed{Feed::Extent::texts};
  std::unique_ptr<analysis::page::Page> page = nullptr;
};

std::string end_of(packet_info* pinfo, const address& host, std::uint32_t port) {
  const char* name = address_to_str(pinfo->pool, &host);
  const bool has_colons = std::strchr(name, ':') != nullptr;
  return wmem_strdup_printf(pinfo->pool, has_colons ? "[%s]:%u" : "%s:%u", name, port);
}

std::vector<std::string> (*project_names)() = nullptr;

/// Without its folder; empty for a live capture.
std::string capture_name() {
  const std::string shown = capture_file();
  const std::string path = shown.empty() ? file_to_read() : shown;
  if (path.empty() || path == "-") return "";
  char* name = g_path_get_basename(path.c_str());
  std::string text = name;
  g_free(name);
  return text;
}

void begin(Making& making) {
  making.page = std::make_unique<analysis::page::Page>(
      analysis::page::Options{.version = GODOT_PLUGIN_VERSION,
                              .masked = making.masked,
                              .nodes_apart = keeps_nodes_apart(),
                              .capture = capture_name(),
                              .projects = project_names != nullptr ? project_names() : std::vector<std::string>{}});
}

void add_frame(Making& making, packet_info* pinfo) {
  analysis::facts::Frame* frame = making.feed.frame(pinfo);
  if (frame == nullptr) return;
  analysis::page::Overview& overview = making.page->overview();
  if (overview.wants_ends(*frame)) {
    overview.set_ends(*frame, end_of(pinfo, pinfo->src, pinfo->srcport), end_of(pinfo, pinfo->dst, pinfo->destport));
  }
  if (!overview.has_begin()) overview.set_begin(static_cast<double>(pinfo->abs_ts.secs - pinfo->rel_ts.secs));
  making.page->add(*frame);
}

/// False: the file cannot be written.
bool write_file(const std::string& name, std::string_view text) {
  std::FILE* file = std::fopen(name.c_str(), "wb");
  if (file == nullptr) return false;
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && is_written;
}

extern "C" {
static void begin_report(void* data) { begin(*static_cast<Making*>(data)); }
static tap_packet_status add_to_report(void* data, packet_info* pinfo, epan_dissect_t*, const void*, tap_flags_t) {
  add_frame(*static_cast<Making*>(data), pinfo);
  return TAP_PACKET_DONT_REDRAW;
}
static void write_report(void* data) {
  const auto& making = *static_cast<Making*>(data);
  if (!write_file(making.file, making.page->html()))
    refuse(report_option, (making.file + " cannot be written").c_str());
}
}

/// ",FILE" or ",FILE,masked".
void begin_writing(const char* argument, const void*) {
  auto* making = new Making;  // until the program ends
  analysis::report::OptionText text(argument, report_option);
  making->masked = text.take_last("masked");
  making->file = text.rest();
  if (making->file.empty()) refuse(argument, "expected godot,report,FILE.html or godot,report,FILE.html,masked");
  check_file(argument, making->file.c_str());
  begin(*making);
  listen_to_frames(argument, {.data = making, .begin = begin_report, .add = add_to_report, .finish = write_report});
}

// --- The window -----------------------------------------------------------------------------------------------------

/// Makes a report of all packets of the capture; false: the file cannot be written.
bool make_report(const std::string& file, bool masked) {
  Making making;
  making.file = file;
  making.masked = masked;
  begin(making);
  const bool is_read = listen_once({.data = &making, .begin = begin_report, .add = add_to_report}).empty();
  return is_read && write_file(file, making.page->html());
}

constexpr const char* report_title = "Godot: report";

struct AskedReport {
  std::string file;
  bool masked = false;
};
AskedReport asked;  // of the open dialog

bool says_yes(const char* answer) { return answer != nullptr && (answer[0] == 'y' || answer[0] == 'Y'); }

void make_wished() {
  const bool is_made = make_report(asked.file, asked.masked);
  show_text(report_title, is_made ? "Written to " + asked.file + (asked.masked ? ", masked." : ".")
                                  : asked.file + " cannot be written.");
  if (!is_made) return;
  char* address = g_filename_to_uri(asked.file.c_str(), nullptr, nullptr);
  if (address != nullptr) open_in_browser(address);
  g_free(address);
}

void ask_for_file(const std::string& file, bool masked);

extern "C" {
static void overwrite(char** answers, void*) {
  const bool may = says_yes(answers[0]);
  g_strfreev(answers);
  if (may) make_wished();
  else ask_for_file(asked.file, asked.masked);
}
static void make_from_dialog(char** answers, void*) {
  asked = {.file = answers[0] != nullptr ? answers[0] : "", .masked = says_yes(answers[1])};
  g_strfreev(answers);
  if (g_file_test(asked.file.c_str(), G_FILE_TEST_EXISTS) == FALSE) return make_wished();
  ask(report_title, {{(asked.file + " exists. Overwrite it (yes or no)").c_str(), "no"}}, overwrite);
}
}

void ask_for_file(const std::string& file, bool masked) {
  ask(report_title, {{"File", file.c_str()}, {"Masked, for the public (yes or no)", masked ? "yes" : "no"}},
      make_from_dialog);
}

/// The capture's name with another ending; capture files are often compressed.
std::string named_after(std::string capture) {
  for (const std::string_view end : {".gz", ".zst", ".lz4", ".pcap", ".pcapng", ".cap"})
    if (std::string_view(capture).ends_with(end)) capture.resize(capture.size() - end.size());
  return capture + ".html";
}

}  // namespace

void ask_for_report() {
  const std::string capture = capture_file();
  if (!capture.empty()) return ask_for_file(named_after(capture), false);
  char* file = g_build_filename(g_get_home_dir(), "godot-report.html", nullptr);
  ask_for_file(file, false);
  g_free(file);
}

void name_projects_by(std::vector<std::string> (*names)()) { project_names = names; }

void register_report() {
  add_tool("Report\u2026", ask_for_report);
  register_option(report_option, begin_writing);
}

}  // namespace godot::plugin
