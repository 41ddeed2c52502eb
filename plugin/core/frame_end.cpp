// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/frame_end.h"

#include <array>
#include <cstddef>

#include "plugin/core/fields.h"

namespace godot::plugin {
namespace {

std::array<AtFrameEnd, 5> functions;
std::size_t count = 0;

extern "C" {
static int run_functions(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  for (std::size_t i = 0; i < count; ++i) functions[i](tvb, pinfo, tree);
  return 0;
}
}

}  // namespace

void at_frame_end(AtFrameEnd function) {
  // Wireshark calls postdissectors without a protocol only if one with a protocol is enabled.
  if (count == 0) register_postdissector(create_dissector_handle(run_functions, protocols.godot));
  functions.at(count++) = function;
}

}  // namespace godot::plugin
