// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/show/requests.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <vector>

#include "answers/options/options.h"
#include "answers/options/write_fault.h"
#include "plugin/core/epan/arena.h"
#include "plugin/core/epan/glib_text.h"
#include "plugin/core/epan/program_options.h"
#include "plugin/core/settings/preferences.h"
#include "plugin/show/feed.h"
#include "plugin/show/listener.h"
#include "plugin/show/text_window.h"

namespace godot::plugin {
namespace {

using analysis::Extent;
using analysis::Option;

/// Without its folder; empty for a live capture.
std::string capture_name() {
  const std::string shown = capture_file();
  const std::string path = shown.empty() ? file_to_read() : shown;
  if (path.empty() || path == "-") return "";
  return taken(g_path_get_basename(path.c_str()));
}

const analysis::report::Advice in_window = {.read_twice = "Read the capture again: View > Reload (Ctrl+R).",
                                            .set_project = "Tools > Godot > Project folder\u2026"};

class OfPacket final : public analysis::Packet {
 public:
  explicit OfPacket(packet_info* pinfo) noexcept : pinfo_(pinfo) {}
  [[nodiscard]] std::string source() const override { return end_text(pinfo_, pinfo_->src, pinfo_->srcport); }
  [[nodiscard]] std::string destination() const override { return end_text(pinfo_, pinfo_->dst, pinfo_->destport); }
  [[nodiscard]] double capture_begin() const override {
    return static_cast<double>(pinfo_->abs_ts.secs - pinfo_->rel_ts.secs);
  }
  [[nodiscard]] const analysis::plots::SeenNumbers* numbers() const override {
    const Collector* facts = collected_facts(pinfo_);
    return facts != nullptr ? facts->numbers.first : nullptr;
  }

 private:
  packet_info* pinfo_;
};

/// Prints what is wrong with the option `-z argument`, and ends tshark: epan has no way to report an error from there.
[[noreturn]] void refuse(const char* argument, const char* why) {
  std::fprintf(stderr, "tshark: -z %s: %s\n", argument, why);
  std::exit(1);
}

/// A request, which gets frames with what it needs.
struct Listening {
  analysis::Request& request;
  Feed feed;
  std::unique_ptr<analysis::Request> owned = nullptr;
  const char* option = nullptr;  ///< the option -z that asked; null: a window asked

  void check() const {
    if (option != nullptr && !request.error().empty()) refuse(option, request.error().c_str());
  }
};

/// Requests of the same frames share one listener, because Wireshark goes through all listeners for each tap of each
/// packet.
using Listenings = std::vector<std::unique_ptr<Listening>>;

void begin_requests(void* data) {
  for (const auto& each : *static_cast<Listenings*>(data)) each->request.begin(environment());
}
tap_packet_status add_to_requests(void* data, packet_info* pinfo, epan_dissect_t*, const void*, tap_flags_t) {
  for (const auto& each : *static_cast<Listenings*>(data)) {
    if (analysis::facts::Frame* frame = each->feed.frame(pinfo)) each->request.add(*frame, OfPacket(pinfo));
    each->check();
  }
  return TAP_PACKET_DONT_REDRAW;
}
/// Prints the last one first, as tshark does with its own.
void finish_requests(void* data) {
  const auto& all = *static_cast<Listenings*>(data);
  // NOLINTNEXTLINE(modernize-loop-convert): not every compiler has views
  for (auto each = all.rbegin(); each != all.rend(); ++each) {
    (*each)->request.finish([](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); });
    (*each)->check();
  }
}

void add_listening(Listenings& all, analysis::Request& request, Extent extent) {
  // NOLINTNEXTLINE(modernize-make-unique): not every compiler makes an aggregate so
  all.push_back(std::unique_ptr<Listening>(new Listening{.request = request, .feed = Feed(extent)}));
}

/// Refuses the option if the file cannot be opened: an error after hours of packets would be too late.
void check_file(const char* argument, const std::string& name, std::string_view begins) {
  const std::string fault = analysis::fault_of_file(name, begins);
  if (!fault.empty()) refuse(argument, fault.c_str());
}

void begin_option(const Option& option, const char* argument) {
  static Listenings unfiltered_tables;
  analysis::ParsedOption asked = option.parsed(argument);
  if (asked.request == nullptr) refuse(argument, asked.error);
  check_file(argument, asked.file, asked.begins);
  const bool shares = option.table != nullptr && asked.filter.empty();
  Listenings& all = shares ? unfiltered_tables : *new Listenings;  // until the program ends
  add_listening(all, *asked.request, option.extent);
  all.back()->owned = std::move(asked.request);
  all.back()->option = option.name;
  all.back()->request.begin(environment());
  if (all.size() > 1) return;
  const std::string error = listen({.data = &all,
                                    .filter = asked.filter.empty() ? nullptr : asked.filter.c_str(),
                                    .begin = begin_requests,
                                    .add = add_to_requests,
                                    .finish = finish_requests});
  if (!error.empty()) refuse(argument, error.c_str());
}

void register_option(const Option& option) {
  auto* ui = new stat_tap_ui{};  // Wireshark keeps the pointer
  ui->group = REGISTER_STAT_GROUP_GENERIC;
  ui->cli_string = option.name;
  ui->tap_init_cb =
      [](const char* argument, void* row) BRIDGE_STAT_INIT(begin_option(*static_cast<const Option*>(row), argument));
  register_stat_tap_ui(ui, const_cast<Option*>(&option));
}

}  // namespace

bool answer(analysis::Request& request, Extent extent, std::string& text) {
  Listenings one;
  add_listening(one, request, extent);
  request.begin(environment());
  text = listen_once({.data = &one, .begin = begin_requests, .add = add_to_requests});
  if (!text.empty()) return false;
  request.finish([&text](std::string_view more) { text += more; });
  if (!request.error().empty()) text = request.error();
  return request.error().empty();
}

analysis::Environment environment() {
  analysis::Environment now = known_environment();
  now.nodes_apart = preferences::nodes_apart();
  if (has_window()) now.advice = in_window;
  return now;
}

analysis::Environment& known_environment() noexcept {
  static analysis::Environment known = {.version = GODOT_PLUGIN_VERSION, .capture = capture_name};
  return known;
}

void register_options() {
  for (const Option& option : analysis::options()) register_option(option);
}

}  // namespace godot::plugin
