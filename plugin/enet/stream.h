// SPDX-License-Identifier: GPL-2.0-or-later
// The connections of this capture.
#pragma once

#include "analysis/enet/connections.h"

namespace godot::enet::dissector {

using analysis::enet::Direction;
using analysis::enet::Endpoint;
using analysis::enet::opposite;
using analysis::enet::Route;
using analysis::enet::Stream;

[[nodiscard]] analysis::enet::AllConnections& connections() noexcept;

}  // namespace godot::enet::dissector
