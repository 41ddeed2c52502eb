// SPDX-License-Identifier: MIT
// What the program asks the engine for itself: tables whose rows it reads, and the overview of the summary.
#pragma once

#include <memory>
#include <utility>

#include "answers/options/options.h"
#include "answers/options/tables/z_tables.h"
#include "answers/report_page/overview.h"
#include "answers/tables/report.h"

namespace godot::analyse {

/// A table whose rows the program reads itself.
class Table final : public analysis::Request {
 public:
  /// `question`: null: the table's own.
  explicit Table(const char* name, std::unique_ptr<analysis::report::Question> question = nullptr)
      : table_(analysis::statistics_table(name)), question_(std::move(question)) {}

  [[nodiscard]] analysis::report::Report answer() const;
  [[nodiscard]] analysis::Extent extent() const noexcept { return analysis::extent_of(table_); }
  void begin(const analysis::Environment& environment) override {
    if (question_ == nullptr) question_ = table_.make({.nodes_apart = environment.nodes_apart});
    not_judged_ = analysis::not_judged_by(table_);
  }
  void add(analysis::facts::Frame& frame, const analysis::Packet&) override {
    question_->take(frame);
    not_judged_.add(frame);
  }
  [[nodiscard]] bool reads_ages() const noexcept override { return question_->reads_ages(); }
  void finish(const analysis::report::Output&) override {}

 private:
  const analysis::StatisticsTable& table_;
  std::unique_ptr<analysis::report::Question> question_;
  analysis::report::NotJudgedReasons not_judged_;
};

/// The engine and the peers: what the summary says first.
class Overview final : public analysis::Request {
 public:
  void begin(const analysis::Environment&) override { seen_ = {}; }
  void add(analysis::facts::Frame& frame, const analysis::Packet& packet) override {
    if (seen_.wants_ends(frame)) seen_.set_ends(frame, packet.source(), packet.destination());
    seen_.add(frame);
  }
  [[nodiscard]] bool reads_ages() const noexcept override { return false; }
  void finish(const analysis::report::Output&) override {}

  [[nodiscard]] analysis::page::Sketch sketch() const { return seen_.sketch(); }

 private:
  analysis::page::Overview seen_;
};

}  // namespace godot::analyse
