// SPDX-License-Identifier: MIT
// The packet list of the page: a row for each frame in which something of Godot was read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "answers/options/request.h"
#include "engine/engine.h"

namespace godot::web {

/// Takes rows as JSON: arrays that are joined by commas, whole rows only.
using TakeRows = void (*)(std::string_view rows);

/// Each row is [number, nanoseconds, from, to, channel, kind, line, nodes, problems]; its texts are those of
/// `godot-analyse --calls` where a message was read. Problems are their kinds, then ": " and causes with remedies. Memory: `most_held` bytes; the receiver keeps the rows.
class Packets final : public analysis::Request, public engine::Lines {
 public:
  /// Rows beyond it are counted alone.
  static constexpr std::uint32_t most_rows = 400'000;
  /// Bytes of a text in a row.
  static constexpr std::size_t most_text = 300;
  /// Of its problems with causes and remedies.
  static constexpr std::size_t most_advice = 1000;

  explicit Packets(TakeRows take) noexcept : take_(take) {}

  void begin(const analysis::Environment&) override {}
  void line(const engine::Frame& frame, const engine::MessageLine& line) override;
  void add(analysis::facts::Frame& frame, const analysis::Packet& packet) override;
  /// Passes on the rows that wait.
  void finish(const analysis::report::Output&) override;

  [[nodiscard]] std::uint32_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::uint32_t left_out() const noexcept { return left_out_; }

 private:
  static constexpr std::size_t most_held = 256'000;

  void append(const analysis::facts::Frame& frame, const analysis::Packet& packet);

  TakeRows take_;
  std::string held_;
  std::uint32_t rows_ = 0;
  std::uint32_t left_out_ = 0;
  // The line of the frame that is read: it comes before the frame's facts.
  std::uint32_t line_of_ = 0;
  std::string from_;
  std::string to_;
  std::string text_;
  std::string problem_;
};

}  // namespace godot::web
