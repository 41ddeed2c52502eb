// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

extern "C" {
void godot_enet_register();
void godot_enet_handoff();
}
