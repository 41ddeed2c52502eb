// SPDX-License-Identifier: GPL-2.0-or-later
// The protocol `godot.files`: a game on another device gets its project from the editor's file server, TCP port 6010.
#pragma once

void godot_files_register();
void godot_files_handoff();
