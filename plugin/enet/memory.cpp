// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/memory.h"

#include <cstddef>
#include <cstdint>

#include "plugin/core/bridge.h"

namespace godot::enet::dissector {
namespace {

constexpr std::size_t block_size = 64U << 10;
constexpr std::size_t alignment = 8;

std::uint8_t* free_bytes = nullptr;
std::size_t free_count = 0;

}  // namespace

void* allocate_for_file(void*, std::size_t size) {
  size = (size + alignment - 1) / alignment * alignment;
  if (size > free_count) {
    // A large request gets its own block, and the rest of the last block stays in use.
    if (size > block_size / 16) return wmem_alloc(wmem_file_scope(), size);
    free_bytes = static_cast<std::uint8_t*>(wmem_alloc(wmem_file_scope(), block_size));
    free_count = block_size;
  }
  void* piece = free_bytes;
  free_bytes += size;
  free_count -= size;
  return piece;
}

void reset_memory() noexcept {
  free_bytes = nullptr;
  free_count = 0;
}

}  // namespace godot::enet::dissector
