// SPDX-License-Identifier: GPL-2.0-or-later
// A capture for ui.perfetto.dev and chrome://tracing: tshark -z godot,trace,FILE.json.
#include <cstdio>
#include <memory>
#include <string>

#include "analysis/output/trace.h"
#include "analysis/questions/profile.h"
#include "analysis/report/option_text.h"
#include "plugin/show/command_line.h"
#include "plugin/show/feed.h"

namespace godot::plugin {
namespace {

constexpr const char* trace_option = "godot,trace";

/// A trace that is written while packets come; at most a megabyte of text is buffered.
class Writing {
 public:
  explicit Writing(std::string file) : file_(std::move(file)) { begin(); }

  /// Wireshark also calls this at the end, so the file is opened only by the first write.
  void begin() {
    if (out_ != nullptr) std::fclose(out_);
    out_ = nullptr;
    trace_ = std::make_unique<analysis::trace::Trace>();
    costs_ = analysis::profile::make_profile({});
    text_.clear();
  }
  void add(packet_info* pinfo) {
    analysis::facts::Frame* frame = feed_.frame(pinfo);
    if (frame == nullptr) return;
    if (frame->relayed == analysis::facts::Relayed::went) return;
    costs_->add(*frame);
    trace_->add(*frame, text_);
    constexpr std::size_t much = std::size_t{1} << 20U;
    if (text_.size() > much) write();
  }
  void finish() {
    trace_->finish(text_);
    write();
    const bool is_written = std::fclose(out_) == 0;
    out_ = nullptr;
    if (!is_written) refuse(trace_option, "the file cannot be written");
  }

 private:
  void write() {
    if (out_ == nullptr) out_ = std::fopen(file_.c_str(), "wb");
    if (out_ == nullptr) refuse(trace_option, "the file cannot be written");
    if (std::fwrite(text_.data(), 1, text_.size(), out_) != text_.size())
      refuse(trace_option, "the file cannot be written");
    text_.clear();
  }

  std::string file_;
  std::FILE* out_ = nullptr;
  Feed feed_{Feed::Extent::texts};
  std::unique_ptr<analysis::report::Question> costs_;  ///< sets the costs in frames, which the trace reads
  std::unique_ptr<analysis::trace::Trace> trace_;
  std::string text_;
};

extern "C" {
static void begin_trace(void* data) { static_cast<Writing*>(data)->begin(); }
static tap_packet_status add_to_trace(void* data, packet_info* pinfo, epan_dissect_t*, const void*, tap_flags_t) {
  static_cast<Writing*>(data)->add(pinfo);
  return TAP_PACKET_DONT_REDRAW;
}
static void finish(void* data) { static_cast<Writing*>(data)->finish(); }
}

void begin_writing_trace(const char* argument, const void*) {
  const std::string file(analysis::report::OptionText(argument, trace_option).rest());
  if (file.empty()) refuse(argument, "expected godot,trace,FILE.json");
  check_file(argument, file.c_str());
  auto* writing = new Writing(file);  // until the program ends
  listen_to_frames(argument, {.data = writing, .begin = begin_trace, .add = add_to_trace, .finish = finish});
}

}  // namespace

void register_trace() { register_option(trace_option, begin_writing_trace); }

}  // namespace godot::plugin
