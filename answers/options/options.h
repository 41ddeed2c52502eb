// SPDX-License-Identifier: MIT
// The options -z of tshark that read whole captures, a row each, and the requests that they make.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "answers/options/request.h"
#include "answers/options/tables/z_tables.h"

namespace godot::analysis {

/// An option as the user wrote it.
struct ParsedOption {
  std::unique_ptr<Request> request;  ///< null: `error` says why
  std::string filter = {};           ///< of the packets; empty: all
  std::string file = {};             ///< that is to be written; empty: none
  std::string_view begins = {};      ///< how every such file begins: another one is not overwritten
  const char* error = nullptr;
};

struct Option {
  const char* name;
  Extent extent;
  const StatisticsTable* table;  ///< null: it prints none
  ParsedOption (*parse)(const Option& option, std::string_view argument);

  /// `argument`: all of it, with the name. Another option may begin with the name.
  [[nodiscard]] ParsedOption parsed(std::string_view argument) const { return parse(*this, argument); }
};

[[nodiscard]] std::span<const Option> options();

/// What the facts of a table's frames have.
[[nodiscard]] inline Extent extent_of(const StatisticsTable& table) noexcept {
  if (table.needs_values) return Extent::values;
  return table.needs_problems ? Extent::problems : Extent::facts;
}

/// What a table does not judge, before its first frame.
[[nodiscard]] report::NotJudgedReasons not_judged_by(const StatisticsTable& table);

/// A table, written so.
[[nodiscard]] std::unique_ptr<Request> make_table_request(const StatisticsTable& table, report::Writer write,
                                                          bool filtered = false);

/// The state of the game at a packet, as a tree. `differences`: only what a receiver has and should not have.
[[nodiscard]] std::unique_ptr<Request> make_state_request(std::uint32_t until, bool differences);

/// How every report begins.
inline constexpr std::string_view page_begins =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Godot network report</title>";

/// A report for a browser, written to a file.
[[nodiscard]] std::unique_ptr<Request> make_report_request(const std::string& file, bool masked);

/// The name that a report has by default: the capture's with another ending; capture files are often compressed.
[[nodiscard]] std::string page_named_after(std::string capture);

/// A trace (answers/trace/trace.h), written to a file while frames come.
[[nodiscard]] std::unique_ptr<Request> make_trace_request(const std::string& file);

}  // namespace godot::analysis
