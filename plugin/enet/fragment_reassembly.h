// SPDX-License-Identifier: GPL-2.0-or-later
// Messages that were sent in fragments. The first pass groups the fragments and keeps their bytes. When all are there,
// Wireshark's own reassembly gets them in order, and lists them: it searches its list for a fragment out of order.
// Messages of more than `most_listed` fragments are reassembled without a list.
//
// Memory: the bytes of the fragments received, once, regardless of the length in their headers.
#pragma once

#include "plugin/enet/codec.h"
#include "plugin/enet/open_capture.h"

namespace godot::plugin::enet {

/// The limit of fragments for messages that Wireshark lists: 5 MiB at the usual size.
inline constexpr std::uint32_t most_listed = 4096;

/// Keeps the fragment's bytes, at `offset` of `tvb`, on the first pass. On any pass, returns the complete message if
/// this fragment completes it, and lists its fragments in `tree`; else null.
[[nodiscard]] tvbuff_t* reassemble(const FragmentPart& part, const Command& command, tvbuff_t* tvb, int offset,
                                   packet_info* pinfo, proto_tree* tree);

void register_reassembly();

}  // namespace godot::plugin::enet
