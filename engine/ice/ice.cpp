// SPDX-License-Identifier: MIT
#include "engine/ice/ice.h"

namespace godot::engine {
namespace {

using analysis::IceMeetings;

stun::End end_of(const Address& address) noexcept {
  return {.host = address.bytes, .family = address.family, .port = address.port};
}

/// RFC 792 and 4443: destination unreachable, of which code 3 or 4 means the port. Others do not say that it was lost
/// for good.
IceMeetings::Returned returned(const enet::IcmpError& error) noexcept {
  if (error.type != (error.is_v6 ? 1 : 3)) return IceMeetings::Returned::no;
  if (error.code == (error.is_v6 ? 4 : 3)) return IceMeetings::Returned::closed;
  const bool is_too_large = !error.is_v6 && error.code == 4;
  return is_too_large ? IceMeetings::Returned::no : IceMeetings::Returned::no_way;
}

}  // namespace

void Ice::take(const Packet& packet, const Buffer& bytes, const std::optional<enet::IcmpError>& error) {
  if (!packet.frame.first_pass) return;
  IceMeetings::Datagram datagram = {.source = end_of(packet.source),
                                    .destination = end_of(packet.destination),
                                    .bytes = bytes.captured,
                                    .reported = bytes.reported,
                                    .returned = IceMeetings::Returned::no,
                                    .at = {packet.frame.number, packet.frame.time}};
  if (packet.is_quoted) {
    if (!error) return;
    datagram.returned = returned(*error);
    if (datagram.returned == IceMeetings::Returned::no) return;
  }
  meetings_.datagram(datagram);
}

}  // namespace godot::engine
