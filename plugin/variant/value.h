// SPDX-License-Identifier: GPL-2.0-or-later
// One value: its tree, and the columns of the packet list.
#pragma once

#include "codec/core/bytes.h"
#include "codec/variant/walk.h"
#include "plugin/core/bridge.h"
#include "plugin/variant/verdict.h"

namespace godot::plugin {

/// Dissects the value in `buffer`, which begins at `offset`, and returns the number of bytes it takes. Throws, as epan
/// does, where the capture was cut. `options`: how it is framed; the verdict decides the rest.
int dissect_value(tvbuff_t* tvb, int offset, packet_info* pinfo, proto_tree* tree, const Buffer& buffer,
                  const Verdict& verdict, variant::Options options);

}  // namespace godot::plugin
