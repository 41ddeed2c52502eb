// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

extern "C" {
void godot_debugger_register();
void godot_debugger_handoff();
}
