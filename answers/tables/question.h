// SPDX-License-Identifier: MIT
// The interface of answering modules: they receive frames in capture order, and can answer at any time.
#pragma once

#include <memory>

#include "analysis/facts/facts.h"
#include "answers/tables/report.h"
#include "answers/tables/shared_work.h"

namespace godot::analysis::report {

/// How a table is made.
struct TableOptions {
  bool nodes_apart = false;  ///< each node has rows of its own
  bool masked = false;       ///< without what a masked report does not show
  Shared* shared = nullptr;  ///< of tables that get the same frames; null: it is alone
};

class Question {
 public:
  Question() = default;
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;
  virtual ~Question() = default;

  /// Passes a frame to add(), unless another question does its work, or a relay's other side counts for it.
  void take(facts::Frame& frame) {
    if (does_work_ && (frame.relayed == facts::Relayed::no || frame.relayed != uncounted_)) add(frame);
  }

  /// Receives every frame of every UDP and TCP flow, with its facts, or without envelopes. Sets its costs.
  virtual void add(facts::Frame& frame) = 0;

  [[nodiscard]] virtual Report answer() const = 0;

  /// False: it reads neither the ages of states nor the digests of their values.
  [[nodiscard]] virtual bool reads_ages() const noexcept { return true; }

 protected:
  /// What reaches its receiver counts, when it does. Otherwise what its sender sends counts, also if it is lost.
  void count_at_receivers() noexcept { uncounted_ = facts::Relayed::came; }
  /// The question tells the sides apart itself.
  void take_both_sides() noexcept { uncounted_ = facts::Relayed::no; }

  /// The work of this type that it shares with other questions: the first of them does it.
  template <class Work>
  [[nodiscard]] std::shared_ptr<Work> work_of(Shared* shared) {
    auto [work, is_new] = Shared::of<Work>(shared);
    does_work_ = is_new;
    return work;
  }

 private:
  facts::Relayed uncounted_ = facts::Relayed::went;
  bool does_work_ = true;
};

}  // namespace godot::analysis::report
