// SPDX-License-Identifier: MIT
// The interface of answering modules: they receive frames in capture order, and can answer at any time.
#pragma once

#include "analysis/facts/facts.h"
#include "analysis/report/report.h"

namespace godot::analysis::report {

/// How a table is made.
struct TableOptions {
  bool nodes_apart = false;  ///< each node has rows of its own
  bool masked = false;       ///< without what a masked report does not show
};

class Question {
 public:
  Question() = default;
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;
  virtual ~Question() = default;

  /// Passes a frame to add(), unless a relay's other side counts for this question.
  void take(facts::Frame& frame) {
    if (frame.relayed == facts::Relayed::no || frame.relayed != uncounted_) add(frame);
  }

  /// Receives every frame of every UDP and TCP flow, with its facts, or without envelopes. Sets its costs.
  virtual void add(facts::Frame& frame) = 0;

  [[nodiscard]] virtual Report answer() const = 0;

 protected:
  /// What reaches its receiver counts, when it does. Otherwise what its sender sends counts, also if it is lost.
  void count_at_receivers() noexcept { uncounted_ = facts::Relayed::came; }
  /// The question tells the sides apart itself.
  void take_both_sides() noexcept { uncounted_ = facts::Relayed::no; }

 private:
  facts::Relayed uncounted_ = facts::Relayed::went;
};

}  // namespace godot::analysis::report
