// SPDX-License-Identifier: GPL-2.0-or-later
// A capture for ui.perfetto.dev and chrome://tracing: tshark -z godot,trace,FILE.json.
#pragma once

namespace godot::plugin {

void register_trace();

}  // namespace godot::plugin
