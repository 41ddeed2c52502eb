// SPDX-License-Identifier: MIT
#include <cerrno>
#include <cstdio>

#include "answers/options/options.h"
#include "answers/options/write_fault.h"
#include "answers/questions/profile/ledger.h"
#include "answers/trace/trace.h"
#include "base/protected_file.h"

namespace godot::analysis {
namespace {

/// Written while frames come; at most a megabyte of text is buffered.
class TraceRequest final : public Request {
 public:
  explicit TraceRequest(std::string file) : file_(std::move(file)) {}
  ~TraceRequest() override { close(); }

  /// Wireshark also calls this at the end, so the file is opened only by the first write.
  void begin(const Environment& /*environment*/) override {
    close();
    trace_ = std::make_unique<trace::Trace>();
    costs_ = std::make_unique<profile::Ledger>();
    text_.clear();
  }
  void add(facts::Frame& frame, const Packet& /*packet*/) override {
    if (frame.relayed == facts::Relayed::went) return;
    costs_->add(frame);
    trace_->add(frame, text_);
    constexpr std::size_t much = std::size_t{1} << 20U;
    if (text_.size() > much) write();
  }
  void finish(const report::Output& /*out*/) override {
    trace_->finish(text_);
    write();
    if (!close()) fail_to_write();
  }

 private:
  void fail_to_write() { fail(write_fault(file_, errno)); }
  void write() {
    if (out_ == nullptr) make_private_file(file_);
    errno = 0;
    if (out_ == nullptr) out_ = std::fopen(file_.c_str(), "wb");
    if (out_ == nullptr || std::fwrite(text_.data(), 1, text_.size(), out_) != text_.size()) fail_to_write();
    text_.clear();
  }
  /// False: what was buffered cannot be written.
  bool close() {
    const bool is_closed = out_ == nullptr || std::fclose(out_) == 0;
    out_ = nullptr;
    return is_closed;
  }

  std::string file_;
  std::FILE* out_ = nullptr;
  std::unique_ptr<profile::Ledger> costs_;  ///< sets the costs in frames, which the trace reads
  std::unique_ptr<trace::Trace> trace_;
  std::string text_;
};

}  // namespace

std::unique_ptr<Request> make_trace_request(const std::string& file) { return std::make_unique<TraceRequest>(file); }

}  // namespace godot::analysis
