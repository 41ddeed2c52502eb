// SPDX-License-Identifier: GPL-2.0-or-later
// Counting messages: the tap `godot`, and Statistics > Godot > Multiplayer (tshark -z godot,tree).
#pragma once

#include "answers/questions/message_rows.h"
#include "plugin/core/register/statistics.h"

namespace godot::plugin {

inline Statistics<analysis::CountedMessage> message_statistics("godot", "Godot" GODOT_MENU_SEPARATOR "Multiplayer");

}  // namespace godot::plugin
