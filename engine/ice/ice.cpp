// SPDX-License-Identifier: MIT
#include "engine/ice/ice.h"

#include "engine/message/message_problems.h"

namespace godot::engine {
namespace {

using analysis::IceMeetings;

stun::End end_of(const Address& address) noexcept {
  return {.host = address.bytes, .family = address.family, .port = address.port};
}

}  // namespace

void Ice::begin(const Packet& packet) {
  verdicts_.grow();
  meetings_.begin(packet.frame.time - packet.frame.since_begin);
  meetings_.hears(end_of(packet.destination));
}

void Ice::take(const Packet& packet, const Buffer& bytes, const std::optional<enet::IcmpError>& error) {
  if (!packet.frame.first_pass) return;
  if (!packet.is_quoted) begin(packet);
  if (!packet.is_quoted && !meetings_.concerns(bytes.captured, packet.source.port, packet.destination.port))
    return meetings_.reach(packet.frame.time);
  verdicts_.grow();
  IceMeetings::Datagram datagram = {.source = end_of(packet.source),
                                    .destination = end_of(packet.destination),
                                    .bytes = bytes.captured,
                                    .reported = bytes.reported,
                                    .returned = IceMeetings::Returned::no,
                                    .at = {packet.frame.number, packet.frame.time}};
  if (packet.is_quoted) {
    if (!error) return;
    datagram.returned = analysis::returned_by(*error);
    if (datagram.returned == IceMeetings::Returned::no) return;
  }
  meetings_.datagram(datagram);
}

void Ice::take(const Packet& packet, analysis::IceStreams::Segment segment) {
  if (!packet.frame.first_pass) return;
  begin(packet);
  meetings_.reach(packet.frame.time);
  segment.source = end_of(packet.source);
  segment.destination = end_of(packet.destination);
  if (!streams_.concerns(segment)) return;
  segment.at = {packet.frame.number, packet.frame.time};
  streams_.add(segment, meetings_);
}

bool Ice::find(std::uint32_t frame, analysis::IceFindings& found) {
  const analysis::IceVerdicts& said =
      verdicts_.judged([this](const analysis::Arena& texts) { return analysis::problems_of(meetings_, texts); });
  said.add(frame, found);
  return found.first() != nullptr;
}

void Ice::report(Packet& packet, analysis::facts::Transport transport) {
  if (packet.facts == nullptr || packet.is_quoted || packet.frame.first_pass) return;
  analysis::IceFindings found(packet.arena());
  if (!find(packet.frame.number, found)) return;
  analysis::facts::Item& item = analysis::add_fact_of_meeting(*packet.facts, transport);
  report_all({.packet = packet, .item = &item}, found);
}

}  // namespace godot::engine
