// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/message_protocol.h"

namespace godot::plugin::enet {
namespace {

const MessageProtocol* registered = nullptr;

}  // namespace

void register_message_protocol(const MessageProtocol& protocol) { registered = &protocol; }

const MessageProtocol& message_protocol() noexcept { return *registered; }

}  // namespace godot::plugin::enet
