// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/commands.h"

#include <array>

#include "plugin/core/epan/longjmp.h"

namespace godot::plugin::enet {
namespace {

constexpr std::array<const char*, compression_count> source_names = {
    nullptr, "Decompressed ENet (range coder)", "Decompressed ENet (FastLZ)", "Decompressed ENet (zlib)",
    "Decompressed ENet (zstd)"};

LEFT_BY_LONGJMP(Commands);

}  // namespace

Commands commands_of(const Reading& reading, tvbuff_t* tvb, packet_info* pinfo) {
  if (!reading.has_commands || !reading.header.compressed)
    return {.tvb = tvb, .bytes = reading.commands, .list = CommandList(reading.reader())};
  const auto bytes = reading.command_bytes();
  const auto size = static_cast<guint>(bytes.size());
  // The reading's buffer is reused for the next datagram, which a dissector above may read.
  auto* copy = static_cast<guint8*>(wmem_memdup(pinfo->pool, bytes.data(), size));
  tvbuff_t* source = tvb_new_child_real_data(tvb, copy, size, static_cast<int>(size));
  add_new_data_source(pinfo, source, source_names[static_cast<std::size_t>(reading.plain.compression)]);
  const Buffer plain({copy, bytes.size()});
  return {.tvb = source, .bytes = plain, .decompressed = true, .list = CommandList(reading.reader_in(plain))};
}

}  // namespace godot::plugin::enet
