// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/enet.h"

void godot_enet_register() {}
void godot_enet_handoff() {}
