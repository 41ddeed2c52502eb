// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/register/frame_end.h"

#include <array>
#include <cstddef>

#include "plugin/core/epan/capture_object.h"
#include "plugin/core/epan/frames.h"
#include "plugin/core/flows/conversation_data.h"
#include "plugin/core/register/field_registration.h"

namespace godot::plugin {
namespace {

std::array<AtFrameEnd, 8> functions;
std::size_t count = 0;

/// Wireshark calls postdissectors only if one of them has an enabled protocol. For a protocol that is registered by
/// name only, it adds no layer to the frame and removes none, which would take 430 instructions for each packet.
int name_of_frame_end = -1;

int run_functions(tvbuff_t* tvb, packet_info* pinfo, proto_tree* tree, void*) {
  for (std::size_t i = 0; i < count; ++i) functions[i](tvb, pinfo, tree);
  frame_numbers.end(read_packet(pinfo));
  return 0;
}

}  // namespace

void register_frame_end() {
  name_of_frame_end = proto_register_protocol_in_name_only("Godot (at a frame's end)", "Godot (frame's end)",
                                                           "godot.frame_end", protocols.godot, FT_PROTOCOL);
  register_init_routine([] {
    frame_numbers.forget();
    recent_conversations.reset();
    KnownOfCapture::begin_all_anew();
  });
}

void at_frame_end(AtFrameEnd function) {
  if (count == 0) register_postdissector(create_dissector_handle(run_functions, name_of_frame_end));
  functions.at(count++) = function;
}

}  // namespace godot::plugin
