// SPDX-License-Identifier: MIT
#include <cerrno>
#include <cstdio>
#include <string_view>

#include "answers/options/options.h"
#include "answers/options/write_fault.h"
#include "answers/report_page/page.h"
#include "base/protected_file.h"

namespace godot::analysis {
namespace {

/// Why the file cannot be written; empty: it is written.
std::string write_file(const std::string& name, std::string_view text) {
  make_private_file(name);
  errno = 0;
  std::FILE* file = std::fopen(name.c_str(), "wb");
  if (file == nullptr) return write_fault(name, errno);
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  const int error = errno;
  if (std::fclose(file) == 0 && is_written) return {};
  return write_fault(name, is_written ? errno : error);
}

class PageRequest final : public Request {
 public:
  PageRequest(std::string file, bool masked) : file_(std::move(file)), masked_(masked) {}

  void begin(const Environment& environment) override {
    page::Options options = {.version = environment.version,
                             .masked = masked_,
                             .nodes_apart = environment.nodes_apart,
                             .advice = environment.advice_now()};
    if (environment.capture != nullptr) options.capture = environment.capture();
    if (environment.project_names != nullptr) options.projects = environment.project_names();
    page_ = std::make_unique<page::Page>(options);
  }
  void add(facts::Frame& frame, const Packet& packet) override {
    page::Overview& overview = page_->overview();
    if (overview.wants_ends(frame)) overview.set_ends(frame, packet.source(), packet.destination());
    if (!overview.has_begin()) overview.set_begin(packet.capture_begin());
    page_->add(frame);
  }
  [[nodiscard]] bool reads_values() const noexcept override { return page_->reads_values(); }
  void finish(const report::Output& /*out*/) override {
    std::string fault = write_file(file_, page_->html());
    if (!fault.empty()) fail(std::move(fault));
  }

 private:
  std::string file_;
  bool masked_;
  std::unique_ptr<page::Page> page_;
};

}  // namespace

std::unique_ptr<Request> make_report_request(const std::string& file, bool masked) {
  return std::make_unique<PageRequest>(file, masked);
}

std::string page_named_after(std::string capture) {
  for (const std::string_view end : {".gz", ".zst", ".lz4", ".pcap", ".pcapng", ".cap"})
    if (std::string_view(capture).ends_with(end)) capture.resize(capture.size() - end.size());
  return capture + ".html";
}

}  // namespace godot::analysis
