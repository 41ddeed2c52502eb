// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/memory.h"

#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "plugin/core/epan/bridge.h"

namespace godot::plugin::enet {
namespace {

constexpr std::size_t block_size = 64U << 10;
constexpr std::size_t alignment = 8;

std::uint8_t* free_bytes = nullptr;
std::size_t free_count = 0;

/// Maps all pages of a new block by one request to the kernel. Otherwise each page takes a fault, which took 1.5 % of a
/// run. Systems without the request (Linux before 5.14) keep the faults.
void map_at_once([[maybe_unused]] std::uint8_t* block) noexcept {
#ifdef MADV_POPULATE_WRITE
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t before = (page - reinterpret_cast<std::uintptr_t>(block) % page) % page;
  if (before < block_size) madvise(block + before, (block_size - before) / page * page, MADV_POPULATE_WRITE);
#endif
}

}  // namespace

void* allocate_for_file(void*, std::size_t size) {
  size = (size + alignment - 1) / alignment * alignment;
  if (size > free_count) {
    // A large request gets its own block, and the rest of the last block stays in use.
    if (size > block_size / 16) return wmem_alloc(wmem_file_scope(), size);
    free_bytes = static_cast<std::uint8_t*>(wmem_alloc(wmem_file_scope(), block_size));
    free_count = block_size;
    map_at_once(free_bytes);
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

}  // namespace godot::plugin::enet
