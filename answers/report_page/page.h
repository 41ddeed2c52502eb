// SPDX-License-Identifier: MIT
// A report for a browser: one HTML file with the answers of all questions, and the page that shows them.
//
// In: frames with facts and texts, in capture order. Out: the file. The page (answers/report_page/html/page.*) reads
// the answers as JSON and shows texts from the capture as text nodes only; a content security policy in the file blocks
// the network and other scripts.
//
// Bounded: each table has most_table_bytes, each text in it most_text; anything beyond is left out, and counted.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "answers/options/tables/z_tables.h"
#include "answers/report_page/calls.h"
#include "answers/report_page/overview.h"
#include "answers/report_page/replay.h"
#include "answers/report_page/timeline.h"
#include "answers/tables/question.h"

namespace godot::analysis::page {

struct Options {
  const char* version = "";                ///< the version of the plugin
  bool masked = false;                     ///< private texts are replaced by tokens
  bool nodes_apart = false;                ///< as in the profile's preference
  std::string capture = {};                ///< name of its file; empty: unknown
  std::vector<std::string> projects = {};  ///< that names are from
  report::Advice advice = {};              ///< for what was not judged
};

class Page {
 public:
  static constexpr std::size_t most_table_bytes = 200'000;
  static constexpr std::size_t most_text = 300;

  explicit Page(const Options& options);

  void add(facts::Frame& frame);
  [[nodiscard]] Overview& overview() noexcept { return overview_; }
  /// Values of properties are still stored.
  [[nodiscard]] bool reads_values() const noexcept { return !replay_.is_full(); }

  [[nodiscard]] std::string html() const;

 private:
  struct Table {
    const StatisticsTable* row;
    std::unique_ptr<report::Question> question;
  };

  [[nodiscard]] std::string data() const;

  Options options_;
  Overview overview_;
  Timeline timeline_;
  Replay replay_;
  Calls calls_;
  report::NotJudgedReasons not_judged_;
  std::vector<Table> tables_;
};

}  // namespace godot::analysis::page
