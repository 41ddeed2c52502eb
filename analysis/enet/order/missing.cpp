// SPDX-License-Identifier: MIT
#include "analysis/enet/order/missing.h"

#include <algorithm>
#include <charconv>

#include "base/enet_sequence.h"

namespace godot::analysis::enet {

void MissingText::append(std::string_view text) noexcept {
  const std::size_t fits = std::min(text.size(), text_.size() - size_);
  std::copy_n(text.data(), fits, text_.data() + size_);
  size_ += fits;
}

void MissingText::append(std::uint32_t number) noexcept {
  const auto [end, error] = std::to_chars(text_.data() + size_, text_.data() + text_.size(), number);
  if (error == std::errc{}) size_ = static_cast<std::size_t>(end - text_.data());
}

void MissingText::add(std::string_view what, std::uint32_t first, std::uint32_t last, bool several) noexcept {
  if (size_ != 0) append(", ");
  append(what);
  append(first);
  if (!several) return;
  append("-");
  append(last);
}

void MissingText::add_numbers(std::uint64_t first, std::uint64_t end) noexcept {
  if (first >= end) return;
  has_numbers_ = true;
  count_ += static_cast<std::uint32_t>(end - first);
  add("", static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(end - 1), end - first > 1);
}

void MissingText::add_fragments(std::uint32_t first, std::uint32_t end) noexcept {
  if (first >= end) return;
  count_ += end - first;
  add(end - first > 1 ? "fragments " : "fragment ", first, end - 1, end - first > 1);
}

const char* MissingText::keep(const Arena& arena) const {
  char* kept = arena.make<char>(size_ + 1);
  std::copy_n(text_.data(), size_, kept);
  return kept;
}

MissingText missing_messages(const Gap& gap) noexcept {
  const auto& [after, before, shown] = gap;
  const bool same_message = after.reliable == before.reliable && after.sequence == before.sequence;
  const std::uint64_t first = after.reliable == before.reliable ? after.sequence + 1 : series_begin + 1;
  MissingText text;
  if (!same_message) {
    text.add_fragments(after.fragment + 1, after.fragments);
    text.add_numbers(first, before.sequence);
  }
  text.add_fragments(same_message ? after.fragment + 1 : 0, before.fragment);
  return text;
}

}  // namespace godot::analysis::enet
