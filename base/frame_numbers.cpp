// SPDX-License-Identifier: MIT
#include "base/frame_numbers.h"

namespace godot::analysis {

void FrameNumbers::begin(const ReadPacket& packet) noexcept {
  if (packet.number == last_.number && packet.offset == last_.offset) {
    last_.is_again |= last_.has_ended;
    last_.has_ended = false;
    return;
  }
  if (packet.number == last_.number) {  // the packet before had this number, too: the filter dropped it
    renumbered_.drop(packet.number);
    dropped_ = renumbered_.dropped();
  }
  last_ = {.number = packet.number, .offset = packet.offset};
}

}  // namespace godot::analysis
