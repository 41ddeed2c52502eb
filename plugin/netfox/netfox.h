// SPDX-License-Identifier: GPL-2.0-or-later
// netfox, on top of the multiplayer: registered with it, see plugin/multiplayer/uppers.h.
#pragma once

void godot_netfox_register();
