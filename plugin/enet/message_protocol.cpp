// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/enet/message_protocol.h"

namespace godot::plugin::enet {
namespace {

bool takes_none(tvbuff_t*, packet_info*, proto_tree*, const analysis::Message&) { return false; }
bool dissects_none(tvbuff_t*, packet_info*, proto_tree*, const analysis::Message&, const plugin::Demand&) {
  return false;
}

constexpr MessageProtocol no_protocol = {
    .dissect = dissects_none,
    .dissect_last = takes_none,
    .export_message = [](tvbuff_t*, packet_info*, const analysis::Message&) {},
    .ends = [](packet_info*, const analysis::Link& link,
               bool from_client) { return plugin::ends_of(link, from_client); },
    .costs_wanted = [](proto_tree*) { return false; },
    .add_left = [](const analysis::Link&, plugin::Collector&, analysis::facts::Item&) {},
    .has_ended = [](const analysis::Link&, std::uint32_t) {},
    .route = [](packet_info*, const analysis::Link&, bool) { return analysis::facts::Route{}; },
    .is_authenticating = [](const analysis::Link&) { return false; },
    .is_recognised = [](const analysis::Link&) { return false; },
    .is_mesh = [](const analysis::Link&) { return false; },
    .goes_before = [](const Buffer&) { return false; },
    .highest_channel = [](const analysis::Link&) { return analysis::enet::ChannelUse{}; },
};

const MessageProtocol* registered = &no_protocol;

}  // namespace

void register_message_protocol(const MessageProtocol& protocol) { registered = &protocol; }

const MessageProtocol& message_protocol() noexcept { return *registered; }

}  // namespace godot::plugin::enet
