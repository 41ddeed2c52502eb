// SPDX-License-Identifier: MIT
#include "analyse/reading/passes.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "codec/relay/relay_fate.h"

namespace godot::analyse {
namespace {

/// What a relay says of the frame, in one of its comments; false: nothing.
bool read_fate(const capture::Frame& frame, relay::Fate& fate) {
  for (std::string_view rest = frame.comment; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    if (relay::read_fate(rest.substr(0, end), fate)) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

// Frames between two calls of `after_some`.
constexpr std::uint32_t some = 512;

}  // namespace

void Passes::make(engine::Pass pass, const std::function<void()>& after_some) { read(pass, UINT32_MAX, after_some); }

void Passes::show(std::uint32_t frame, engine::Tree& tree) {
  engine_.show(frame, tree);
  read(engine::Pass::show, frame, [] {});
}

/// All frames up to the last one.
void Passes::read(engine::Pass pass, std::uint32_t last, const std::function<void()>& after_some) {
  engine_.begin_pass(pass);
  source_.begin();
  streams_ = std::make_unique<Streams>();
  sealed_ = 0;
  other_links_ = {};
  capture::Layers layers;
  capture::Packet packet;
  std::optional<std::int64_t> begin;
  while (const capture::Frame* frame = source_.next()) {
    if (!begin && frame->has_time) begin = frame->time;
    const bool first_pass = pass == engine::Pass::learn || pass == engine::Pass::only;
    relay::Fate fate;
    const engine::Frame known = {.number = frame->number,
                                 .time = frame->time,
                                 .since_begin = begin ? frame->time - *begin : 0,
                                 .length = frame->reported,
                                 .captured_length = static_cast<std::uint32_t>(frame->bytes.size()),
                                 .fate = first_pass && read_fate(*frame, fate) ? &fate : nullptr,
                                 .first_pass = first_pass};
    if (layers.read(*frame, packet)) take(known, *frame, packet);
    else if (!capture::reads_link(frame->link_type) && other_links_.packets++ == 0)
      other_links_.first = frame->link_type;
    if (frame->number % some == 0) after_some();
    if (frame->number == last) break;
  }
}

void Passes::take(const engine::Frame& known, const capture::Frame& frame, const capture::Packet& packet) {
  switch (packet.carrier) {
    case capture::Carrier::pdu:
      if (packet.dissector == "godot.mirror") engine_.record(known, packet.payload, packet.reported);
      break;
    case capture::Carrier::tcp: streams_->take(known, frame, packet, engine_); break;
    case capture::Carrier::udp: take_datagram(known, packet);
  }
}

void Passes::take_datagram(const engine::Frame& known, const capture::Packet& packet) {
  const godot::enet::IcmpError error = {
      .is_v6 = packet.quote.is_v6, .type = packet.quote.type, .code = packet.quote.code};
  const capture::Encryption encryption = capture::encryption_of(packet.carrier, packet.payload);
  const bool is_sealed = encryption == capture::Encryption::dtls;
  if (is_sealed && !packet.is_quoted) sealed_ += packet.payload.size();
  engine_.datagram(known, {.source = address_of(packet.source),
                           .destination = address_of(packet.destination),
                           .captured = packet.payload,
                           .reported = packet.reported,
                           .said = packet.said,
                           .error = packet.is_quoted ? &error : nullptr,
                           .is_quoted = packet.is_quoted,
                           .is_sealed = is_sealed});
}

}  // namespace godot::analyse
