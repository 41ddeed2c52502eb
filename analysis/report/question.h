// SPDX-License-Identifier: MIT
// The interface of answering modules: they receive frames in capture order, and can answer at any time.
#pragma once

#include "analysis/facts/facts.h"
#include "analysis/report/report.h"

namespace godot::analysis::report {

class Question {
 public:
  Question() = default;
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;
  virtual ~Question() = default;

  /// Receives every frame of every UDP and TCP flow, with its facts, or without envelopes. Sets its costs.
  virtual void add(facts::Frame& frame) = 0;

  [[nodiscard]] virtual Report answer() const = 0;
};

}  // namespace godot::analysis::report
