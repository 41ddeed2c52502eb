// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/show/toolbar.h"

#include <string>

#include "answers/questions/problems/problem_frames.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/epan/frames.h"
#include "plugin/show/requests.h"
#include "plugin/show/text_window.h"

namespace godot::plugin {
namespace {

using analysis::problems::ProblemFrames;

/// Of the capture as it was when they were searched last.
class ProblemSearch final : public analysis::Request {
 public:
  void begin(const analysis::Environment& /*environment*/) override { frames = {}; }
  void add(analysis::facts::Frame& frame, const analysis::Packet& /*packet*/) override { frames.add(frame); }
  void finish(const analysis::report::Output& /*out*/) override {}

  ProblemFrames frames;
};
ProblemSearch search;

/// A running capture may have more packets than at the last search: searches again if it had no further problem.
void go(std::uint32_t (ProblemFrames::*nearest)(std::uint32_t) const noexcept, const char* none) {
  const std::uint32_t here = frame_numbers.among_all(bridge::selected_packet());
  std::uint32_t found = (search.frames.*nearest)(here);
  if (found == 0) {
    std::string error;
    answer(search, analysis::Extent::problems, error);
    found = (search.frames.*nearest)(here);
  }
  if (found != 0) return plugin_if_goto_frame(frame_numbers.shown(found));
  const std::string all = std::to_string(search.frames.count());
  show_text("Godot: problems", std::string(none) + " Packets with a problem: " + all + ".");
}

void go_on() { go(&ProblemFrames::after, "No problem behind this packet."); }
void go_back() { go(&ProblemFrames::before, "No problem before this packet."); }
const char* (*projects_text)() = nullptr;
void show_project() { show_text("Godot: project", projects_text()); }

void press(void*, void*, void* act) { reinterpret_cast<void (*)()>(act)(); }

void add_button(ext_toolbar_t* bar, const char* label, const char* tooltip, void (*act)()) {
  ext_toolbar_add_entry(bar, EXT_TOOLBAR_BUTTON, label, nullptr, tooltip, FALSE, nullptr, FALSE, nullptr, press,
                        reinterpret_cast<void*>(act));
}

}  // namespace

void register_toolbar(const char* (*text_of_projects)()) {
  projects_text = text_of_projects;
  register_init_routine([] { search.frames = {}; });
  ext_toolbar_t* bar = ext_toolbar_register_toolbar("Godot");
  add_button(bar, "Next problem", "Selects the next packet with a problem (godot.problem)", go_on);
  add_button(bar, "Previous problem", "Selects the last packet with a problem before this one", go_back);
  add_button(bar, "Project", "Which projects give names, and what of them could not be read", show_project);
  add_button(bar, "Report\u2026", "Writes a page about this capture, and opens it in the browser", ask_for_report);
  add_button(bar, "State", "All nodes and the values that each peer was last sent, at the selected packet", show_state);
}

}  // namespace godot::plugin
