// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/open_capture.h"

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

#include "base/memory_pieces.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/relay/relayed.h"

namespace godot::plugin::enet {
namespace {

LEFT_BY_LONGJMP(Record, OtherSide, plugin::Relayed);

/// Maps all pages of a new block by one request to the kernel. Otherwise each page takes a fault, which took 1.5 % of a
/// run. Systems without the request (Linux before 5.14) keep the faults.
void map_at_once([[maybe_unused]] std::uint8_t* block, [[maybe_unused]] std::size_t size) noexcept {
#ifdef MADV_POPULATE_WRITE
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t before = (page - reinterpret_cast<std::uintptr_t>(block) % page) % page;
  if (before < size) madvise(block + before, (size - before) / page * page, MADV_POPULATE_WRITE);
#endif
}

void* block_of_file(std::size_t size) {
  void* block = wmem_alloc(wmem_file_scope(), size);
  if (size == analysis::Pieces::block_size) map_at_once(static_cast<std::uint8_t*>(block), size);
  return block;
}

/// The state of datagrams: Wireshark's own allocator has an overhead of 16 bytes for each piece.
analysis::Pieces memory(block_of_file);

/// Of one capture; made anew for each.
analysis::enet::Capture* open_capture = nullptr;

}  // namespace

analysis::enet::Capture& capture() noexcept { return *open_capture; }

OtherSide other_side(const Record& record, const packet_info* pinfo) {
  plugin::Relayed relayed;
  const bool is_relayed = record.connection != 0 && plugin::relayed(pinfo, relayed);
  return capture().other_side(record, !plugin::is_first_pass(pinfo), is_relayed ? &relayed : nullptr);
}

void reset_capture() {
  delete open_capture;
  memory.forget();
  open_capture = new analysis::enet::Capture(memory.arena());
}

}  // namespace godot::plugin::enet
