// SPDX-License-Identifier: MIT
#include "codec/enet/names.h"

namespace godot::names {

// The names of enum ENetProtocolCommand (include/enet/protocol.h).
const ValueName enet_commands[] = {
    {1, "Acknowledge"},
    {2, "Connect"},
    {3, "Verify connect"},
    {4, "Disconnect"},
    {5, "Ping"},
    {6, "Send reliable"},
    {7, "Send unreliable"},
    {8, "Send fragment"},
    {9, "Send unsequenced"},
    {10, "Bandwidth limit"},
    {11, "Throttle configure"},
    {12, "Send unreliable fragment"},
    {0, nullptr},
};

const ValueName enet_peers[] = {
    {0xFFF, "Not known yet"},
    {0, nullptr},
};

const ValueName enet_channels[] = {
    {0xFF, "Connection"},
    {0, nullptr},
};

const ValueName enet_sessions[] = {
    {0xFF, "None yet"},
    {0, nullptr},
};

}  // namespace godot::names
