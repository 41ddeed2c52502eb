// SPDX-License-Identifier: MIT
#include "analyse/watch.h"

#include <cstdio>
#include <string>

#include "analysis/problems/table.h"
#include "answers/questions/problems.h"
#include "answers/tables/report.h"

namespace godot::analyse {
namespace {

using analysis::report::Report;
using analysis::report::Row;

// The places of what a line shows in columns_of_found().
enum : std::size_t { frame_, time_, problem_, cause_, node_, member_, from_, to_ };

class Watch final : public analysis::Request {
 public:
  explicit Watch(bool as_json) : as_json_(as_json) {}

  void begin(const analysis::Environment&) override {
    found_.columns = analysis::problems::columns_of_found();
    question_ = analysis::problems::make_problems(false, [this](const Row& row) { print(row); });
  }
  void add(analysis::facts::Frame& frame, const analysis::Packet&) override {
    question_->take(frame);
    if (has_printed_) std::fflush(stdout);
    has_printed_ = false;
  }
  [[nodiscard]] bool reads_ages() const noexcept override { return question_->reads_ages(); }
  void finish(const analysis::report::Output&) override {}

 private:
  void print(const Row& row) {
    const std::string line = as_json_ ? json_object(found_, row) : line_of(row);
    std::fwrite(line.data(), 1, line.size(), stdout);
    std::fputc('\n', stdout);
    has_printed_ = true;
  }

  /// As a line of --calls: frame and time, the word of Info, the peers, node and member; then the cause.
  [[nodiscard]] std::string line_of(const Row& row) const {
    const auto text = [&](std::size_t column) { return text_of(found_.columns[column], row[column]); };
    char begin[48];
    std::snprintf(begin, sizeof begin, "%6s %12s  ", text(frame_).c_str(), text(time_).c_str());
    std::string line = begin;
    line.append("[").append(analysis::problems::word_of(row[problem_].text.c_str())).append("] ");
    if (!text(from_).empty() || !text(to_).empty()) line += text(from_) + " \u2192 " + text(to_) + "  ";
    line += text(node_);
    if (!text(member_).empty()) line += "." + text(member_);
    if (!text(node_).empty() || !text(member_).empty()) line += ": ";
    return line + text(cause_);
  }

  const bool as_json_;
  Report found_;  ///< without rows: names the columns of one
  std::unique_ptr<analysis::report::Question> question_;
  bool has_printed_ = false;
};

}  // namespace

std::unique_ptr<analysis::Request> make_watch(bool as_json) { return std::make_unique<Watch>(as_json); }

std::string end_of_watch(const Report& problems, bool as_json) {
  std::string lines;
  if (as_json) {
    lines = "{" + json_end(problems) + "}";
    std::erase(lines, '\n');  // between objects: texts have none
    return lines + '\n';
  }
  for (const std::string& line : lines_of(problems.not_judged)) lines += line + '\n';
  return lines;
}

}  // namespace godot::analyse
