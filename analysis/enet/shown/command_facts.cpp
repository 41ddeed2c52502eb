// SPDX-License-Identifier: MIT
#include "analysis/enet/shown/command_facts.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "codec/enet/fields.h"

namespace godot::analysis::enet {
namespace {

facts::Kind kind_of(const Command& command) noexcept {
  switch (command.type) {
    case CommandType::acknowledge: return facts::Kind::acknowledgement;
    case CommandType::connect:
    case CommandType::verify_connect:
    case CommandType::disconnect: return facts::Kind::handshake;
    case CommandType::ping: return facts::Kind::ping;
    case CommandType::bandwidth_limit:
    case CommandType::throttle_configure: return facts::Kind::bandwidth;
    default: return facts::Kind::other_message;
  }
}

std::uint16_t sequence_of(const Command& command) noexcept {
  switch (command.type) {
    case CommandType::acknowledge: return acknowledgement(command).reliable_sequence;
    case CommandType::send_unreliable:
    case CommandType::send_unreliable_fragment:
    case CommandType::send_unsequenced: return command.sequence;
    default: return command.reliable_sequence;
  }
}

/// ENet's name for a command: a static text.
const char* name_of(CommandType type) noexcept {
  static const auto names = [] {
    std::array<const char*, godot::enet::command_type_count> all{};
    for (std::uint32_t i = 0; i != all.size(); ++i) all[i] = value_name(field::enet_command, i).data();
    return all;
  }();
  return names[static_cast<std::size_t>(type)];
}

}  // namespace

multiplayer::Delivery delivery_of(CommandType type) noexcept {
  switch (type) {
    case CommandType::send_reliable:
    case CommandType::send_fragment: return multiplayer::Delivery::reliable;
    case CommandType::send_unsequenced: return multiplayer::Delivery::unsequenced;
    default: return multiplayer::Delivery::unreliable;
  }
}

const char* name_of(multiplayer::Delivery delivery) noexcept {
  switch (delivery) {
    case multiplayer::Delivery::reliable: return "reliable";
    case multiplayer::Delivery::unreliable: return "unreliable";
    case multiplayer::Delivery::unsequenced: break;
  }
  return "unsequenced";
}

facts::Item& add_command(facts::Collection& facts, const Command& command) {
  facts::Item& item = facts.add(kind_of(command));
  item.channel = command.channel;
  item.on_channel = command.has_payload();
  item.mode = multiplayer::mode_of(delivery_of(command.type));
  item.protocol = command.payload_begin - command.begin;
  item.own = command.has_payload() ? command.payload_length : 0;
  facts::Command& fact = facts.command(item);
  fact.name = name_of(command.type);
  fact.sequence = sequence_of(command);
  return item;
}

facts::Fate fate_of(const Finding& finding) noexcept {
  // A message that the sender's throttle may have dropped is not certainly lost.
  const bool maybe_throttled = finding.has(Event::maybe_throttled);
  facts::Fate fate;
  fate.acked_in = finding.acked_in;
  fate.sent_again_in = finding.sent_again_in();
  fate.lost_before = maybe_throttled ? 0 : finding.missing_count();
  fate.unsent_before = maybe_throttled ? finding.never_came() : 0;
  fate.retransmission = finding.has(Event::retransmission);
  fate.duplicate = finding.has(Event::duplicate);
  fate.out_of_order = finding.has(Event::out_of_order);
  // Uncertain holding times are not reported.
  if (finding.sequel() != nullptr && finding.sequel()->held_until != 0 && !finding.sequel()->perhaps) {
    fate.held = finding.sequel()->held;
    fate.held_until = finding.sequel()->held_until;
  }
  if (finding.has(Event::has_ack_rtt)) fate.rtt = finding.ack_rtt();
  // A copy of an acknowledgement measures how late the copy is.
  const bool is_copy = finding.has(Event::duplicate_ack);
  if (finding.has(Event::has_ack_rtt_reported) && !is_copy) fate.rtt_reported = finding.ack_rtt_reported;
  // Copies of unreliable messages do not know what they repeat.
  if (finding.has(Event::duplicate) && finding.earlier() != 0) fate.copied_after = finding.copied_after();
  return fate;
}

}  // namespace godot::analysis::enet
