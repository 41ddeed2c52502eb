// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/flows/conversation.h"

namespace godot::plugin {
namespace {

extern "C" {
static void forget_recent_conversations() { recent_conversations.reset(); }
}

}  // namespace

void register_conversations() { register_init_routine(forget_recent_conversations); }

}  // namespace godot::plugin
