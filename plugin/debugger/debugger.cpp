// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/debugger/debugger.h"

void godot_debugger_register() {}
void godot_debugger_handoff() {}
