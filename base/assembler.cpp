// SPDX-License-Identifier: MIT
#include "base/assembler.h"

#include <utility>

namespace godot::analysis {
namespace {

/// The new part of a block at `offset` after `front`; false if there is a gap between them.
bool append(Assembler::Bytes& front, std::uint64_t offset, std::span<const std::uint8_t> block) {
  if (offset > front.size()) return false;
  const std::uint64_t known = front.size() - offset;
  if (known < block.size()) front.insert(front.end(), block.begin() + static_cast<std::ptrdiff_t>(known), block.end());
  return true;
}

}  // namespace

void Assembler::open(const Key& key, std::uint64_t size) { files_[key] = {.size = size, .front = {}, .far = {}}; }

Assembler::Bytes Assembler::add(const Key& key, std::uint64_t offset, std::span<const std::uint8_t> block) {
  const auto found = files_.find(key);
  if (found == files_.end()) return {};
  File& file = found->second;
  if (!append(file.front, offset, block)) {
    file.far.try_emplace(offset, block.begin(), block.end());
    return {};
  }
  while (!file.far.empty() && append(file.front, file.far.begin()->first, file.far.begin()->second))
    file.far.erase(file.far.begin());
  if (file.front.size() < file.size) return {};
  // A file larger than announced is not the announced one.
  Bytes whole = file.front.size() == file.size ? std::move(file.front) : Bytes{};
  files_.erase(found);
  return whole;
}

}  // namespace godot::analysis
