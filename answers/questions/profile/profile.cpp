// SPDX-License-Identifier: MIT
#include "answers/questions/profile/profile.h"

#include <memory>

#include "answers/questions/profile/ledger.h"

namespace godot::analysis::profile {
namespace {

/// Rows of its own; the ledger does the work of all profiles of the same frames.
class Profile final : public report::Question {
 public:
  Profile(const Options& options, report::Shared* shared)
      : ledger_(work_of<Ledger>(shared)), rows_(ledger_->add(options)) {}

  void add(facts::Frame& frame) override { ledger_->add(frame); }
  [[nodiscard]] report::Report answer() const override { return ledger_->answer(rows_); }
  [[nodiscard]] bool reads_ages() const noexcept override { return false; }

 private:
  std::shared_ptr<Ledger> ledger_;
  const Grouping& rows_;
};

}  // namespace

std::unique_ptr<report::Question> make_profile(const Options& options, report::Shared* shared) {
  return std::make_unique<Profile>(options, shared);
}

}  // namespace godot::analysis::profile
