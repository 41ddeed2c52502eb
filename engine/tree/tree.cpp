// SPDX-License-Identifier: MIT
#include "engine/tree/tree.h"

#include <algorithm>
#include <array>
#include <functional>

namespace godot::engine {
namespace {

/// The address as a number, so that pointers into different buffers are compared.
std::uintptr_t number(const std::uint8_t* address) noexcept { return reinterpret_cast<std::uintptr_t>(address); }

/// Memory may have been used again: the content has to be the same, too.
bool contains(const TreeBytes& all, std::span<const std::uint8_t> part) {
  if (part.empty() || number(part.data()) < number(all.origin)) return false;
  const std::uintptr_t begin = number(part.data()) - number(all.origin);
  if (begin > all.bytes.size()) return false;
  const std::span rest = std::span(all.bytes).subspan(begin);
  return part.size() <= rest.size() && std::equal(part.begin(), part.end(), rest.begin());
}

}  // namespace

TreeItem* Tree::add(TreeItem* parent, std::string_view label) {
  if (parent == nullptr || is_full()) return nullptr;
  TreeItem& item = items_.emplace_back();
  item.label = label;
  item.parent = parent;
  (parent->last != nullptr ? parent->last->next : parent->first) = &item;
  parent->last = &item;
  return &item;
}

void Tree::move_behind(TreeItem& fixed, TreeItem& moved) noexcept {
  TreeItem& parent = *fixed.parent;
  if (&fixed == &moved || fixed.next == &moved) return;
  TreeItem* before = nullptr;
  for (TreeItem* each = parent.first; each != &moved; each = each->next) before = each;
  (before != nullptr ? before->next : parent.first) = moved.next;
  if (parent.last == &moved) parent.last = before;
  moved.next = fixed.next;
  fixed.next = &moved;
  if (parent.last == &fixed) parent.last = &moved;
}

TreePlace Tree::place(std::span<const std::uint8_t> bytes, std::string_view title) {
  for (std::size_t i = 0; i != bytes_.size(); ++i)
    if (contains(bytes_[i], bytes))
      return {static_cast<std::uint32_t>(i),
              static_cast<std::uint32_t>(number(bytes.data()) - number(bytes_[i].origin))};
  bytes_.push_back({std::string(title), {bytes.begin(), bytes.end()}, bytes.data()});
  return {static_cast<std::uint32_t>(bytes_.size() - 1), 0};
}

std::string label_of(analysis::items::LabelParts parts) {
  std::array<char, Tree::longest_label> text;
  return {text.data(), analysis::items::write_label(text, 0, parts)};
}

}  // namespace godot::engine
