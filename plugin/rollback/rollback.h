// SPDX-License-Identifier: GPL-2.0-or-later
// godot-rollback-netcode, on top of the multiplayer: registered with it, see plugin/multiplayer/uppers.h.
#pragma once

void godot_rollback_register();
