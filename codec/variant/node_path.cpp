// SPDX-License-Identifier: MIT
#include "codec/variant/node_path.h"

#include <algorithm>

namespace godot::variant {
namespace {

constexpr Offset word = 4;

std::uint32_t word_at(std::string_view block, Offset at) noexcept {
  return block.size() < at + word ? 0
                                  : load_le<std::uint32_t>(reinterpret_cast<const std::uint8_t*>(block.data()) + at);
}

}  // namespace

NodePathReader::NodePathReader(std::string_view block, bool root) noexcept
    : block_(block),
      position_(3 * word),
      names_(word_at(block, 0) & ~(1U << 31)),
      total_(std::uint64_t{names_} + word_at(block, word) + (word_at(block, 2 * word) >> 1 & 1)),
      absolute_((word_at(block, 2 * word) & 1) != 0),
      root_(root) {}

bool NodePathReader::next(Part& part) noexcept {
  // An absolute path without names is the root itself.
  if (index_ == 0 && names_ == 0 && absolute_ && root_) {
    absolute_ = false;
    part = {"/", {}};
    return true;
  }
  if (index_ == total_ || block_.size() - position_ < word) return false;
  const Offset rest = static_cast<Offset>(block_.size()) - position_ - word;
  const Offset length = std::min(word_at(block_, position_), rest);
  const std::string_view name = block_.substr(position_ + word, length);
  part.name = name.substr(0, name.find('\0'));
  part.separator = index_ >= names_ ? ":" : index_ == 0 && !absolute_ ? "" : "/";
  position_ += word + std::min(length + padding_after(length), rest);
  ++index_;
  return true;
}

}  // namespace godot::variant
