// SPDX-License-Identifier: GPL-2.0-or-later
// What every answering module is: it hears of frames, in the order of the capture, and can answer at any time.
#pragma once

#include "plugin/analysis/facts/facts.h"
#include "plugin/analysis/report/report.h"

namespace godot::report {

class Question {
 public:
  Question() = default;
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;
  virtual ~Question() = default;

  /// Every frame of every UDP and TCP flow, with what it has said of ours, or without envelopes. Sets costs in it.
  virtual void hear(facts::Frame& frame) = 0;

  [[nodiscard]] virtual Report answer() const = 0;
};

}  // namespace godot::report
