// SPDX-License-Identifier: MIT
// Sources: core/debugger/debugger_marshalls.h, remote_debugger.h (MessageType), main/performance.h (MonitorType),
// scene/debugger/runtime_node_select.h of Godot 4.
#include "codec/debugger/names.h"

namespace godot::names {

constexpr ValueName debug_variable_kinds[] = {
    {0, "Local"}, {1, "Member"}, {2, "Global"}, {3, "Result"}, {0, nullptr},
};
constexpr ValueName debug_output_types[] = {{0, "Log"}, {1, "Error"}, {2, "Rich log"}, {0, nullptr}};
constexpr ValueName debug_monitor_types[] = {
    {0, "Quantity"}, {1, "Memory"}, {2, "Time"}, {3, "Percentage"}, {0, nullptr},
};
constexpr ValueName debug_select_types[] = {{0, "None"}, {1, "2D"}, {2, "3D"}, {0, nullptr}};
constexpr ValueName debug_select_modes[] = {{0, "Single"}, {1, "List"}, {0, nullptr}};

}  // namespace godot::names
