// SPDX-License-Identifier: MIT
#include "analysis/streams/files/file_conversation.h"

#include <iterator>

namespace godot::analysis {

using files::Side;
using files::Unit;

void FilesConversation::begin(files::Form form) noexcept {
  form_ = form;
  for (const Side side : {Side::game, Side::editor}) of(side).state = files::first_state(form, side);
}

files::State FilesConversation::at(Side from, std::optional<std::uint32_t> sequence) noexcept {
  Direction& direction = of(from);
  if (!sequence || !direction.sequence || *sequence == *direction.sequence) return direction.state;
  const bool is_gap = static_cast<std::int32_t>(*sequence - *direction.sequence) > 0;
  if (is_gap) direction.state.next = Unit::none;
  return {};
}

void FilesConversation::advance(Side from, const files::State& after, std::optional<std::uint32_t> sequence,
                                std::uint32_t consumed) noexcept {
  Direction& direction = of(from);
  if (direction.state.next == Unit::none) return;
  const bool is_old = sequence && direction.sequence && *sequence != *direction.sequence;
  if (is_old) return;
  direction.state = after;
  direction.sequence = sequence;
  if (sequence) *direction.sequence += consumed;
}

void FilesConversation::learn(const files::Facts& facts, std::uint32_t frame) {
  if (facts.unit == Unit::entry && facts.modified != 0) announced_.emplace_back(facts.path);
  if (facts.unit == Unit::request && !facts.path.empty()) opened_[facts.id].insert_or_assign(frame, facts.path);
}

const char* FilesConversation::path(const files::State& before, const files::Facts& facts, std::uint32_t frame) const {
  if (facts.unit == Unit::file) return before.sent < announced_.size() ? announced_[before.sent].c_str() : nullptr;
  if ((facts.unit != Unit::request && facts.unit != Unit::answer) || !facts.path.empty()) return nullptr;
  const auto found = opened_.find(facts.id);
  if (found == opened_.end()) return nullptr;
  const auto later = found->second.upper_bound(frame);
  return later != found->second.begin() ? std::prev(later)->second.c_str() : nullptr;
}

}  // namespace godot::analysis
