// SPDX-License-Identifier: GPL-2.0-or-later
// Export PDUs: messages as records of the mirror (docs/wire/mirror.md). Those of Godot 4 are written without their
// transport's bytes, with peers, channel and time; all others as their transport carried them, with the state of their
// connection that a reader needs.
#pragma once

#include "analysis/link/link.h"
#include "plugin/core/epan/bridge.h"
#include "plugin/core/exports/pdus.h"

namespace godot::plugin {

/// Exports a message of Godot's, if an export is running; retransmissions are skipped. `is_bare`: no bytes of a
/// transport precede it.
void export_message(tvbuff_t* tvb, packet_info* pinfo, const analysis::Message& message, bool is_bare);

/// Exports any message as it was carried, if an export is running; retransmissions and cut messages are skipped.
void export_carried(pdus::List list, tvbuff_t* tvb, packet_info* pinfo, const analysis::Message& message);

}  // namespace godot::plugin
