// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/capture.h"

#include "plugin/core/epan/frames.h"
#include "plugin/core/epan/longjmp.h"
#include "plugin/core/flows/relayed.h"
#include "plugin/enet/memory.h"

namespace godot::plugin::enet {
namespace {

LEFT_BY_LONGJMP(Record, OtherSide, plugin::Relayed);

/// Of one capture; made anew for each.
analysis::enet::Capture* open_capture = nullptr;

}  // namespace

analysis::enet::Capture& capture() noexcept { return *open_capture; }

OtherSide other_side(const Record& record, const packet_info* pinfo) {
  plugin::Relayed relayed;
  const bool is_relayed = record.stream != nullptr && plugin::relayed(pinfo, relayed);
  return capture().other_side(record, !plugin::is_first_pass(pinfo), is_relayed ? &relayed : nullptr);
}

void reset_capture() {
  delete open_capture;
  open_capture = new analysis::enet::Capture(file_arena);
}

}  // namespace godot::plugin::enet
